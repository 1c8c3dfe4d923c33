import { interpretBounceType, isAboutList } from '../../../shared/bounces/bounce-type.ts';
import type { ReportedBounce } from '../../../shared/bounces/reported-bounce.ts';
import {
  BOUNCE_REASONS,
  type BounceReason,
  type BounceSubject,
  type BounceCause,
} from '../../../shared/model/bounces/bounce.ts';
import type { VerdictReason } from '../../../shared/model/verdict.ts';

interface NamedCause {
  readonly subject: Exclude<BounceSubject, 'recipient' | 'unclear'>;
  readonly cause: string;
}

/**
 * Names of blocklists, filters and standards, shown unchanged. They take precedence: a server that
 * names a blocklist has refused the sender, whatever else the reply mentions.
 */
const KNOWN_NAMES: readonly (readonly [name: string, words: RegExp])[] = [
  ['Spamhaus', /spamhaus|\b[sxp]bl\d+\b/],
  ['SpamCop', /spamcop/],
  ['SORBS', /\bsorbs\b/],
  ['Barracuda', /barracuda/],
  ['Proofpoint', /proofpoint|\bpdr\b/],
  ['Cloudmark', /cloudmark/],
  ['Invaluement', /invaluement/],
  ['UCEPROTECT', /uceprotect/],
  ['Mimecast', /mimecast/],
  ['Trend Micro', /trend ?micro|mail-abuse\.(?:com|org)/],
  ['Abusix', /abusix/],
  ['SURBL', /\bsurbl\b/],
  ['URIBL', /\buribl\b/],
  ['PSBL', /\bpsbl\b|surriel/],
  ['Mailspike', /mailspike/],
  ['Cisco Talos', /senderbase|talosintelligence|ironport/],
  ['Vade', /vade ?(?:secure|retro)/],
  ['Validity', /senderscore|return ?path\.(?:net|com)/],
  ['Microsoft', /\bs31[45]0\b|sender\.office\.com|delist\.messaging\.microsoft|mail\.live\.com/],
  ['DMARC', /\bdmarc\b/],
  ['SPF', /\bspf\b|openspf|sender policy framework/],
  ['DKIM', /\bdkim\b|domainkeys/],
];

/** Other recurring causes, recognized by the words of servers. The first match decides. */
const CAUSES: readonly (readonly [NamedCause['subject'], cause: BounceCause, words: RegExp])[] = [
  ['server', 'relay_denied', /\brelay(?:ing|ed)?\b|rcpthosts|not a local|not local/],
  ['server', 'loop', /hop count|too many hops|\bloop(?:s|ing|ed)?\b/],
  [
    'message',
    'message_size',
    /\b(?:message|mail|e-?mail|size|body|headers?|content)\b.{0,40}\b(?:too (?:large|big)|exceed(?:s|ed)?\b)|size ?limit|maximum .{0,30}\bsize\b|5\.2\.3\b|5\.3\.4\b/,
  ],
  ['message', 'virus', /\bvirus|malware|infected|trojan/],
  [
    'message',
    'attachment',
    /attach(?:ment|ed)|file ?(?:type|name|extension)|executable|potential security/,
  ],
  [
    'sender',
    'authentication',
    /unauthenticated|authentication (?:checks? |information |failed|fail)|not authenticated|sender ?id\b|5\.7\.2[0-9]\b|purported/,
  ],
  [
    'sender',
    'reverse_dns',
    /reverse[- ](?:dns|lookup|host|mapping|record)|\bptr\b|\brdns\b|your (?:reverse )?host ?name|\b(?:helo|ehlo)\b|unverifyable sending/,
  ],
  [
    'sender',
    'sending_limit',
    /too many (?:messages|mails?|e-?mails?|connections?|sessions?|recipients)|(?:rate|sending|hourly|daily|message|connection)s? (?:limit|quota)|\brate[- ]?limit|throttl|unusual rate|(?:limit|quota) .{0,20}(?:per|for) (?:hour|day|minute)|per (?:hour|day|minute)/,
  ],
  [
    'sender',
    'reputation',
    /reputation|black-?(?:list|hole)|block-?list|\bdnsbl\b|\brbl\b|\blisted (?:in|at|by|on)\b|\bbanned\b|\bblocked\b.{0,40}\b(?:using|by|ip|client|host|network|sender|list|server)\b|\b(?:ip|client|host|network|sender|address|server|domain)\b.{0,60}\bblocked\b|history of abuse|abusive|dynamic ip|poor sender/,
  ],
  ['message', 'spam', /\bspam|\bube\b|\buce\b|\bjunk\b|unsolicited|phish|\bbulk\b/],
  [
    'message',
    'content',
    /\bcontents?\b|(?:invalid|missing|multiple|bad|malformed|duplicate|incorrect).{0,30}\bheaders?\b|\bheaders? (?:error|rejected)|in from: header|addresses in from|rfc ?[25]?[38]22|\bmime\b|media error|non-?ascii|message (?:was |is |has been |text )?(?:rejected|refused|blocked|not accepted)|(?:mail|message).{0,40}policy|polic(?:y|ies) (?:reasons?|violation)|local policy/,
  ],
  ['server', 'greylisting', /gr[ea]y-?list/],
  ['server', 'tls', /\btls\b|starttls|certificate|encrypt|handshake|\bssl\b/],
  [
    'server',
    'dns',
    /\bdns\b|name ?servers?\b|servfail|host not found, try again|look-?up (?:fail|error|time)|name (?:service|resolution)/,
  ],
  [
    'server',
    'timeout',
    /timed? ?-?out|expired|too long|retry time(?:out)?|giving up|multiple retries|retries|temporarily suspended|not delivered within/,
  ],
  [
    'server',
    'connection',
    /connection (?:was )?(?:refused|reset|lost|dropped|closed|failed|died|attempts?)|connect(?:ing)? to|unable to connect|(?:could not|couldn't|failed to|cannot) connect|no route|network (?:is )?unreachable|socket error|requests? to connect|not respond|no answer|unreachable|lost connection|reset by peer|broken pipe|tried all mx/,
  ],
  [
    'server',
    'server_error',
    /\bbusy\b|overload|(?:service|server|system|host|mail system).{0,20}(?:unavailable|not available|error|full|storage|fail|down)|insufficient (?:system|disk)|temporar|(?:local|internal|configuration|protocol|syntax) error|protocol violation|out of memory|command (?:died|failed|parameter|not|unrecogni)|sequence of commands|try (?:again )?later|couldn't create|unrecognized command|improper/,
  ],
];

function findNamedCause(reply: string): NamedCause | undefined {
  const text = reply.toLowerCase();
  const name = KNOWN_NAMES.find(([, words]) => words.test(text))?.[0];
  if (name !== undefined) return { subject: 'sender', cause: name };
  const [subject, cause] = CAUSES.find(([, , words]) => words.test(text)) ?? [];
  return subject && cause ? { subject, cause } : undefined;
}

export interface ClassifiedBounce {
  readonly subject: BounceSubject;
  /** Null unless the bounce is about the recipient. */
  readonly reason: BounceReason | null;
  /** A name such as `Spamhaus`, or one of `BOUNCE_CAUSES`. */
  readonly cause: string | null;
}

/** The engine's classifier, which `checks` provides. */
export type ReplyClassifier = (reply: string) => {
  readonly reason: VerdictReason;
  /** Whether the server refused the recipient without a reason. */
  readonly isBare: boolean;
  readonly code?: number | undefined;
  readonly enhanced?: string | undefined;
};

const UNCLEAR_BOUNCE: ClassifiedBounce = { subject: 'unclear', reason: null, cause: null };

/**
 * Returns the cause of a bounce from the first clear evidence: the server's reply, the code next to
 * it, then the type that the email service documents. Types such as `Hard bounce` are not specific
 * enough.
 */
export function classifyBounce(
  classify: ReplyClassifier,
  { email, text, code = '', type = '' }: Pick<ReportedBounce, 'email' | 'text' | 'code' | 'type'>,
): ClassifiedBounce {
  const words = text.replaceAll(email, '@').replace(RELAY_PREFIX, '');
  const hasOwnCode = OWN_CODE.test(words);
  if (!hasOwnCode && isAboutList(words)) return UNCLEAR_BOUNCE;
  const named = readType(type);
  const own = readReply(classify, words);
  if (hasOwnCode && own.subject !== 'unclear') return own;
  const reading = readReply(classify, `${code} ${words}`.trim());
  // Many services report 5.1.1 for any failure.
  const isOnlyCode = own.subject === 'unclear' && reading.reason === 'no_such_mailbox';
  if (isOnlyCode && (named?.reason === 'mailbox_full' || named?.subject === 'sender')) return named;
  return reading.subject === 'unclear' ? (named ?? reading) : reading;
}

/** A basic or an enhanced code of a refusal, anywhere in a reply. */
const OWN_CODE = /(?<![\d.])(?:[45]\d\d(?=[\s:#,-])|[45]\.\d{1,3}\.\d{1,3}(?![\d.]))/;

/** Prefix that Microsoft 365 and Cisco gateways add to a reply that they quote. */
const RELAY_PREFIX = /^.* -> (?=[45]\d\d[\s-])|^[45]\.\d\.\d - [^'\d]*(?=[45]\d\d[\s-])/s;

function readReply(classify: ReplyClassifier, reply: string): ClassifiedBounce {
  if (reply === '') return UNCLEAR_BOUNCE;
  const { reason, isBare, ...codes } = classify(reply);
  if (isBounceReason(reason)) return aboutRecipient(reason);
  if (reason === 'no_mail_server' || reason === 'null_mx') return aboutRecipient('no_such_domain');
  if (NO_DOMAIN.test(reply) && !OTHER_DOMAIN.test(reply)) return aboutRecipient('no_such_domain');
  const cause = SEVERAL_CAUSES.test(reply) ? undefined : findNamedCause(reply);
  const subject = SUBJECTS[reason];
  // The code 421 counts as `throttled`, but servers also send it for their own failures.
  if (subject === 'sender' && !(reason === 'throttled' && cause?.subject === 'server'))
    return { subject, reason: null, cause: cause?.subject === subject ? cause.cause : null };
  if (cause) return { reason: null, ...cause };
  if (isBare || (codes.code === undefined && codes.enhanced === undefined)) return UNCLEAR_BOUNCE;
  return subject ? { subject, reason: null, cause: null } : UNCLEAR_BOUNCE;
}

/** Phrases by which the sending server reports that the recipient's domain has no mail server. */
const NO_DOMAIN =
  /(?:couldn't|unable to|could not|cannot) find (?:any host|(?:an? |the )?(?:mx\b|mail exchanger))|\b(?:host|domain)(?: or domain)?(?: name)? (?:is )?(?:unknown|not found|does not exist)|\b(?:unknown|illegal) (?:host|domain)|\bno mx record|null ?mx|nxdomain|not accept (?:any )?mail|no smtp service|domain is not reachable|non-existent domain/i;
/** Phrases about a domain other than the recipient's, or about a failed lookup. */
const OTHER_DOMAIN =
  /sender|mail from|from domain|helo|client|\byour\b|reverse|\bptr\b|try again|tempor|time|servfail|does not accept mail from/i;

/** Matches replies that speculate about several causes, so that no single cause is certain. */
const SEVERAL_CAUSES = /\b(?:may|might|could) (?:not |have )?(?:been? |exist)/i;

const SUBJECTS: Partial<Record<VerdictReason, BounceSubject>> = {
  accepted: 'server',
  ip_blocked: 'sender',
  sender_rejected: 'sender',
  throttled: 'sender',
  greylisted: 'server',
  server_error: 'server',
  server_unreachable: 'server',
  dns_error: 'server',
  timeout: 'server',
};

function readType(type: string): ClassifiedBounce | undefined {
  const meaning = interpretBounceType(type);
  if (meaning === undefined) return undefined;
  return isBounceReason(meaning)
    ? aboutRecipient(meaning)
    : { subject: meaning, reason: null, cause: null };
}

const aboutRecipient = (reason: BounceReason): ClassifiedBounce => ({
  subject: 'recipient',
  reason,
  cause: null,
});

const isBounceReason = (reason: string): reason is BounceReason =>
  (BOUNCE_REASONS as readonly string[]).includes(reason);
