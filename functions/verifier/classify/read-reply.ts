/** A reply taken apart: what its codes are, and what it says in a form fit for matching. */
export interface Reply {
  /** First basic code of RFC 5321 §4.2. */
  code?: number;
  /** Enhanced status code of RFC 3463 that speaks for the reply. */
  enhanced?: string;
  /** What the server wrote, for people: one line, codes removed, at most 512 characters. */
  text: string;
  /**
   * The same for rules: lower case, accents removed, one space between words. What may hold any word
   * by chance, or differs from reply to reply, is masked: addresses by `@`, queue ids by `%id`,
   * times by `%time`.
   */
  cites: string;
}

/** A server's reply is at most 64 lines of 512 octets; what is beyond carries no meaning. */
const MAX_LENGTH = 64 * 512;
/** Characters of a reply that are told to people. */
export const MAX_TEXT = 512;
/** What the rules look at: a server that has not come to the point by then never does. */
const MAX_MATCHED = 1024;

/** The basic code before the words of a line: `550 `, `550-`, `550#5.1.1`, `smtp; 550 `. */
const LINE_CODE = /^[\s"'<]*(?:(?:smtp|dns|x-[\w-]+)\s*;\s*)?([2-5]\d\d)(?![\d.])[\s:,-]*/i;
/** A code further on: `host mx.example said: 550 …`, as relays report one another. */
const QUOTED_CODE = /(?:\bsaid|\breply|\bresponse|:)[:\s]+([245]\d\d)(?=[\s-]+\S)/i;
/** Not inside an IP or a version number with more parts. */
const ENHANCED = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\d|\.\d)/g;
/** Every line of a reply repeats its code (RFC 2034 §4), and readers get it apart. */
const STATUS = /(?<=^|\s)[#(]*[245]\.\d{1,3}\.\d{1,3}[)\s:]+(?=\S)/g;

/** Chinese, Japanese and Korean put no space between an address and what they say of it. */
const ADDRESS =
  /(?<=<)[^\s<>@]{1,100}@[^\s<>]+(?=>)|[^\s<>()[\],;:"=@\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]{1,100}@[^\s<>()[\],;:"\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]+/g;
const TIME = /\b\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d(?:\.\d+)?)?z?/g;
const QUEUE_ID = /\b(?=[a-z-]{0,30}\d)(?=[\d-]{0,30}[a-z])[a-z\d-]{10,}\b(?![.@])/g;
const LINK = /\b(?:https?:\/\/|www\.)[^\s<>()"]+/g;
const IP =
  /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\d)|(?<![\w:])(?:[\da-f]{1,4}:){2,7}[\da-f:]*/g;
/** A dotted name whose last label is a country or a common top-level domain. */
const HOST =
  /\b[a-z\d_][\w-]*(?:\.[\w-]+)*\.(?:[a-z]{2}|com|net|org|info|biz|edu|gov|mil|int|cloud|email|local|lan|internal|example|test)\b(?!\.[a-z])/g;

/** Marks that decompose from Latin letters; those of other scripts are letters of their own. */
const ACCENTS = /[\u0300-\u036f]/g;
const SPELLINGS: readonly [RegExp, string][] = [
  [/[\u2018\u2019\u02bc\u00b4`]/g, "'"],
  [/[\u2010-\u2015]/g, '-'],
  [/ł/g, 'l'],
  [/ß/g, 'ss'],
  [/ø/g, 'o'],
];
/** Plain ASCII but the grave accent: text that `plain` would not change. */
const PLAIN = /^[ -_a-~]*$/;

/** Reads one reply of any number of lines. Never throws. */
export function readReply(raw: string): Reply {
  const codes: string[] = [];
  const spoken: string[] = [];
  for (const line of raw.slice(0, MAX_LENGTH).split(/[\r\n]+/)) {
    const start = LINE_CODE.exec(line);
    if (start?.[1]) codes.push(start[1]);
    spoken.push(start ? line.slice(start[0].length) : line);
  }
  const whole = oneLine(spoken.join(' '));
  const code = codes[0] ?? QUOTED_CODE.exec(whole)?.[1];
  const enhanced = pickEnhanced(whole, code);
  return {
    ...(code === undefined ? {} : { code: Number(code) }),
    ...(enhanced === undefined ? {} : { enhanced }),
    text: whole.replace(STATUS, '').slice(0, MAX_TEXT),
    cites: withoutNames(plain(innermost(whole).slice(0, MAX_MATCHED))),
  };
}

/** Most replies name no address, and looking for its `@` is far cheaper than for what precedes it. */
function withoutNames(text: string): string {
  const masked = text.includes('@') ? text.replace(ADDRESS, '@') : text;
  return masked.replace(TIME, '%time').replace(QUEUE_ID, '%id');
}

/**
 * `cites` without names: links become `%url`, IPs `%ip`, host names `%host`, so that `spam` in
 * `mx.antispam.example` is no word of the reply. Status codes are left out.
 */
export function wordsOf(cites: string): string {
  const masked = cites.replace(STATUS, '').replace(LINK, '%url');
  return oneLine(masked.replace(IP, '%ip').replace(HOST, '%host'));
}

function oneLine(text: string): string {
  const printable = /[^ -~]/.test(text) ? text.replace(/[\p{Cc}\p{Cf}]/gu, ' ') : text;
  return printable.replace(/\s{2,}/g, ' ').trim();
}

/** The first code that agrees with the basic code, else the first: a contradiction speaks for itself. */
function pickEnhanced(whole: string, code: string | undefined): string | undefined {
  const found = whole.match(ENHANCED);
  return found?.find((status) => status[0] === code?.[0]) ?? found?.[0];
}

/** Words before a quotation by which it is about the sender, whose server was asked. */
const OF_SENDER =
  /\bsender\b|\bmail from\b|\breturn[- ]path\b|exp[eé]diteur|absender|remitente|mittente|remetente|afzender|nadawc/i;

/**
 * Where a relay quotes the server behind it, the words of the server behind it count, unless it was
 * asked for the sender (`reject_unverified_sender` of Postfix).
 */
function innermost(whole: string): string {
  const first = whole.indexOf(' said: ');
  if (first < 0 || OF_SENDER.test(whole.slice(0, first))) return whole;
  const quoted = / said: (?=[245]\d\d[\s-])/g;
  let start = 0;
  for (const match of whole.matchAll(quoted)) start = match.index + match[0].length;
  return whole.slice(start);
}

function plain(text: string): string {
  let result = text.toLowerCase();
  if (PLAIN.test(result)) return result;
  result = result.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  for (const [from, to] of SPELLINGS) result = result.replace(from, to);
  return result;
}
