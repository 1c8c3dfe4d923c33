import { FREE_DOMAINS } from '../data/free-domains.ts';
import { POPULAR_DOMAINS } from '../data/popular-domains.ts';
import { editDistance } from './edit-distance.ts';
import { areNeighbours } from './keyboard.ts';
import type { ParsedAddress } from './types.ts';

const POPULAR: ReadonlySet<string> = new Set(POPULAR_DOMAINS);

/** Endings that are no top-level domain, whatever stands before them, and what was meant. */
const ENDING_SLIPS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    con: 'com',
    cmo: 'com',
    ocm: 'com',
    comm: 'com',
    coom: 'com',
    ccom: 'com',
    cpm: 'com',
    clm: 'com',
    cim: 'com',
    xom: 'com',
    vom: 'com',
    c0m: 'com',
    c: 'com',
    coml: 'com',
    copm: 'com',
    comn: 'com',
    'com.con': 'com',
    'com.cmo': 'com',
    'fr.fr': 'fr',
    ffr: 'fr',
    frr: 'fr',
    rf: 'fr',
    f: 'fr',
    fe: 'fr',
    fre: 'fr',
    'fr.con': 'fr',
    'fr.cmo': 'fr',
    'net.net': 'net',
    nte: 'net',
    ent: 'net',
    nett: 'net',
    nt: 'net',
    'de.de': 'de',
    d: 'de',
    couk: 'co.uk',
    'co.k': 'co.uk',
    'con.br': 'com.br',
    'com.b': 'com.br',
    og: 'org',
    orgg: 'org',
    ogr: 'org',
  }),
);

/** Real endings, so slips only where the name before them is a popular one's. */
const REAL_ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'com.fr': 'fr',
    'fr.com': 'fr',
    'com.com': 'com',
    'com.uk': 'co.uk',
    co: 'com',
    cm: 'com',
    om: 'com',
    ne: 'net',
    et: 'net',
  }),
);

/** Common words before the ending of a country are anybody's name. */
const MIN_NAME_BEFORE_COUNTRY = 5;

/** Sound names on which hardly anybody has mail, and what was meant. */
const DOMAIN_SLIPS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'gmail.fr': 'gmail.com',
    'gmail.net': 'gmail.com',
    'gmail.de': 'gmail.com',
    'gmail.it': 'gmail.com',
    'gmail.es': 'gmail.com',
    'gmail.be': 'gmail.com',
    'gmail.ch': 'gmail.com',
    'gmail.ca': 'gmail.com',
    'gmail.co.uk': 'gmail.com',
    'gmail.com.br': 'gmail.com',
    'aol.co': 'aol.com',
    'aol.cm': 'aol.com',
    'live.co': 'live.com',
    'live.cm': 'live.com',
    'msn.co': 'msn.com',
    'yahoomail.com': 'yahoo.com',
    'icloud.fr': 'icloud.com',
    'wanadoo.com': 'wanadoo.fr',
    'laposte.com': 'laposte.net',
    'laposte.fr': 'laposte.net',
    'numericable.com': 'numericable.fr',
    'fre.fr': 'free.fr',
  }),
);

/** Words and companies that happen to be a letter from a popular domain. */
const NAMES_OF_OTHERS: ReadonlySet<string> = new Set(
  `
  cloud.com range.fr grange.fr voile.fr viola.fr liber.it libera.it alive.it plant.nl telnet.be
  photon.me proto.me
  `
    .trim()
    .split(/\s+/),
);

/**
 * A likelier spelling of an address whose domain looks mistyped, or undefined. It never judges the
 * address: a rare domain near a popular one may well be meant, so known domains are left alone and
 * short names need a plain slip of the fingers, not a mere likeness.
 */
export function suggest({ local, ascii }: ParsedAddress): string | undefined {
  const slip = DOMAIN_SLIPS.get(ascii);
  if (slip === undefined && isKnown(ascii)) return undefined;
  const domain = slip ?? mendEnding(ascii) ?? mendDot(ascii) ?? nearest(ascii);
  return domain === undefined || domain === ascii ? undefined : `${local}@${domain}`;
}

function mendEnding(ascii: string): string | undefined {
  for (const parts of [2, 1]) {
    const labels = ascii.split('.');
    if (labels.length <= parts) continue;
    const ending = labels.slice(-parts).join('.');
    const slip = ENDING_SLIPS.get(ending);
    const meant = slip ?? REAL_ENDINGS.get(ending);
    if (meant === undefined) continue;
    const names = labels.slice(0, -parts);
    const mended = `${names.join('.')}.${meant}`;
    const known = DOMAIN_SLIPS.get(mended) ?? (isKnown(mended) ? mended : undefined);
    if (slip === undefined) {
      if (known !== undefined && (parts === 2 || isPopularAbroad(known))) return known;
      continue;
    }
    // A hand that knows `.com` by heart writes it behind names that have another ending.
    const twin = meant === 'com' && names.length === 1 ? popularByName(ascii) : undefined;
    return known ?? twin ?? nearest(mended) ?? mended;
  }
  return undefined;
}

function isKnown(domain: string): boolean {
  return POPULAR.has(domain) || FREE_DOMAINS.has(domain) || NAMES_OF_OTHERS.has(domain);
}

function isPopularAbroad(domain: string): boolean {
  return POPULAR.has(domain) && nameOf(domain).length >= MIN_NAME_BEFORE_COUNTRY;
}

function popularByName(ascii: string): string | undefined {
  return POPULAR_DOMAINS.find((domain) => nameOf(domain) === nameOf(ascii));
}

/** `gmailcom`, `orangefr`: the dot is what is missing. */
function mendDot(ascii: string): string | undefined {
  if (ascii.includes('.')) return undefined;
  return POPULAR_DOMAINS.find((domain) => {
    const isName = nameOf(domain) === ascii && ascii.length >= 5;
    return isName || domain.replaceAll('.', '') === ascii;
  });
}

interface Target {
  domain: string;
  name: string;
  /** One bit for each letter, for a quick look at whether two domains can be near at all. */
  letters: number;
  /** Most edits at which a likeness still is a likely slip: two behind a long name only. */
  maxEdits: number;
}

const TARGETS: readonly Target[] = POPULAR_DOMAINS.map((domain) => {
  const name = nameOf(domain);
  return { domain, name, letters: letterBits(domain), maxEdits: name.length < 7 ? 1 : 2 };
});

/** The popular domain nearest by edits, if it is near enough for the length of its name. */
function nearest(ascii: string): string | undefined {
  const written = letterBits(ascii);
  let best: { domain: string; distance: number } | undefined;
  for (const target of TARGETS) {
    // An edit adds one letter and drops one at the most.
    if (Math.abs(target.domain.length - ascii.length) > target.maxEdits) continue;
    if (countBits(target.letters ^ written) > 2 * target.maxEdits) continue;
    const distance = editDistance(ascii, target.domain);
    if (distance < (best?.distance ?? Infinity) && isLikely(ascii, target, distance)) {
      best = { domain: target.domain, distance };
    }
  }
  return best?.domain;
}

function isLikely(ascii: string, { name, maxEdits }: Target, distance: number): boolean {
  const written = nameOf(ascii);
  // One name under two endings is two domains: only the known slips above may change an ending.
  if (written === name || distance > maxEdits) return false;
  // Nobody's finger slips across the keyboard at the first letter: `xmail` is a name.
  const isOtherFirst = written[0] !== name[0] && written.slice(1) === name.slice(1);
  if (isOtherFirst && !areNeighbours(written[0] ?? '', name[0] ?? '')) return false;
  // A short name is near many others, so there only doubled or swapped letters are a slip.
  if (name.length <= 4) {
    return written.length >= name.length && letterBits(written) === letterBits(name);
  }
  return distance === 1 || (written[0] === name[0] && Math.abs(written.length - name.length) <= 1);
}

function letterBits(text: string): number {
  let bits = 0;
  for (let index = 0; index < text.length; index++) bits |= 1 << (text.charCodeAt(index) & 31);
  return bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function nameOf(domain: string): string {
  return domain.split('.', 1)[0] ?? '';
}
