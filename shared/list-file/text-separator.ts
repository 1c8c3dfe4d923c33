import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { addressOfCell } from './address-cell.ts';
import { isKnownName } from './header.ts';

/**
 * These characters occur in most local parts, so they only separate a number, label or bullet at
 * the start.
 */
const PREFIX_SEPARATORS = '.-_+';
const PREFIX = /^\s*(\d{1,7}|e-?mail|mail|courriel|)$/i;
/** A character that may separate text from an address. Quotes occur in names such as O'Neil. */
const POSSIBLE_SEPARATOR = /[^\p{L}\p{N}\s@"'<>()]|[þÞ]/gu;
/** Guests of Microsoft Entra, and sender addresses that SRS and BATV rewrite. */
const REWRITTEN = /#ext#@|^(?:srs[01]|prvs|btv1|msprvs1)[=+-]/i;
const DOMAIN_NAME = /^(?:[a-z\d-]+\.)+[a-z]{2,}$/i;

/** Minimum rows to judge a file by, with the share of rows that must agree. */
const MIN_ROWS = [
  [50, 0.9],
  [10, 1],
] as const;
const MIN_SHARE = 0.9;
const SAMPLED_CELLS = 1000;
const MAX_CANDIDATES = 16;

/** Text around the address in nearly every row, which a separator would cut off. */
export interface FoundSeparator {
  readonly separator: string;
  /** Whether the header has the same separators, and names the address. */
  readonly isNamed: boolean;
  /** The unchanged first cell, and its address without the text around it. */
  readonly whole: string;
  readonly address: string;
}

/** Whether the separator separates cells, unlike one that only follows a number or label. */
export const separatesCells = (separator: string): boolean =>
  separator.length === 1 && !PREFIX_SEPARATORS.includes(separator);

/** Returns the parts of a cell, and which of them has the address; undefined if it has one part. */
function cut(cell: string, separator: string): { parts: string[]; at: number } | undefined {
  let parts = cell.split(separator);
  if (PREFIX_SEPARATORS.includes(separator)) {
    const [first = '', ...rest] = parts;
    const isPrefix = PREFIX.test(first) && /^\p{L}/u.test(rest[0] ?? '');
    parts = isPrefix ? [first, rest.join(separator)] : [cell];
  }
  const at = parts.findIndex((part) => part.includes('@'));
  return parts.length > 1 && at >= 0 && !REWRITTEN.test(cell) ? { parts, at } : undefined;
}

/** Extracts the first address of a cell, without the text that a separator cuts off. */
export function addressOfText(cell: string, separator: string | undefined): string {
  const found = separator === undefined ? undefined : cut(cell, separator);
  return addressOfCell(found?.parts[found.at] ?? cell);
}

/**
 * Finds the separator of a file in which the same text surrounds every address: such an address is
 * valid, but does not exist. The first rows are judged together, because a single such address may
 * be right.
 */
export function findTextSeparator(
  rows: readonly (readonly string[])[],
): FoundSeparator | undefined {
  const first = rows.findIndex((row) => row.some((cell) => cell.includes('@')));
  const column = rows[first]?.findIndex((cell) => cell.includes('@')) ?? 0;
  const name = rows[first - 1]?.[column] ?? '';
  const cells = rows
    .slice(Math.max(0, first), first + SAMPLED_CELLS)
    .map((row) => row[column] ?? '')
    .filter((cell) => cell.includes('@'));
  const candidates = new Set(cells.slice(0, 2).join('').match(POSSIBLE_SEPARATOR));
  for (const separator of [...candidates].slice(0, MAX_CANDIDATES)) {
    const found = judge(cells, separator, name);
    if (found) return found;
  }
  return undefined;
}

function judge(
  cells: readonly string[],
  separator: string,
  name: string,
): FoundSeparator | undefined {
  const read = cells.flatMap((cell) => {
    const found = cut(cell, separator);
    const address = found && addressOfCell(found.parts[found.at] ?? '');
    const parsed = address === undefined ? undefined : readAddress(address);
    return found && address && parsed && address !== addressOfCell(cell)
      ? [{ ...found, ...parsed, cell, address }]
      : [];
  });
  const sameCount = [...Map.groupBy(read, ({ parts }) => parts.length).values()];
  const [alike = []] = sameCount.toSorted((one, other) => other.length - one.length);
  const [example] = alike;
  const share = alike.length / cells.length;
  if (!example || share < MIN_SHARE) return undefined;
  if (new Set(alike.map(({ key }) => key)).size <= alike.length / 2) return undefined;
  if (PREFIX_SEPARATORS.includes(separator) && !hasPrefixes(alike.map(({ parts }) => parts[0])))
    return undefined;
  if (encodesAddresses(alike, separator)) return undefined;
  const { cell: whole, address, at, parts } = example;
  const names = name.split(separator);
  const isNamed = names.length === parts.length && isKnownName(names[at] ?? '');
  const isJudged = MIN_ROWS.some(([count, least]) => cells.length >= count && share >= least);
  return isNamed || isJudged ? { separator, isNamed, whole, address } : undefined;
}

/** Whether the texts before the separators are a running number, or the same label or bullet. */
function hasPrefixes(texts: readonly (string | undefined)[]): boolean {
  const isRunning = (text: string | undefined, at: number): boolean =>
    at === 0 || Number(text) - Number(texts[at - 1]) === 1;
  const isSame = (text: string | undefined): boolean => text === texts[0];
  const test = /\d/.test(texts[0] ?? '') ? isRunning : isSame;
  return texts.filter(test).length >= MIN_SHARE * texts.length;
}

/** Whether one domain's addresses contain others: `jane=example.com@lists.example` (VERP). */
const encodesAddresses = (
  found: readonly { readonly address: string; readonly domain: string }[],
  separator: string,
): boolean =>
  '=%!'.includes(separator) &&
  found.every(({ domain }) => domain === found[0]?.domain) &&
  found.every(({ address }) => DOMAIN_NAME.test(address.slice(0, address.lastIndexOf('@'))));
