import { normalizeTypography } from './normalize-typography.ts';
import { findAddresses } from './find-addresses.ts';
import { parseAddress } from './parse-address.ts';
import { POPULAR_DOMAINS } from './popular-domains.ts';
import { correctDomain, suggestCorrection } from './suggest-correction.ts';

const MAX_LENGTH = 320;

type Repairs = readonly (readonly [RegExp, string])[];

const ADDRESS_REPAIRS: Repairs = [
  [/\s+/g, ' '],
  [/ ?[([{] ?at ?[)\]}] ?| at /gi, '@'],
  [/ ?[([{] ?(?:dot|\.) ?[)\]}] ?| dot /gi, '.'],
  [/ ?@[ @.]*/g, '@'],
];
const DOMAIN_REPAIRS: Repairs = [
  [/(?<![ .,;:!?/\\|_'"*)\]}>-])[ .,;:!?/\\|_'"*)\]}>-]+$/, ''],
  // Another punctuation mark instead of the dot, or a space next to the dot.
  [/ ?[.,;:\u3001\u3002][ .,;:]*/g, '.'],
  [/ (?=(?:com|net|org|fr|de|it|es)$)/i, '.'],
];

/** Popular domains by their text without dots: `gmailcom`. */
const DOMAINS_WITHOUT_DOTS = new Map(
  POPULAR_DOMAINS.map((name) => [name.replaceAll('.', ''), name] as const),
);
/**
 * Domains that are identified by their first label, because no other top-level domain has mailboxes
 * with it.
 */
const ONLY_ENDINGS: ReadonlySet<string> = new Set(['gmail.com', 'icloud.com']);

function withEnding(domain: string): string | undefined {
  const known = DOMAINS_WITHOUT_DOTS.get(domain);
  if (known !== undefined || domain.includes('.')) return known;
  const corrected = correctDomain(`${domain}.com`) ?? `${domain}.com`;
  return ONLY_ENDINGS.has(corrected) ? corrected : undefined;
}

/** Returns undefined if the text needs no repair, or if the intended address is not clear. */
export function suggestRepair(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const found = findAddresses(text);
  if (found.length > 1) return undefined;
  const [name, writtenDomain = '', ...more] = applyRepairs(
    found[0] ?? normalizeTypography(text).trim(),
    ADDRESS_REPAIRS,
  ).split('@');
  if (more.length > 0) return undefined;
  const domain = applyRepairs(writtenDomain, DOMAIN_REPAIRS);
  const address = `${name}@${withEnding(domain.toLowerCase()) ?? domain}`;
  const parsed = parseAddress(address);
  // A numeric ending is not a top-level domain.
  if (!parsed.valid || address === text || /\.\d+$/.test(address)) return undefined;
  return suggestCorrection(parsed) ?? address;
}

/** Text up to a sign that is rare in local parts, or a number or bullet, as in `1.jane@`. */
const TEXT_BEFORE = /^(?:[^@]*[!#$%&*/=?^`{|}~þ¦]|\d+[-._]|[-+_])(?=[\p{L}\d])/u;
/** Guests of Microsoft Entra, and addresses that VERP, SRS or BATV rewrote. */
const REWRITTEN = /#ext#@|^(?:srs[01]|prvs)=|[=%][^=%@]*\.[a-z]{2,}@/i;

/** Suggests the rest of an address without a mailbox, if a list may have text in front of it. */
export function suggestWithoutPrefix(address: string): string | undefined {
  const rest = address.replace(TEXT_BEFORE, '');
  const isCut = rest !== address && !REWRITTEN.test(address) && parseAddress(rest).valid;
  return isCut ? rest : undefined;
}

const applyRepairs = (text: string, repairs: Repairs): string =>
  repairs.reduce(
    (repaired, [pattern, replacement]) => repaired.replace(pattern, replacement),
    text,
  );
