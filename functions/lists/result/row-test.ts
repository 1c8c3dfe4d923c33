import { readAddress } from '../../../packages/verifier/src/address/read-address.ts';
import type { RowFilter } from '../../../shared/contract/list-rows.ts';
import { VERDICT_REASONS, type VerdictReason, statusOf } from '../../../shared/model/verdict.ts';
import { scoreOf } from '../../checks/rules/score.ts';
import { domainOfCell } from '../rules/domain-of-cell.ts';
import { evidenceIn, hasBit } from '../rules/row-facts.ts';

/** Without `duplicates` no row is let through whose address an earlier one has. */
export type AskedRows = RowFilter & { readonly duplicates?: boolean };

/** What a filter asks of a row, each question alone. */
export interface RowTest {
  readonly reasons: ReadonlySet<VerdictReason>;
  /** In ASCII and lower case; undefined where every one is let through. */
  readonly domain: string | undefined;
  /** In lower case; undefined where every one is let through. */
  readonly text: string | undefined;
  /** Asks what is kept of a verdict; undefined where every one is let through. */
  readonly isOfVerdict: ((reason: VerdictReason, flags: number) => boolean) | undefined;
  /** Whether the reason alone decides, so that the index has counted these rows. */
  readonly isCounted: boolean;
  /** Whether a row of the file, with its address, is of the domain and holds the text. */
  isOf(address: string, cells: readonly string[]): boolean;
}

/** @param living of the list, as `livingOf` gives it: some scores follow it */
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
