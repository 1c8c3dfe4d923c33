import { hash } from 'node:crypto';
import type { MailContent, MailMessage } from '../../shared/messages/mail.ts';
import type { Language } from '../../shared/model/account.ts';

interface Recipient {
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
}

type ContentOf<T extends MailContent['template']> = Extract<MailContent, { readonly template: T }>;
/** Content of emails to everyone who manages the account's payments. */
export type MoneyContent = ContentOf<
  | 'credits_below'
  | 'credits_corrected'
  | 'dispute_ended'
  | 'low_credits'
  | 'payment_authentication'
  | 'payment_disputed'
  | 'payment_failed'
  | 'purchase'
  | 'refund_failed'
  | 'refunded'
  | 'renewal_stopped'
  | 'subscription_cancelled'
  | 'subscription_unpaid'
  | 'top_up_failed'
  | 'top_up_price'
  | 'vat_number_refused'
>;
/** Content of emails that name a list. */
export type ListContent = ContentOf<
  | 'list_canceled'
  | 'list_changed'
  | 'list_finished'
  | 'list_paused'
  | 'list_rechecked'
  | 'watch_stopped'
>;

/**
 * Returns the id of an email that a call may send again. Such ids outlive the account, so they must
 * not identify it: `parts` are hashed.
 */
export const createMailId = (event: string, ...parts: readonly (string | number)[]): string =>
  `${event}:${hash('sha256', parts.join(':')).slice(0, 24)}`;

export const createMessage = (
  { email, firstName, language }: Recipient,
  id: string,
  content: MailContent,
): MailMessage => ({ kind: 'mail', v: 1, id, to: email, firstName, language, content });

/**
 * Creates an email to one person, such as the owner. `mailMoney` and `mailAboutList` create all
 * others.
 * @param id identifies the event that the email reports; at most one email is sent per id
 */
export const createMailMessage = (
  recipient: Recipient,
  id: string,
  content: Exclude<MailContent, ListContent | MoneyContent>,
): MailMessage => createMessage(recipient, id, content);
