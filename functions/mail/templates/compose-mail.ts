import type { MailMessage } from '../../../shared/messages/mail.ts';
import type { Language } from '../../../shared/model/account.ts';
import type { Env } from '../../platform/env.ts';
import type { Mail } from '../../platform/ses/mailer.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { MailBody, MailParams, MailTexts } from './mail-texts.ts';
import { renderHtml, renderText } from './render.ts';

const texts: Readonly<Record<Language, MailTexts>> = { en, fr };

/** The content of a mail with its template's own parameters. */
type ContentOf<T extends keyof MailParams> = {
  [K in T]: { readonly template: K; readonly params: MailParams[K] };
}[T];

const bodyOf = <T extends keyof MailParams>(
  { bodies }: MailTexts,
  { template, params }: ContentOf<T>,
): MailBody => bodies[template](params);

/** Line breaks and control characters would let a list's name write headers of its own. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** What a mail program makes a link of: `evil.example`, `www.`, `1.2.3.4`, with any kind of dot. */
const LINK = /[.。．｡][\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]|\p{N}[.。．｡]\p{N}|www[.。．｡]|[/／]/iu;

/** Writes the mail of a message, in its language. */
export function composeMail(
  message: MailMessage,
  { PUBLIC_ORIGIN, SUPPORT_URL }: Pick<Env, 'PUBLIC_ORIGIN' | 'SUPPORT_URL'>,
): Omit<Mail, 'to'> {
  const { firstName, language } = message;
  const { greeting, signature, colon, footer, support } = texts[language];
  const body = bodyOf(texts[language], message.content);
  const subject = oneLine(body.subject);
  const letter = {
    ...body,
    subject,
    language,
    origin: PUBLIC_ORIGIN,
    // The address may not be proven yet: who signed up with it writes no link into our mails.
    greeting: greeting(LINK.test(firstName) || firstName === '' ? '' : ` ${firstName}`),
    signature,
    colon,
    footer,
    ...(SUPPORT_URL !== undefined && { support: { label: support, href: SUPPORT_URL } }),
  };
  return { subject, text: renderText(letter), html: renderHtml(letter) };
}
