import { normalizeTypography } from './normalize-typography.ts';
import { DOMAIN_TYPOS, TLD_TYPOS, LEGITIMATE_LOOKALIKES, REAL_TLD_TYPOS } from './domain-typos.ts';
import { FREE_DOMAINS } from './free-domains.ts';
import { POPULAR_DOMAINS } from './popular-domains.ts';
import type { ParsedAddress } from './types.ts';
import { toULabels } from './idna.ts';

const LAYOUTS: readonly (readonly string[])[] = [
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
  ['qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
];

export function areAdjacentKeys(one: string, other: string): boolean {
  return LAYOUTS.some((rows) => {
    const [a, b] = [placeOf(one, rows), placeOf(other, rows)];
    if (!a || !b) return false;
    // Each row is shifted right by half a key relative to the row above.
    return Math.abs(a.row - b.row) <= 1 && Math.abs(a.column - b.column) <= 1;
  });
}

function placeOf(
  letter: string,
  rows: readonly string[],
): { row: number; column: number } | undefined {
  const row = rows.findIndex((keys) => keys.includes(letter));
  return row < 0 ? undefined : { row, column: (rows[row] ?? '').indexOf(letter) + row / 2 };
}

/** Cyrillic and Greek letters that look like Latin ones, each followed by that Latin letter. */
const HOMOGLYPHS = new Map(
  `
  аa вb сc ԁd еe ғf һh іi јj кk ӏl мm пn оo рp ԛq гr ѕs тt цu ѵv ԝw хx уy ҽe ӕae
  αa βb ϲc εe ηn ιi κk νv οo ρp τt υu χx ωw ѡw γy
  `
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

/** Frequently imitated companies, besides mailbox providers. */
const IMITATED_BRANDS: ReadonlySet<string> = new Set(
  'apple.com amazon.com google.com microsoft.com paypal.com facebook.com linkedin.com netflix.com'.split(
    ' ',
  ),
);

/** A label with both Latin and Greek or Cyrillic letters, which no large registry allows. */
const MIXED_SCRIPTS = /(?:[a-z][^.]*[\u0370-\u052f]|[\u0370-\u052f][^.]*[a-z])/;

function findImitatedDomain(ascii: string): string | undefined {
  const domain = ascii.includes('xn--') ? toULabels(ascii) : ascii;
  if (!/[\u0370-\u052f]/.test(domain)) return undefined;
  const lookalike = [...domain].map((letter) => HOMOGLYPHS.get(letter) ?? letter).join('');
  if (!/^[a-z0-9.-]+$/.test(lookalike)) return undefined;
  return MIXED_SCRIPTS.test(domain) || IMITATED_BRANDS.has(lookalike) || FREE_DOMAINS.has(lookalike)
    ? lookalike
    : undefined;
}

/**
 * Computes the optimal string alignment distance, which counts insertions, deletions, replacements
 * and swaps of adjacent characters.
 */
export function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (last[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const swapped =
        one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
          ? (beforeLast[column - 2] ?? Infinity) + 1
          : Infinity;
      current[column] = Math.min(
        replaced,
        swapped,
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}

const POPULAR_DOMAIN_SET: ReadonlySet<string> = new Set(POPULAR_DOMAINS);

/**
 * Minimum length of a distinctive name. Shorter names are common words or abbreviations: `me.co`
 * may be intended, whereas `outlook.cm` is a typo.
 */
const MIN_DISTINCT_NAME = 5;

/**
 * Suggests a likelier address if the domain looks mistyped or imitated, or if the local part has
 * typographic characters or superfluous dots; otherwise undefined. A suggestion is not a verdict: a
 * rare domain that resembles a popular one may well be intended.
 */
export function suggestCorrection({
  local,
  ascii,
}: Pick<ParsedAddress, 'local' | 'ascii'>): string | undefined {
  const correctedDomain = correctDomain(ascii) ?? ascii;
  const name = PLAIN_NAME.test(local) ? local : withSingleDots(normalizeTypography(local));
  return correctedDomain === ascii && name === local ? undefined : `${name}@${correctedDomain}`;
}

/** Matches names that need no normalization: nearly all local parts, and quoted local parts. */
const PLAIN_NAME = /^(?:"|[\w+-]+(?:\.[\w+-]+)*$)/;

const withSingleDots = (local: string): string =>
  local.replaceAll(/^\.+|(?<!\.)\.+$|(?<=\.)\.+/g, '');

/** Gmail has mailboxes only at `gmail.com`. */
const GMAIL_ELSEWHERE = /^gmail\.[a-z]{1,4}(?:\.[a-z]{1,3})?$/;

export function correctDomain(domain: string): string | undefined {
  const correction = DOMAIN_TYPOS.get(domain);
  if (correction !== undefined || isKnown(domain)) return correction;
  if (GMAIL_ELSEWHERE.test(domain)) return 'gmail.com';
  const imitated = findImitatedDomain(domain);
  if (imitated !== undefined) return correctDomain(imitated) ?? imitated;
  // A letter of a two-letter ending was typed twice: `gmx.dee`.
  const withoutDoubledLetter = domain.replace(/\.([a-z])\1?([a-z])\2?$/, '.$1$2');
  if (isKnown(withoutDoubledLetter)) return withoutDoubledLetter;
  return correctEnding(domain, 2) ?? correctEnding(domain, 1) ?? nearestPopular(domain);
}

function isKnown(domain: string): boolean {
  return (
    POPULAR_DOMAIN_SET.has(domain) || FREE_DOMAINS.has(domain) || LEGITIMATE_LOOKALIKES.has(domain)
  );
}

/** A repeated ending without the dot, or an ending followed by digits: `comcom`, `com1`. */
const REPEATED_ENDING = /^(com|net|org|fr|de|it|es)(?:\1|\d+)$/;

/** Corrects `orange.rf` or `hotmail.fr.con`. @param size number of labels in the ending */
function correctEnding(domain: string, size: number): string | undefined {
  const labels = domain.split('.');
  const ending = labels.slice(-size).join('.');
  const name = labels.slice(0, -size).join('.');
  if (name === '') return undefined;

  const realCorrection = REAL_TLD_TYPOS.get(ending);
  if (realCorrection !== undefined) {
    const candidate = `${name}.${realCorrection}`;
    const known =
      resolveKnown(candidate) ?? (size === 1 ? nearestPopular(candidate, 1) : undefined);
    const isTypo = size === 2 || (known !== undefined && isPopularName(known));
    return isTypo ? known : undefined;
  }

  const correction = TLD_TYPOS.get(ending) ?? REPEATED_ENDING.exec(ending)?.[1];
  if (correction === undefined) return undefined;
  const corrected = `${name}.${correction}`;
  // People who are used to `.com` also type it after names with another ending: `orange.con`.
  const other = correction === 'com' && !name.includes('.') ? popularWithName(name) : undefined;
  return resolveKnown(corrected) ?? other ?? nearestPopular(corrected) ?? corrected;
}

function resolveKnown(domain: string): string | undefined {
  return DOMAIN_TYPOS.get(domain) ?? (isKnown(domain) ? domain : undefined);
}

function isPopularName(domain: string): boolean {
  return POPULAR_DOMAIN_SET.has(domain) && nameOf(domain).length >= MIN_DISTINCT_NAME;
}

function popularWithName(name: string): string | undefined {
  return POPULAR_DOMAINS.find((popular) => nameOf(popular) === name);
}

const CORRECTION_TARGETS = POPULAR_DOMAINS.map((domain) => {
  const name = nameOf(domain);
  // Two edits are a likely typo only in a long name.
  return { domain, name, maxEdits: name.length < 7 ? 1 : 2, letters: letterBits(domain) };
});

/** Returns the closest popular domain, if the edits are a likely typo. */
function nearestPopular(domain: string, maxEdits = 2): string | undefined {
  const written = nameOf(domain);
  const letters = letterBits(domain);
  let best: string | undefined;
  let fewestEdits = Infinity;
  for (const target of CORRECTION_TARGETS) {
    if (Math.abs(target.domain.length - domain.length) > target.maxEdits) continue;
    // An edit changes at most two bits. Without this check, a search takes 270 µs instead of 10 µs.
    if (countBits(target.letters ^ letters) > 2 * target.maxEdits) continue;
    const edits = editDistance(domain, target.domain);
    if (edits > Math.min(maxEdits, target.maxEdits) || edits >= fewestEdits) continue;
    if (!isLikelyTypo(written, target.name, edits)) continue;
    best = target.domain;
    fewestEdits = edits;
  }
  return best;
}

function isLikelyTypo(written: string, name: string, edits: number): boolean {
  // The same name under another TLD is a different domain. The caller corrects typos of TLDs.
  if (written === name) return false;
  const sameStart = written[0] === name[0];
  // A mistyped first letter is a neighboring key: `fmail` is `gmail`, but `xmail` is another name.
  const otherStart = !sameStart && written.slice(1) === name.slice(1);
  if (otherStart && !areAdjacentKeys(written[0] ?? '', name[0] ?? '')) return false;
  // A short name resembles many others, so only doubled or swapped letters count as typos.
  if (name.length <= 4)
    return written.length >= name.length && letterBits(written) === letterBits(name);
  return edits === 1 || (sameStart && Math.abs(written.length - name.length) <= 1);
}

function letterBits(text: string): number {
  let bits = 0;
  for (const letter of text) bits |= 1 << (letter.charCodeAt(0) & 31);
  return bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function nameOf(domain: string): string {
  return domain.split('.', 1)[0] ?? '';
}
