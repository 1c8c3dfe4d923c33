import type { BounceReason } from '../model/bounces/bounce.ts';

/** Meaning of a bounce type: a problem of the recipient, or the party at fault. */
export type BounceTypeMeaning = BounceReason | 'sender' | 'message' | 'server';

/**
 * Documented types, in lower case with spaces, by meaning. Types that services also use for other
 * failures, such as `hard bounce`, `invalid` or `bad mailbox`, are omitted.
 *
 * - Amazon SES, `bounceSubType`: https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 * - HubSpot, `category`: https://developers.hubspot.com/docs/api-reference/legacy/email-analytics-v1/guide
 * - KumoMTA, `bounce_classification`: https://docs.kumomta.com/rustapi/bounce_classify/enum.PreDefinedBounceClass.html
 * - Mailjet, `error`: https://dev.mailjet.com/email/guides/webhooks/
 * - Postmark, `Type`: https://postmarkapp.com/developer/api/bounce-api
 * - PowerMTA, `bounceCat`: https://hackmd.io/@z3d3m0n/Pmta_records
 * - SendGrid, `bounce_classification`: https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event
 */
const TYPE_NAMES: Readonly<Record<BounceTypeMeaning, string>> = {
  no_such_mailbox: 'no email, unknown user, user unknown, invalid address',
  mailbox_disabled: 'mailbox inactive, inactive user, inactive mailbox',
  mailbox_full: 'mailbox full, quota exceeded, quota issues',
  no_such_domain: 'invalid domain, no mail host, bad domain',
  sender:
    'reputation, frequency or volume too high, dmarc policy, dmarc, sender blocked, throttled, sending domain misconfiguration, spam block, blocked, mailbox misconfiguration, invalid sender',
  message:
    'content, content rejected, content blocked, content related, attachment rejected, filtered, message too large, policy, policy issue, policy related, spam, spam notification, spam related, virus notification, virus related, bad or empty template, error in template language',
  server:
    'dns error, dns failure, timeout, custom timeout exceeded, connection issue, connection error, bad connection, no answer from host, routing errors, protocol issue, protocol errors, system issue, relay access denied, relaying denied, relaying issues, greylisted, message expired, technical, technical failure',
};

const MEANINGS: ReadonlyMap<string, BounceTypeMeaning> = new Map(
  (Object.keys(TYPE_NAMES) as BounceTypeMeaning[]).flatMap((meaning) =>
    TYPE_NAMES[meaning].split(', ').map((type) => [type, meaning] as const),
  ),
);
/** Events and groups of failures. A more specific type in the same row decides first. */
const GENERAL_TYPE = /^(?:blocked|policy|spam|technical)$/;

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Words for a failure, by the languages of column names. Any other word is not a bounce. */
const FAILURE = wordsOf({
  en: String.raw`(?<!un|(?:no|not|non|never|kein|sans|sin) )bounc|fail|reject|refus|undeliver|not (?:be )?deliver|could not|\b(?:hard|soft|block(?:ed|s)?|invalid|errors?|clean(?:ed)?|expiration|oob|out of band|mailbox not found|unknown user|user unknown|mailbox full|over quota)\b|return(?:ed)? to sender`,
  de: String.raw`unzustellbar|nicht zu(?:ge)?stell|fehler|fehlgeschlagen|abgelehnt|abgewiesen|zurückgewiesen|blockiert|ungültig|rückläufer`,
  fr: 'rejet|échec|échou|erreur|bloqué|(?:non|pas) (?:été )?(?:délivré|remis|distribu)|invalide|rebond|npai',
  es: 'rebot|rechaz|fallo|fallid|no (?:se )?(?:pudo )?entreg|bloquead|inválid|devuelt|erróne',
  it: 'rimbalz|respint|rifiutat|fallit|errore|non (?:consegn|recapit)|mancata consegna|bloccat|non valid',
  pt: String.raw`rejeit|devolvid|falh|recusad|não (?:foi )?entreg|\berro\b`,
  nl: String.raw`geweigerd|mislukt|niet (?:bezorgd|afgeleverd)|onbestelbaar|geblokkeerd|ongeldig|\bfout`,
  pl: 'odrzuc|odbit|odbic|nie ?dostarcz|nieudan|zablokow|błąd|zwrot|zwróc',
  ru: 'отказ|отклон|недостав|не доставл|ошибк|возвра|заблокир',
  ja: 'エラー|不達|未達|拒否|失敗|バウンス|無効|配信不能',
  zh: '退信|失败|失敗|拒绝|拒收|退回|弹回|无效|無效|未送达',
  ko: '반송|실패|거부|차단',
});
/** Failures after which the service tries again. `t` and `tq` are PowerMTA's transient records. */
const RETRIED = wordsOf({
  en: String.raw`\b(?:defer|delay(?:ed)?\b(?! \d)|queued|transient fail|will retry|^tq?$|^temp(?:orary)?(?: fail\w*)?$)`,
  other:
    'différé|retardé|verzögert|zurückgestellt|diferid|aplazad|retrasad|ritardat|rinviat|differit|adiad|uitgesteld|vertraagd|odłożon|opóźnion|отложен|延期|遅延|延迟|지연',
});
/**
 * Events that are not bounces although the service lists them among its bounces: complaints,
 * subscriptions, automatic replies, and messages that it did not send.
 */
const OTHER_EVENT =
  /\b(?:dropped|complain\w*|abuse|feedback|(?:un|re)subscri\w*|unsub|^subscribe$|opt(?:ed)? ?out|auto ?(?:responder|repl\w+)|out of office|vacation|away|challenge verification|open relay test|(?:address|status) ?change|manually deactivated|unconfirmed|render\w* fail\w*|generation \w+)\b|(?:as|marked) spam|spam (?:report|complaint)/;
/** Reasons why a service does not send to an address of the list. */
const ABOUT_LIST =
  /suppress|duplicate in|typo ?fix|pre ?blocked|(?:black|block) ?list(?:ed)? (?:user|contact|recipient)|due to (?:black|block) ?list|previously (?:bounced|unsubscribed|complained)|opted out|unsubscribed (?:user|contact|recipient)/;

function wordsOf(byLanguage: Readonly<Record<string, string>>): RegExp {
  return new RegExp(fold(Object.values(byLanguage).join('|')));
}

const partsOf = (type: string): string[] => type.split(' / ').map(toWords);

/**
 * Caches the words of names and types, because they repeat in every row. A full cache is cleared.
 */
const knownWords = new Map<string, string>();
const MAX_KNOWN_WORDS = 2000;

/** `OnAccountSuppressionList` becomes `on account suppression list`. */
export function toWords(name: string): string {
  const known = knownWords.get(name);
  if (known !== undefined) return known;
  const words = fold(name)
    .replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
  if (knownWords.size === MAX_KNOWN_WORDS) knownWords.clear();
  knownWords.set(name, words);
  return words;
}

const someIn = (pattern: RegExp) => (type: string) =>
  partsOf(type).some((part) => pattern.test(part));

export const isFailureType = someIn(FAILURE);
export const isRetriedType = someIn(RETRIED);
export const isOtherEvent = someIn(OTHER_EVENT);
export const isAboutList = someIn(ABOUT_LIST);

export function interpretBounceType(type: string): BounceTypeMeaning | undefined {
  if (isAboutList(type)) return undefined;
  return partsOf(type)
    .toSorted((a, b) => Number(GENERAL_TYPE.test(a)) - Number(GENERAL_TYPE.test(b)))
    .map((part) => MEANINGS.get(part))
    .find((meaning) => meaning !== undefined);
}
