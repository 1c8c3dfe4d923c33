import type { MailMessage } from '../../../shared/messages/mail.ts';
import { PRODUCT_NAME } from '../../../shared/model/product.ts';
import type { Env } from '../../platform/env.ts';
import type { Mail } from '../../platform/ses/mailer.ts';
import { accountMails } from './account.ts';
import { creditMails } from './credits.ts';
import { listMails } from './lists.ts';
import { paymentMails } from './payments.ts';
import { type Phrases, createPhrases, oneLine } from './phrases.ts';
import { renderHtml, renderText } from './render.ts';
import type { MailContentOf, UnrenderedMail, Templates } from './templates.ts';

const templates: Templates = { ...accountMails, ...listMails, ...creditMails, ...paymentMails };

const bodyOf = <T extends keyof Templates>(
  { template, params }: MailContentOf<T>,
  phrases: Phrases,
): UnrenderedMail => templates[template](params, phrases);

/**
 * Text that email programs turn into links: `evil.example`, `www.` or `1.2.3.4`, with any kind of
 * dot, or a path with any kind of slash.
 */
const LINK_PATTERN =
  /[.。．｡][\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]|\p{N}[.。．｡]\p{N}|www[.。．｡]|[/／]/iu;

export function composeMail(
  message: MailMessage,
  { PUBLIC_ORIGIN, SUPPORT_URL, TAX }: Pick<Env, 'PUBLIC_ORIGIN' | 'SUPPORT_URL' | 'TAX'>,
): Omit<Mail, 'to'> {
  const { firstName, language } = message;
  const phrases = createPhrases(language, TAX);
  const { say } = phrases;
  const body = bodyOf(message.content, phrases);
  const subject = oneLine(body.subject);
  // A name entered at sign-up must not put links into our emails.
  const name = LINK_PATTERN.test(firstName) || firstName === '' ? '' : ` ${firstName}`;
  const letter = {
    ...body,
    subject,
    language,
    origin: PUBLIC_ORIGIN,
    greeting: say(`Hello${name},`, `Bonjour${name},`),
    signature: say(`The ${PRODUCT_NAME} team`, `L’équipe ${PRODUCT_NAME}`),
    colon: say(': ', '\u00a0: '),
    footer:
      body.footer ??
      say(
        `You are receiving this email because this address has a ${PRODUCT_NAME} account.`,
        `Vous recevez cet e-mail car un compte ${PRODUCT_NAME} utilise cette adresse.`,
      ),
    ...(SUPPORT_URL !== undefined && {
      support: { label: say('Contact support', 'Contacter l’assistance'), href: SUPPORT_URL },
    }),
  };
  return { subject, text: renderText(letter), html: renderHtml(letter) };
}
