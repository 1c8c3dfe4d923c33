import type { MailboxState } from '../kinds/kind.ts';
import { createAllShuffles, hash, pick, type Shuffle } from './hash.ts';
import { FIRST_NAMES, LAST_NAMES, removeAccents, ROLES } from './names.ts';
import { type Domain, stateOfListedMailbox } from './simulated-internet.ts';

export type Spelling = 'plain' | 'quoted' | 'accented';

const PEOPLE_COUNT = FIRST_NAMES.length * LAST_NAMES.length;
const SHUFFLES = createAllShuffles(PEOPLE_COUNT);

const PLAIN_FIRST = FIRST_NAMES.map(removeAccents);
const PLAIN_LAST = LAST_NAMES.map(removeAccents);
const FIRST_BY_NAME = new Map(PLAIN_FIRST.map((name, index) => [name, index]));
const LAST_BY_NAME = new Map(PLAIN_LAST.map((name, index) => [name, index]));
const ROLE_BY_NAME = new Map(ROLES.entries().map(([ordinal, name]) => [name, ordinal]));

/**
 * Separators between first and last name. All addresses of a company use the same style; on a
 * consumer domain, each person chooses one.
 */
const STYLES = ['.', '.', '.', '.', '_', '-', '.', '.'] as const;
const REVERSED_STYLE = 7;
const FIRST_BIRTH_YEAR = 1949;

/** Returns `undefined` if the mailbox has no such spelling. */
export function generateLocalPart(
  domain: Domain,
  ordinal: number,
  spelling: Spelling,
): string | undefined {
  const role = roleAt(domain, ordinal);
  if (role !== undefined) return spelling === 'plain' ? role : undefined;
  const person = shuffleOf(domain).forward(ordinal % PEOPLE_COUNT, domain.key);
  const first = Math.floor(person / LAST_NAMES.length);
  const last = person % LAST_NAMES.length;
  const styleHash = domain.kind.largeDomains ? hash(domain.key, person) : domain.key;
  const style = (styleHash >>> 8) % STYLES.length;
  const suffix = suffixOf(domain, Math.floor(ordinal / PEOPLE_COUNT), styleHash);
  const accented = spelling === 'accented';
  const applyCase = domain.variant.server?.caseSensitive ? capitalize : String;
  const firstName = applyCase((accented ? FIRST_NAMES : PLAIN_FIRST)[first] ?? '');
  const lastName = applyCase((accented ? LAST_NAMES : PLAIN_LAST)[last] ?? '');
  if (spelling === 'quoted') return `"${firstName} ${lastName}${suffix}"`;
  if (accented && firstName === PLAIN_FIRST[first] && lastName === PLAIN_LAST[last])
    return undefined;
  const separator = STYLES[style] ?? '.';
  return style === REVERSED_STYLE
    ? `${lastName}${separator}${firstName}${suffix}`
    : `${firstName}${separator}${lastName}${suffix}`;
}

const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns `undefined` if `local`, as written in an address, belongs to no listed mailbox. */
export function ordinalOf(domain: Domain, local: string): number | undefined {
  const exact = local.startsWith('"') ? local.slice(1, -1).replaceAll(/\\(.)/gu, '$1') : local;
  const content = exact.toLowerCase();
  const role = ROLE_BY_NAME.get(content);
  if (role !== undefined) return roleAt(domain, role) === undefined ? undefined : role;
  const ascii = /^([a-z]+)([ ._-])([a-z]+)(\d{0,4})$/u.exec(content);
  const [, left, separator, right, digits] =
    ascii ?? /^(\p{L}+)([ ._-])(\p{L}+)(\d{0,4})$/u.exec(content.normalize('NFC')) ?? [];
  if (left === undefined || right === undefined) return undefined;
  const [a, b] = ascii ? [left, right] : [removeAccents(left), removeAccents(right)];
  const first = FIRST_BY_NAME.get(a) ?? FIRST_BY_NAME.get(b);
  const last = LAST_BY_NAME.get(b) ?? LAST_BY_NAME.get(a);
  if (first === undefined || last === undefined) return undefined;
  const generation = digits?.length === 4 ? Number(digits) - FIRST_BIRTH_YEAR : 0;
  if (generation < 0) return undefined;
  const person = shuffleOf(domain).back(first * LAST_NAMES.length + last, domain.key);
  const ordinal = person + generation * PEOPLE_COUNT;
  const spelling = separator === ' ' ? 'quoted' : ascii ? 'plain' : 'accented';
  const compared = domain.variant.server?.caseSensitive ? exact : content;
  const written = spelling === 'quoted' ? `"${compared}"` : compared.normalize('NFC');
  return generateLocalPart(domain, ordinal, spelling) === written ? ordinal : undefined;
}

/**
 * Local parts with a mailbox at well-known and disposable domains: words of up to twelve letters,
 * separated by punctuation, then up to four digits. Excludes most random strings, and everything
 * that starts with `nobody`.
 */
const PLAUSIBLE_NAME = /^(?!nobody)[a-z]{1,12}(?:[._+-][a-z]{1,12})*\d{0,4}$/iu;

/** @param local the local part as written in an address */
export function mailboxStateOf(domain: Domain, local: string): MailboxState {
  const { wellKnown, disposable } = domain.kind;
  const ordinal = wellKnown ? undefined : ordinalOf(domain, local);
  if (ordinal !== undefined) return stateOfListedMailbox(domain, ordinal);
  return (wellKnown || disposable) && PLAUSIBLE_NAME.test(local) ? 'open' : 'absent';
}

/** Consumer domains have only the mandatory postmaster. */
function roleAt(domain: Domain, ordinal: number): string | undefined {
  const role = ROLES.get(ordinal);
  return domain.kind.largeDomains && role !== 'postmaster' ? undefined : role;
}

const shuffleOf = ({ key }: Domain): Shuffle => pick(SHUFFLES, key >>> 16);

/**
 * The first person with a name has no suffix; on consumer domains, some have a two-digit year.
 * Further people with the same name append their year of birth.
 */
function suffixOf(domain: Domain, generation: number, styleHash: number): string {
  if (generation > 0) return String(FIRST_BIRTH_YEAR + generation);
  const year = (styleHash >>> 16) % 160;
  return domain.kind.largeDomains && year >= 50 && year < 100 ? String(year) : '';
}
