import { COMMON_PASSWORDS, COMMON_ROOTS } from './common-passwords.ts';

/**
 * A password that contains a common word counts as common if it has at most this many other
 * characters.
 */
const MAX_EXTRA_CHARS = 6;
/**
 * Minimum length of names that a password must not be based on. Shorter names, such as "al", occur
 * in too many words.
 */
const MIN_NAME_LENGTH = 4;

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

const replaceLookalikes = (text: string): string =>
  text.replaceAll(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);

const trimNonLetters = (text: string): string =>
  text.replaceAll(/^[^\p{L}]+|(?<![^\p{L}])[^\p{L}]+$/gu, '');

/** For example, `abcabc` becomes `abc`. */
const collapseRepetition = (text: string): string => /^(.+?)\1+$/u.exec(text)?.[1] ?? text;

/**
 * Returns candidates for the word that a password is based on: the password without the non-letters
 * at its ends (also with look-alikes replaced by letters before or after trimming), and only its
 * letters.
 */
function basesOf(password: string): string[] {
  const core = trimNonLetters(password);
  return [
    core,
    replaceLookalikes(core),
    trimNonLetters(replaceLookalikes(password)),
    password.replaceAll(/[^\p{L}]/gu, ''),
  ];
}

function isTrivialDigits(digits: string): boolean {
  const unit = collapseRepetition(digits);
  return (
    unit.length <= 2 ||
    '01234567890123456789'.includes(unit) ||
    '98765432109876543210'.includes(unit) ||
    /^(?:19|20)\d\d$/.test(unit)
  );
}

/**
 * Whether a password is among the first guesses: a well-known password, a common word or context
 * word (product or person) with a few characters around it, or simple digits with at most two
 * letters. Ignores case and look-alikes (`P4ssw0rd`).
 * @param context names that the password must not be based on
 */
export function isCommonPassword(password: string, context: readonly string[]): boolean {
  const lower = password.toLowerCase();
  if (COMMON_PASSWORDS.has(lower)) return true;

  const names = new Set(
    context
      .flatMap((each) => [each, ...each.split(/[^\p{L}]+/u)])
      .map((each) => trimNonLetters(each.toLowerCase()))
      .filter((each) => each.length >= MIN_NAME_LENGTH),
  );
  for (const base of basesOf(lower)) {
    if (lower.length - base.length > MAX_EXTRA_CHARS) continue;
    const root = collapseRepetition(base);
    if ([base, root].some((word) => COMMON_ROOTS.has(word) || names.has(word))) return true;
  }

  const letters = lower.replaceAll(/[^\p{L}]/gu, '');
  const digits = lower.replaceAll(/\D/g, '');
  return (
    letters.length <= 2 &&
    letters.length + digits.length === lower.length &&
    isTrivialDigits(digits)
  );
}
