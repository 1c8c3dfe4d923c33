import type { BounceReason } from '../model/bounce.ts';

/** Meaning of a type that the documentation of a mail service explains. */
export type TypeMeaning = BounceReason | 'sender' | 'message' | 'server';

/**
 * Documented types, in lower case with spaces, by meaning. Types that services also use for other
 * failures, such as `hard bounce`, `invalid` or `bad mailbox`, have none.
 *
 * - Amazon SES, `bounceSubType`: https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 * - HubSpot, `category`: https://developers.hubspot.com/docs/api-reference/legacy/email-analytics-v1/guide
 * - Mailjet, `error`: https://dev.mailjet.com/email/guides/webhooks/
 * - Postmark, `Type`: https://postmarkapp.com/developer/api/bounce-api
 * - SendGrid, `bounce_classification`: https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event
 */
const TYPES: Readonly<Record<TypeMeaning, readonly string[]>> = {
  no_such_mailbox: ['no email', 'unknown user', 'user unknown'],
  mailbox_disabled: ['mailbox inactive', 'mailbox misconfiguration', 'inactive user'],
  mailbox_full: ['mailbox full', 'quota exceeded', 'mailbox unavailable full'],
  no_such_domain: ['invalid domain', 'no mail host'],
  sender: [
    ...['reputation', 'dmarc policy', 'sender blocked', 'ip reputation', 'throttled', 'blocked'],
    ...['sending domain misconfiguration', 'frequency or volume too high', 'spam block'],
  ],
  message: [
    ...['content', 'content rejected', 'content blocked', 'attachment rejected', 'filtered'],
    ...['message too large', 'spam', 'spam notification', 'virus notification', 'spam content'],
  ],
  server: [
    ...['dns error', 'dns failure', 'timeout', 'connection issue', 'custom timeout exceeded'],
    ...['protocol issue', 'system issue', 'relay access denied', 'greylisted', 'technical failure'],
    ...['recipient perm group', 'technical', 'connection error', 'duplicate'],
  ],
};

const MEANINGS: ReadonlyMap<string, TypeMeaning> = new Map(
  (Object.keys(TYPES) as TypeMeaning[]).flatMap((meaning) =>
    TYPES[meaning].map((type) => [type, meaning] as const),
  ),
);

/** Events other than bounces, and failures after which the service tries again. */
const NO_BOUNCE =
  /^(?:(?:message |email )?(?:delivered|delivery|deferred|deferral|delayed|delivery delay|processed|sent|send|requests?|accepted|queued|scheduled|stored|received|success(?:ful)?)|(?:unique |first |proxy |machine |loaded by )?(?:open(?:ed|s|ing)?|click(?:ed|s)?|proxy|read)|(?:list |group |global )?(?:un|re)subscri\w+|subscri\w+|(?:spam ?)?complain\w*|spam ?reports?|marked as spam|abuse|temporary|temporary fail(?:ed|ure)?|dropped|drop|rendering failure|auto ?responder|out of office|unbounce|suppress-?\w*)$/;

const partsOf = (type: string): string[] => type.split(' / ').map(wordsOf);

/** A name as lower-case words: `OnAccountSuppressionList` becomes `on account suppression list`. */
export const wordsOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

export const isNoBounce = (type: string): boolean =>
  partsOf(type).some((part) => NO_BOUNCE.test(part));

export const meaningOfType = (type: string): TypeMeaning | undefined =>
  partsOf(type)
    .map((part) => MEANINGS.get(part))
    .find((meaning) => meaning !== undefined);
