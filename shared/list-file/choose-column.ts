import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { addressOfCell } from './address-cell.ts';
import { isEmailColumnName } from './header.ts';

/** Number of leading rows that decide which column contains the addresses. */
export const SAMPLED_ROWS = 1000;
/** Another column is proposed if it has more than this multiple of the first column's addresses. */
const CLEAR_MAJORITY_FACTOR = 2;
/** An `@`: plain, full-width or escaped. */
const AT_SIGN = /[@＠]|%40|&#|&commat;/i;
/** Between columns with at least this share of the maximum count, the names decide. */
const NEAR_TIE_SHARE = 0.9;

export function createColumnCounts() {
  const keysByColumn: Set<string>[] = [];
  return {
    add(row: readonly string[]): void {
      for (const [column, cell] of row.entries()) {
        const keys = (keysByColumn[column] ??= new Set());
        const key = AT_SIGN.test(cell) ? readAddress(addressOfCell(cell))?.key : undefined;
        if (key) keys.add(key);
      }
    },
    counts: (): number[] => Array.from(keysByColumn, ({ size }) => size),
  };
}

/**
 * Proposes the address column. Of the columns with nearly the most addresses, takes the first whose
 * name means "email", or else the leftmost if it has clearly more addresses than the file's first
 * column, or else the file's first column.
 * @param counts number of distinct valid addresses in each column
 */
export function proposeColumn(
  counts: readonly number[],
  header: readonly string[] | undefined,
): number {
  const maxCount = Math.max(0, ...counts);
  if (maxCount === 0) return 0;
  const candidates = [...counts.keys()].filter(
    (column) => (counts[column] ?? 0) >= NEAR_TIE_SHARE * maxCount,
  );
  const named = candidates.find((column) => isEmailColumnName(header?.[column] ?? ''));
  return named ?? (hasClearMajority(counts, candidates[0]) ? candidates[0] : undefined) ?? 0;
}

export const hasClearMajority = (counts: readonly number[], column = 0): boolean =>
  (counts[column] ?? 0) > CLEAR_MAJORITY_FACTOR * (counts[0] ?? 0);
