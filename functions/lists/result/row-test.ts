import { readAddress } from '../../../shared/address/read-address.ts';
import type { RowFilter } from '../../../shared/contract/list-rows.ts';
import { VERDICT_REASONS, type VerdictReason, statusOf } from '../../../shared/model/verdict.ts';
import { domainOfCell } from '../rules/domain-of-cell.ts';

/** What a filter asks of a row, each question alone. */
export interface RowTest {
  readonly reasons: ReadonlySet<VerdictReason>;
  /** In ASCII and lower case; undefined where every one is let through. */
  readonly domain: string | undefined;
  /** In lower case; undefined where every one is let through. */
  readonly text: string | undefined;
  /** Whether only those are let through whose verdict the last recheck changed. */
  readonly changed: boolean;
  /** Whether a row of the file, with its address, is of the domain and holds the text. */
  isOf(address: string, cells: readonly string[]): boolean;
}

export function rowTest({ status, reason, domain, q, only }: RowFilter): RowTest {
  const asked = domain?.trim() || undefined;
  const ascii = asked && (readAddress(`a@${asked}`)?.domain ?? asked.toLowerCase());
  const text = q?.trim().toLowerCase() || undefined;
  return {
    reasons: new Set(
      VERDICT_REASONS.filter(
        (each) =>
          (status === undefined || statusOf(each) === status) &&
          (reason === undefined || each === reason),
      ),
    ),
    domain: ascii,
    text,
    changed: only === 'changed',
    isOf: (address, cells) =>
      (ascii === undefined || domainOfCell(address) === ascii) &&
      (text === undefined || cells.some((cell) => cell.toLowerCase().includes(text))),
  };
}
