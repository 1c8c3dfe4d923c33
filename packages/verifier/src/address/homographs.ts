import { toULabels } from './idna.ts';
import { FREE_DOMAINS } from './free-domains.ts';

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

export function findImitatedDomain(ascii: string): string | undefined {
  const domain = ascii.includes('xn--') ? toULabels(ascii) : ascii;
  if (!/[\u0370-\u052f]/.test(domain)) return undefined;
  const lookalike = [...domain].map((letter) => HOMOGLYPHS.get(letter) ?? letter).join('');
  if (!/^[a-z0-9.-]+$/.test(lookalike)) return undefined;
  return MIXED_SCRIPTS.test(domain) || IMITATED_BRANDS.has(lookalike) || FREE_DOMAINS.has(lookalike)
    ? lookalike
    : undefined;
}
