import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { addressOfCell } from './address-cell.ts';
import { isEmailName } from './header.ts';

/** Rows that decide which column has the addresses. */
export const WATCHED_ROWS = 1000;
/** How many times the addresses of the first column another one has that is proposed instead. */
const CLEARLY_MORE = 2;
/** An `@`, in full width or as an escape too. */
const AT = /[@＠]|%40|&#|&commat;/i;
/** Columns with this share of the most addresses are equally likely; their names decide. */
const NEAR_TIE = 0.9;

/** Counts the distinct valid addresses of each column. */
export function createColumnCounts() {
  const found: Set<string>[] = [];
  return {
    add(row: readonly string[]): void {
      for (const [column, cell] of row.entries()) {
        const known = (found[column] ??= new Set());
        const key = AT.test(cell) ? readAddress(addressOfCell(cell))?.key : undefined;
        if (key) known.add(key);
      }
    },
    counts: (): number[] => Array.from(found, ({ size }) => size),
  };
}

/**
 * The column that most likely has the addresses: of those with most of them, one called "email"; or
 * else the first column, unless another one has clearly more; or else the leftmost of those.
 * @param counts distinct valid addresses of each column
 */
export function proposeColumn(
  counts: readonly number[],
  header: readonly string[] | undefined,
): number {
  const most = Math.max(0, ...counts);
  if (most === 0) return 0;
  const near = [...counts.keys()].filter((column) => (counts[column] ?? 0) >= NEAR_TIE * most);
  const named = near.find((column) => isEmailName(header?.[column] ?? ''));
  return named ?? (isClearlyMore(counts, near[0]) ? near[0] : undefined) ?? 0;
}

/** Whether a column has more than twice the addresses of the first one. */
export const isClearlyMore = (counts: readonly number[], column = 0): boolean =>
  (counts[column] ?? 0) > CLEARLY_MORE * (counts[0] ?? 0);
