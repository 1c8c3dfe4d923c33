import { asTyped } from './as-typed.ts';
import { DOMAIN_SLIPS, ENDING_SLIPS, NAMES_OF_OTHERS, REAL_ENDING_SLIPS } from './domain-slips.ts';
import { FREE_DOMAINS } from './free-domains.ts';
import { POPULAR_DOMAINS } from './popular-domains.ts';
import { editDistance } from './edit-distance.ts';
import { imitated } from './homographs.ts';
import { areNeighbours } from './keyboard.ts';
import type { ParsedAddress } from './types.ts';

const POPULAR: ReadonlySet<string> = new Set(POPULAR_DOMAINS);

/** Shorter names are common words: `orange.co` may be meant, `wanadoo.co` is a slip. */
const MIN_DISTINCT_NAME = 5;

/**
 * A likelier spelling of an address whose domain looks mistyped or imitated, or whose local part has
 * typographic characters or superfluous dots; undefined if there is none. It says nothing about the
 * address itself: a rare domain that is near a popular one may well be meant.
 */
export function suggest({
  local,
  ascii,
}: Pick<ParsedAddress, 'local' | 'ascii'>): string | undefined {
  const domain = likelier(ascii) ?? ascii;
  const name = PLAIN_NAME.test(local) ? local : withSingleDots(asTyped(local));
  return domain === ascii && name === local ? undefined : `${name}@${domain}`;
}

/** Nearly all names, and those in quotes. */
const PLAIN_NAME = /^(?:"|[\w+-]+(?:\.[\w+-]+)*$)/;

const withSingleDots = (local: string): string =>
  local.replaceAll(/^\.+|(?<!\.)\.+$|(?<=\.)\.+/g, '');

function likelier(domain: string): string | undefined {
  const meant = DOMAIN_SLIPS.get(domain);
  if (meant !== undefined || isKnown(domain)) return meant;
  const twin = imitated(domain);
  if (twin !== undefined) return likelier(twin) ?? twin;
  // Endings of two letters are those of countries, so one with a letter twice does not exist.
  const single = domain.replace(/\.([a-z])\1?([a-z])\2?$/, '.$1$2');
  if (isKnown(single)) return single;
  return withEnding(domain, 2) ?? withEnding(domain, 1) ?? nearest(domain);
}

function isKnown(domain: string): boolean {
  return POPULAR.has(domain) || FREE_DOMAINS.has(domain) || NAMES_OF_OTHERS.has(domain);
}

/** An ending twice without the dot, or a digit after it: `comcom`, `com1`. */
const REPEATED = /^(com|net|org|fr|de|it|es)(?:\1|\d+)$/;

/**
 * Mends the ending: `orange.rf`, `hotmail.fr.con`.
 *
 * @param size labels of the ending
 */
function withEnding(domain: string, size: number): string | undefined {
  const labels = domain.split('.');
  const ending = labels.slice(-size).join('.');
  const name = labels.slice(0, -size).join('.');
  if (name === '') return undefined;

  const real = REAL_ENDING_SLIPS.get(ending);
  if (real !== undefined) {
    const mended = `${name}.${real}`;
    const known = knownAs(mended) ?? (size === 1 ? nearest(mended, 1) : undefined);
    const isSlip = size === 2 || (known !== undefined && isPopularName(known));
    return isSlip ? known : undefined;
  }

  const meant = ENDING_SLIPS.get(ending) ?? REPEATED.exec(ending)?.[1];
  if (meant === undefined) return undefined;
  const mended = `${name}.${meant}`;
  // People who are used to `.com` write it after names with another ending, too: `orange.con`.
  const other = meant === 'com' && !name.includes('.') ? popularWithName(name) : undefined;
  return knownAs(mended) ?? other ?? nearest(mended) ?? mended;
}

function knownAs(domain: string): string | undefined {
  return DOMAIN_SLIPS.get(domain) ?? (isKnown(domain) ? domain : undefined);
}

function isPopularName(domain: string): boolean {
  return POPULAR.has(domain) && nameOf(domain).length >= MIN_DISTINCT_NAME;
}

function popularWithName(name: string): string | undefined {
  return POPULAR_DOMAINS.find((popular) => nameOf(popular) === name);
}

const TARGETS = POPULAR_DOMAINS.map((domain) => {
  const name = nameOf(domain);
  // Two edits are a likely slip only in a long name.
  return { domain, name, maxEdits: name.length < 7 ? 1 : 2, letters: letterBits(domain) };
});

/** The popular domain with the fewest edits between, if they are likely to be a slip. */
function nearest(domain: string, maxEdits = 2): string | undefined {
  const written = nameOf(domain);
  const letters = letterBits(domain);
  let best: string | undefined;
  let fewest = Infinity;
  for (const target of TARGETS) {
    if (Math.abs(target.domain.length - domain.length) > target.maxEdits) continue;
    // An edit replaces one letter at most. Without this test a search takes 270 µs instead of 10.
    if (countBits(target.letters ^ letters) > 2 * target.maxEdits) continue;
    const edits = editDistance(domain, target.domain);
    if (edits > Math.min(maxEdits, target.maxEdits) || edits >= fewest) continue;
    if (!isLikelySlip(written, target.name, edits)) continue;
    best = target.domain;
    fewest = edits;
  }
  return best;
}

function isLikelySlip(written: string, name: string, edits: number): boolean {
  // One name with two endings is two domains, unless the ending is a known slip.
  if (written === name) return false;
  const sameStart = written[0] === name[0];
  // A finger slips to a neighbouring key only: `fmail` is `gmail`, `xmail` is a name.
  const otherStart = !sameStart && written.slice(1) === name.slice(1);
  if (otherStart && !areNeighbours(written[0] ?? '', name[0] ?? '')) return false;
  // A short name is near many others, so only doubled or swapped letters count.
  if (name.length <= 4)
    return written.length >= name.length && letterBits(written) === letterBits(name);
  return edits === 1 || (sameStart && Math.abs(written.length - name.length) <= 1);
}

/** One bit for each letter that occurs. */
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
