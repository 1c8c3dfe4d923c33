import { readAddress } from '../../../packages/verifier/src/address/read-address.ts';
import type { RowFilter } from '../../../shared/contract/list-rows.ts';
import { VERDICT_REASONS, type VerdictReason, statusOf } from '../../../shared/model/verdict.ts';
import { scoreOf } from '../../checks/rules/score.ts';
import { domainOfCell } from '../rules/domain-of-cell.ts';
import { evidenceIn, hasBit } from '../rules/row-facts.ts';

/** Without `duplicates`, rows that repeat an earlier row's address are excluded. */
export type AskedRows = RowFilter & { readonly duplicates?: boolean };

export interface RowTest {
  readonly reasons: ReadonlySet<VerdictReason>;
  /** The domain in ASCII and lower case; undefined to accept all. */
  readonly domain: string | undefined;
  /** The search text in lower case; undefined to accept all. */
  readonly text: string | undefined;
  /** Tests the stored facts of a verdict; undefined to accept all. */
  readonly isOfVerdict: ((reason: VerdictReason, flags: number) => boolean) | undefined;
  /** Whether only the reason decides, so that the index has the number of matching rows. */
  readonly isCounted: boolean;
  /** Whether a row, given its address and cells, matches the domain and the text. */
  isOf(address: string, cells: readonly string[]): boolean;
}

/** @param living as returned by `livingOf` for the list: some scores depend on it */
export function rowTest(
  { status, reason, domain, q, only, min_score: least, duplicates = true }: AskedRows,
  living?: number,
): RowTest {
  const asked = domain?.trim() || undefined;
  const ascii = asked && (readAddress(`a@${asked}`)?.domain ?? asked.toLowerCase());
  const text = q?.trim().toLowerCase() || undefined;
  const bit = only === 'lasting' ? undefined : only;
  const asksVerdict = bit !== undefined || least !== undefined || !duplicates;
  return {
    reasons: new Set(
      VERDICT_REASONS.filter(
        (each) =>
          (status === undefined || statusOf(each) === status) &&
          (reason === undefined || each === reason) &&
          (only !== 'lasting' || each !== 'disposable'),
      ),
    ),
    domain: ascii,
    text,
    isOfVerdict: asksVerdict
      ? (each, flags) =>
          (bit === undefined || hasBit(flags, bit)) &&
          (duplicates || !hasBit(flags, 'repeated')) &&
          (least === undefined || scoreOf(each, evidenceIn(flags), living) >= least)
      : undefined,
    isCounted: ascii === undefined && text === undefined && !asksVerdict,
    isOf: (address, cells) =>
      (ascii === undefined || domainOfCell(address) === ascii) &&
      (text === undefined || cells.some((cell) => cell.toLowerCase().includes(text))),
  };
}
