import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { addressOfCell } from './address-cell.ts';
import { isEmailName } from './header.ts';

/** Number of rows that decide which column contains the addresses. */
export const SAMPLED_ROWS = 1000;
/** Another column is proposed if it has this many times the addresses of the first one. */
const CLEAR_MAJORITY_FACTOR = 2;
/** An `@`, also in full width or as an escape. */
const AT = /[@＠]|%40|&#|&commat;/i;
/** Columns with this share of the highest count are equally likely; their names decide. */
const NEAR_TIE_SHARE = 0.9;

export function createColumnCounts() {
  const keysByColumn: Set<string>[] = [];
  return {
    add(row: readonly string[]): void {
      for (const [column, cell] of row.entries()) {
        const keys = (keysByColumn[column] ??= new Set());
        const key = AT.test(cell) ? readAddress(addressOfCell(cell))?.key : undefined;
        if (key) keys.add(key);
      }
    },
    counts: (): number[] => Array.from(keysByColumn, ({ size }) => size),
  };
}

/**
 * Proposes the address column: among those with nearly the most addresses, one named "email";
 * otherwise the first column, unless another has clearly more; otherwise the leftmost.
 * @param counts distinct valid addresses of each column
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
  const named = candidates.find((column) => isEmailName(header?.[column] ?? ''));
  return named ?? (isClearMajority(counts, candidates[0]) ? candidates[0] : undefined) ?? 0;
}

export const isClearMajority = (counts: readonly number[], column = 0): boolean =>
  (counts[column] ?? 0) > CLEAR_MAJORITY_FACTOR * (counts[0] ?? 0);
