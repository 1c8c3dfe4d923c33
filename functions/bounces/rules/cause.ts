import type { BounceCause, BounceSubject } from '../../../shared/model/bounces/bounce.ts';

export interface NamedCause {
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
    /connection (?:was )?(?:refused|reset|lost|dropped|closed|failed|died|attempts?)|connect(?:ing)? to|unable to connect|(?:could not|couldn't|failed to|cannot) connect|no route|network (?:is )?unreachable|socket error|requests? to connect|not respond|no answer|unreachable|lost connection|reset by peer|broken pipe/,
  ],
  [
    'server',
    'server_error',
    /\bbusy\b|overload|(?:service|server|system|host|mail system).{0,20}(?:unavailable|not available|error|full|storage|fail|down)|insufficient (?:system|disk)|temporar|(?:local|internal|configuration|protocol|syntax) error|protocol violation|out of memory|command (?:died|failed|parameter|not|unrecogni)|sequence of commands|try (?:again )?later|couldn't create|unrecognized command|improper/,
  ],
];

export function findNamedCause(reply: string): NamedCause | undefined {
  const text = reply.toLowerCase();
  const name = KNOWN_NAMES.find(([, words]) => words.test(text))?.[0];
  if (name !== undefined) return { subject: 'sender', cause: name };
  const [subject, cause] = CAUSES.find(([, , words]) => words.test(text)) ?? [];
  return subject && cause ? { subject, cause } : undefined;
}
