import type { MailContent, MailMessage } from '../../shared/messages/mail.ts';
import type { Language } from '../../shared/model/account.ts';

interface Recipient {
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
}

/** @param id identifies the event that the email reports; at most one email is sent per id */
export const createMailMessage = (
  { email, firstName, language }: Recipient,
  id: string,
  content: MailContent,
): MailMessage => ({ kind: 'mail', v: 1, id, to: email, firstName, language, content });
