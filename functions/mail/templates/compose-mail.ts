import type { MailContent, MailMessage } from '../../../shared/messages/mail.ts';
import type { Language } from '../../../shared/model/account.ts';
import type { Mail } from '../../platform/ses/mailer.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { MailBody, MailTexts } from './mail-texts.ts';
import { renderHtml, renderText } from './render.ts';

const texts: Readonly<Record<Language, MailTexts>> = { en, fr };

function bodyOf({ bodies }: MailTexts, content: MailContent): MailBody {
  switch (content.template) {
    case 'otp':
      return bodies.otp(content.params);
    case 'already_registered':
      return bodies.already_registered(content.params);
    case 'password_reset':
      return bodies.password_reset(content.params);
    case 'password_changed':
      return bodies.password_changed(content.params);
    case 'account_deleted':
      return bodies.account_deleted(content.params);
    case 'export_ready':
      return bodies.export_ready(content.params);
    case 'list_finished':
      return bodies.list_finished(content.params);
    case 'list_canceled':
      return bodies.list_canceled(content.params);
    case 'list_paused':
      return bodies.list_paused(content.params);
    case 'purchase':
      return bodies.purchase(content.params);
    case 'low_credits':
      return bodies.low_credits(content.params);
    case 'payment_failed':
      return bodies.payment_failed(content.params);
    case 'subscription_cancelled':
      return bodies.subscription_cancelled(content.params);
  }
}

/** Line breaks and control characters would let a list's name write headers of its own. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Writes the mail of a message, in its language. `origin` is where links lead. */
export function composeMail(message: MailMessage, origin: string): Omit<Mail, 'to'> {
  const { language } = message;
  const { greeting, signature, colon, footer } = texts[language];
  const body = bodyOf(texts[language], message.content);
  const subject = oneLine(body.subject);
  const letter = {
    ...body,
    subject,
    language,
    origin,
    greeting: greeting(message.firstName),
    signature,
    colon,
    footer,
  };
  return { subject, text: renderText(letter), html: renderHtml(letter) };
}
