import { normalizeText } from './normalize-text.ts';

export interface ParsedReply {
  /**
   * First basic code (RFC 5321 §4.2). If Postfix or Exim relays a 5xx under another code
   * (unverified_recipient_reject_code, 450 by default), `code` is the relayed code.
   */
  code?: number;
  /**
   * First enhanced code (RFC 3463) that agrees with the basic code, or else the first one. If
   * Postfix or Exim relays a refusal, only the enhanced code of that refusal counts.
   */
  enhanced?: string;
  /** The server's human-readable text: one line, without codes, at most 512 characters. */
  text: string;
  /**
   * The text that rules match, including links: lower case, without accents, one space between
   * words. Addresses are replaced with `@`, queue ids with `%id` and times with `%time`, because
   * they may contain any word by chance.
   */
  withLinks: string;
}

/** Maximum length of a reply: 64 lines of 512 octets. The rest is ignored. */
const MAX_LENGTH = 64 * 512;
/** Maximum characters of a reply in a verdict. */
export const MAX_TEXT_LENGTH = 512;
/** Maximum characters that the rules examine: longer replies state their meaning earlier. */
export const MAX_MATCHED_LENGTH = 1024;

/** The basic code before the words of a line: `550 `, `550-`, `550#5.1.1`, `smtp; 550 `. */
const LINE_CODE = /^[\s"'<]*(?:(?:smtp|dns|x-[\w-]+)\s*;\s*)?([2-5]\d\d)(?![\d.])[\s:,-]*/i;
/** A code inside the text, where a relay quotes another server: `host mx.example said: 550 …`. */
const QUOTED_CODE = /(?:\bsaid|\breply|\bresponse|(?<![:\s])\s*:)[:\s]+([245]\d\d)(?=[\s-]+\S)/i;
/**
 * Replies about a recipient verified at another server: Postfix's `450 4.1.1 <…>: Recipient address
 * rejected: unverified address: host … said: 550 5.1.1 …`, and Exim's `550 Callout verification
 * failed: 551 …`.
 */
const VERIFICATION_REPORT =
  /^(?:.*\brecipient address rejected: un(?:verified|deliverable) address: .* said: |callout verification failed: )([45]\d\d)/i;
/**
 * A Postfix refusal has a single line. Any further lines are its footer, which may name our host or
 * the time, regardless of what was refused
 * (https://www.postfix.org/postconf.5.html#smtpd_reject_footer).
 */
const HAS_FOOTER =
  /^[45]\d\d-(?:[45]\.\d+\.\d+ )?(?:<[^>\r\n]*>: (?:\w+ \w+ rejected|relay access denied|temporary lookup)|error: |service currently unavailable)/i;
/** On the same line: in the wording of the Postfix manual, or after the name of a table. */
const FOOTER =
  /\b(?:for assistance|please provide)\b.{0,200}\bclient \(.*$|(?<=: user unknown in \w+ \w+ table)\. .*$/i;
/** An enhanced code, but not part of an IP address or of a longer version number. */
const ENHANCED_CODE = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\d|\.\d)/g;
/** Enhanced codes in the text, where RFC 2034 §4 repeats them on every line. */
const REPEATED_CODE = /(?<=^|\s)[#(]*[245]\.\d{1,3}\.\d{1,3}[)\s:]+(?=\S)/g;

const ADDRESS_IN_BRACKETS = /(?<=<)[^\s<>@]{1,100}@[^\s<>]+(?=>)/g;
/** An address; Chinese, Japanese and Korean have no space between an address and the next word. */
const ADDRESS =
  /[^\s<>()[\],;:"=@\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]{1,100}@[^\s<>()[\],;:"\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]+/g;
const TIME = /\b\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d(?:\.\d+)?)?z?/g;
const QUEUE_ID = /\b(?=[a-z-]{0,30}\d)(?=[\d-]{0,30}[a-z])[a-z\d-]{10,}\b(?![.@])/g;
const LINK = /\b(?:https?:\/\/|www\.)[^\s<>()"]+/g;
/** A link to a page about an IP address: `https://lists.example/why?192.0.2.1`. */
const LINKED_IP = /[/?=]\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/;
const IP =
  /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\d)|(?<![\w:])(?:[\da-f]{1,4}:){2,7}[\da-f:]*/g;
/** A dotted name whose last label is a country or a common top-level domain. */
const HOST =
  /\b[a-z\d_][\w-]*(?:\.[\w-]+)*\.(?:[a-z]{2}|com|net|org|info|biz|edu|gov|mil|int|cloud|email|local|lan|internal|example|test)\b(?!\.[a-z])/g;

/** Parses a reply of any number of lines. Never throws. */
export function parseReply(raw: string): ParsedReply {
  const codes: string[] = [];
  const lineTexts: string[] = [];
  for (const line of raw.slice(0, MAX_LENGTH).split(/[\r\n]+/)) {
    const start = LINE_CODE.exec(line);
    if (start?.[1]) codes.push(start[1]);
    lineTexts.push(start ? line.slice(start[0].length) : line);
  }
  const whole = oneLine(lineTexts.join(' '));
  const withoutFooter = (HAS_FOOTER.test(raw) ? oneLine(lineTexts[0] ?? '') : whole).replace(
    FOOTER,
    '',
  );
  const innermostText = innermostQuotation(withoutFooter);
  const verified = VERIFICATION_REPORT.exec(whole)?.[1];
  const code = verified?.startsWith('5') ? verified : (codes[0] ?? QUOTED_CODE.exec(whole)?.[1]);
  // A server that verifies recipients at another server chooses the enhanced code itself, so ignore
  // that code.
  const enhanced =
    verified || CALLOUT_REPLY.test(whole)
      ? pickEnhanced(innermostText, code)
      : (pickEnhanced(whole, code) ?? whole.match(ENHANCED_CODE)?.[0]);
  return {
    ...(code === undefined ? {} : { code: Number(code) }),
    ...(enhanced === undefined ? {} : { enhanced }),
    text: whole.replace(REPEATED_CODE, '').slice(0, MAX_TEXT_LENGTH),
    withLinks: maskAddresses(normalizeText(innermostText.slice(0, MAX_MATCHED_LENGTH))),
  };
}

/**
 * Masks addresses, times and queue ids. Most replies contain no `@`, which is cheap to check first.
 */
function maskAddresses(text: string): string {
  const masked = text.includes('@')
    ? text.replace(ADDRESS_IN_BRACKETS, '@').replace(ADDRESS, '@')
    : text;
  return masked.replace(TIME, '%time').replace(QUEUE_ID, '%id');
}

/**
 * Extracts the words of a reply from `withLinks`: links become `%url`, IPs `%ip` and host names
 * `%host`, so that `spam` in `mx.antispam.example` does not count as a word. Removes enhanced
 * codes.
 */
export function extractReplyWords(withLinks: string): string {
  const masked = withLinks
    .replace(REPEATED_CODE, '')
    .replace(LINK, (link) => (LINKED_IP.test(link) ? '%url %ip' : '%url'));
  return oneLine(masked.replace(IP, '%ip').replace(HOST, '%host'));
}

function oneLine(text: string): string {
  const printable = /[^ -~]/.test(text) ? text.replace(/[\p{Cc}\p{Cf}]/gu, ' ') : text;
  return printable.replace(/\s{2,}/g, ' ').trim();
}

const pickEnhanced = (text: string, code: string | undefined): string | undefined =>
  text.match(ENHANCED_CODE)?.find((status) => status[0] === code?.[0]);

/** Text before a quotation, showing that the relay asked the quoted server about the sender. */
const SENDER_WORD =
  /\bsender\b|\bmail from\b|\breturn[- ]path\b|exp[eé]diteur|absender|remitente|mittente|remetente|afzender|nadawc/i;

/** Exim's reply if the server behind it refused the recipient (`verify = recipient/callout`). */
const CALLOUT_REPLY = /^callout verification failed:/i;
/** Text that introduces a quotation from another server. */
const QUOTATION =
  /(?: said: |^callout verification failed: |\bresponse: |\breturned ['"<]+|<<< )(?=[245]\d\d[\s-])/gi;
/** Postfix's note after a quotation, and the closing quote of Exchange's quotations. */
const TRAILER = /\s*(?:\(in reply to [a-z ]{4,30} command\)|['">]+)$/i;

/**
 * Returns the innermost quotation if a relay quotes another server, otherwise the whole text.
 * Removes the quotation's codes, including codes at the start of joined lines. Stops before a
 * quotation about a sender (Postfix's `reject_unverified_sender`), which is not about the
 * recipient.
 */
function innermostQuotation(whole: string): string {
  let start = 0;
  for (const match of whole.matchAll(QUOTATION)) {
    if (SENDER_WORD.test(whole.slice(start, match.index))) break;
    start = match.index + match[0].length;
  }
  if (start === 0) return whole;
  const quoted = whole.slice(start).replace(TRAILER, '');
  const code = quoted.slice(0, 3);
  return quoted.replace(LINE_CODE, '').replaceAll(new RegExp(` ${code}[ -]`, 'g'), ' ');
}
