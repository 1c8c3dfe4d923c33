/** A reply taken apart: what its codes are, and what it says in forms fit for matching. */
export interface Reply {
  /** First basic code of RFC 5321 §4.2. */
  code?: number;
  /** Enhanced status code of RFC 3463 that speaks for the reply. */
  enhanced?: string;
  /** What the server wrote, for people: one line, codes removed, at most 512 characters. */
  text: string;
  /**
   * The same for rules: lower case, accents removed, one space between words. Whatever may hold any
   * word by chance is masked: addresses by `@`, links by `%url`, IPs by `%ip`, host names by `%host`.
   */
  words: string;
  /** As `words`, with only the addresses masked: for rules that know a host or a link by name. */
  cites: string;
}

/** A server's reply is at most 64 lines of 512 octets; what is beyond carries no meaning. */
const MAX_LENGTH = 64 * 512;
const MAX_TEXT = 512;

/** The basic code before the words of a line: `550 `, `550-`, `550#5.1.1`, `smtp; 550 `. */
const LINE_CODE = /^[\s"'<]*(?:(?:smtp|dns|x-[\w-]+)\s*;\s*)?([2-5]\d\d)(?![\d.])[\s:,-]*/i;
/** A code further on: `host mx.example said: 550 …`, as relays report one another. */
const QUOTED_CODE = /(?:\bsaid|\breply|\bresponse|:)[:\s]+([245]\d\d)(?=[\s-]+\S)/i;
/** Not inside an IP or a version number with more parts. */
const ENHANCED = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d]|\.\d)/g;

const ADDRESS = /[^\s<>()[\],;:"=]+@[^\s<>()[\],;:"]+/g;
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

/** Reads one reply of any number of lines. Never throws. */
export function readReply(raw: string): Reply {
  const lines = raw
    .slice(0, MAX_LENGTH)
    .split(/[\r\n]+/)
    .map((line) => line.replace(/[\p{Cc}\p{Cf}]/gu, ' '));
  const codes: string[] = [];
  const spoken = lines.map((line) =>
    line.replace(LINE_CODE, (_, code: string) => {
      codes.push(code);
      return '';
    }),
  );
  const whole = spoken.join(' ').replace(/\s+/g, ' ').trim();
  const code = codes[0] ?? QUOTED_CODE.exec(whole)?.[1];
  const enhanced = pickEnhanced(whole, code);

  const cites = plain(innermost(whole)).replace(ADDRESS, '@');
  const words = cites
    .replace(STATUS, ' ')
    .replace(LINK, '%url')
    .replace(IP, '%ip')
    .replace(HOST, '%host')
    .replace(/\s+/g, ' ')
    .trim();
  return {
    ...(code === undefined ? {} : { code: Number(code) }),
    ...(enhanced === undefined ? {} : { enhanced }),
    text: whole.replace(STATUS, '').slice(0, MAX_TEXT),
    words,
    cites,
  };
}

/** Every line of a reply repeats its code (RFC 2034 §4), and readers get it apart. */
const STATUS = /(?<=^|\s)[#(]*[245]\.\d{1,3}\.\d{1,3}[)\s:]+(?=\S)/g;

/** The first code that agrees with the basic code, else the first: a contradiction speaks for itself. */
function pickEnhanced(whole: string, code: string | undefined): string | undefined {
  const found = [...whole.matchAll(ENHANCED)].map((match) => match[1]);
  return found.find((status) => status?.[0] === code?.[0]) ?? found[0];
}

/** Where a relay quotes the server behind it, the words of the server behind it count. */
function innermost(whole: string): string {
  const quoted = / said: (?=[245]\d\d[\s-])/g;
  let start = 0;
  for (const match of whole.matchAll(quoted)) start = match.index + match[0].length;
  return start === 0 ? whole : whole.slice(start);
}

function plain(text: string): string {
  let result = text.toLowerCase();
  if (/[^ -~]/.test(result)) result = result.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  for (const [from, to] of SPELLINGS) result = result.replace(from, to);
  return result;
}
