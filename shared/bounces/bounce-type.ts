import type { BounceReason } from '../model/bounces/bounce.ts';

/** Meaning of a bounce type: a problem of the recipient, or the party at fault. */
export type BounceTypeMeaning = BounceReason | 'sender' | 'message' | 'server';

/**
 * Documented types, in lower case with spaces, by meaning. Types that services also use for other
 * failures, such as `hard bounce`, `invalid` or `bad mailbox`, are omitted.
 *
 * - Amazon SES, `bounceSubType`: https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 * - HubSpot, `category`: https://developers.hubspot.com/docs/api-reference/legacy/email-analytics-v1/guide
 * - Mailjet, `error`: https://dev.mailjet.com/email/guides/webhooks/
 * - Postmark, `Type`: https://postmarkapp.com/developer/api/bounce-api
 * - SendGrid, `bounce_classification`: https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event
 */
const TYPE_NAMES: Readonly<Record<BounceTypeMeaning, string>> = {
  no_such_mailbox: 'no email, unknown user, user unknown, invalid address',
  mailbox_disabled: 'mailbox inactive, inactive user',
  mailbox_full: 'mailbox full, quota exceeded',
  no_such_domain: 'invalid domain, no mail host',
  sender:
    'reputation, frequency or volume too high, dmarc policy, dmarc, sender blocked, throttled, sending domain misconfiguration, spam block, blocked, mailbox misconfiguration',
  message:
    'content, content rejected, content blocked, attachment rejected, filtered, message too large, policy, policy issue, spam, spam notification, virus notification',
  server:
    'dns error, dns failure, timeout, custom timeout exceeded, connection issue, connection error, protocol issue, system issue, relay access denied, relaying denied, greylisted, technical, technical failure',
};

const MEANINGS: ReadonlyMap<string, BounceTypeMeaning> = new Map(
  (Object.keys(TYPE_NAMES) as BounceTypeMeaning[]).flatMap((meaning) =>
    TYPE_NAMES[meaning].split(', ').map((type) => [type, meaning] as const),
  ),
);

/**
 * Events other than bounces, and failures after which the service tries again. In addition to the
 * services above:
 * - Brevo: https://developers.brevo.com/docs/fetch-all-your-weekly-marketing-events
 * - Resend: https://resend.com/docs/webhooks/event-types
 * - SparkPost: https://www.sparkpost.com/docs/tech-resources/sparkpost-event-definitions/
 */
const NO_BOUNCE = new RegExp(
  `^(?:${[
    '(?:message |email )?(?:delivered|delivery|deferred|deferral|delay(?:ed)?|delivery delay(?:ed)?|send|requests?|queued|scheduled|injection)',
    '(?:email |unique |first |initial |amp |amp initial |proxy |machine |loaded by )?(?:open(?:ed|s|ing)?|click(?:ed|s)?|proxy|read)',
    '(?:list |link |group |global |subscription )?(?:unsub|unsubscri\\w+|resubscri\\w+|subscri\\w+|change|status ?change)',
    '(?:spam ?|email )?complain\\w*|spam ?reports?|marked (?:email )?as spam|abuse',
    'contact (?:created|deleted|updated)|list addition',
    'temporary|temporary fail\\w*|mta ?dropped|dropped|rendering failure|unbounced?',
    'auto ?responder|auto ?repl(?:y|ied)|out of office|challenge verification|open relay test',
  ].join('|')})(?: e ?mail)?$`,
);
/** Events other than bounces, unless the event also has a type that names a failure. */
const OTHER_EVENT =
  /^(?:(?:message |email )?(?:sent|accepted|processed|stored|received|success(?:ful)?)(?: e ?mail)?|spam)$/;
const FAILURE_WORD = /bounce|fail|reject|block|\bhard\b|\bsoft\b/;

const partsOf = (type: string): string[] => type.split(' / ').map(toWords);

/** `OnAccountSuppressionList` becomes `on account suppression list`. */
export const toWords = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

export function isNonBounceType(type: string): boolean {
  const parts = partsOf(type);
  if (parts.some((part) => NO_BOUNCE.test(part))) return true;
  return parts.some((part) => OTHER_EVENT.test(part)) && !isFailureType(type);
}

export const isFailureType = (type: string): boolean =>
  partsOf(type).some((part) => FAILURE_WORD.test(part));

export const interpretBounceType = (type: string): BounceTypeMeaning | undefined =>
  partsOf(type)
    .map((part) => MEANINGS.get(part))
    .find((meaning) => meaning !== undefined);
