import { COMMON_PASSWORDS, COMMON_ROOTS } from './data/common-passwords.ts';

/** Characters around a common word that do not yet make it a password of its own. */
const MOST_AROUND = 6;
/** Shorter names would forbid too much: "Al" is in half of all words. */
const SHORTEST_NAME = 4;

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const spelled = (text: string): string =>
  text.replaceAll(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);

const trimmed = (text: string): string => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** `abcabc` → `abc`. */
const unrepeated = (text: string): string => /^(.+?)\1+$/u.exec(text)?.[1] ?? text;

/** The words a password may consist of, once digits around it and look-alikes in it are undone. */
function rootsOf(password: string): Set<string> {
  const bare = trimmed(password);
  const bases = [
    bare,
    spelled(bare),
    trimmed(spelled(password)),
    password.replaceAll(/[^\p{L}]/gu, ''),
  ];
  return new Set(bases.flatMap((base) => [base, unrepeated(base)]));
}

/** Digits that count up, count down, repeat, or are a year. */
const isPlain = (digits: string): boolean =>
  '01234567890123456789'.includes(digits) ||
  '98765432109876543210'.includes(digits) ||
  unrepeated(digits).length <= 2 ||
  /^(?:19|20)\d\d$/.test(digits);

/**
 * Whether a password is among the first anybody would try: a well-known one, a common word or a
 * word of its context (the product, the person) with a few characters around it, or plain digits
 * with a letter or two. Case and look-alikes (`P4ssw0rd`) make no difference.
 */
export function isCommonPassword(password: string, context: readonly string[]): boolean {
  const lower = password.toLowerCase();
  if (COMMON_PASSWORDS.has(lower)) return true;

  const names = new Set(
    context
      .flatMap((each) => [each, ...each.split(/[^\p{L}]+/u)])
      .map((each) => trimmed(each.toLowerCase()))
      .filter((each) => each.length >= SHORTEST_NAME),
  );
  for (const root of rootsOf(lower)) {
    const isKnown = COMMON_ROOTS.has(root) || names.has(root);
    const around = lower.length - root.length;
    if (isKnown && (around <= MOST_AROUND || unrepeated(trimmed(lower)) === root)) return true;
  }

  const letters = lower.replaceAll(/[^\p{L}]/gu, '');
  const digits = lower.replaceAll(/\D/g, '');
  return letters.length <= 2 && letters.length + digits.length === lower.length && isPlain(digits);
}
