import { readAddress } from '../../../packages/verifier/src/address/read-address.ts';
import type { RowFilter } from '../../../shared/contract/list-rows.ts';
import { VERDICT_REASONS, type VerdictReason, statusOf } from '../../../shared/model/verdict.ts';
import { scoreOf } from '../../checks/rules/score.ts';
import { domainOfCell } from '../rules/domain-of-cell.ts';
import { evidenceInFlags, hasFlag } from '../rules/row-facts.ts';

/** If `duplicates` is false, rows that repeat the address of an earlier row are excluded. */
export type RowQuery = RowFilter & { readonly duplicates?: boolean };

export interface RowTest {
  readonly reasons: ReadonlySet<VerdictReason>;
  /** The domain in ASCII and lowercase; undefined accepts every domain. */
  readonly domain: string | undefined;
  /** The search text in lowercase; undefined accepts every text. */
  readonly text: string | undefined;
  /** Tests the stored facts of a verdict; undefined accepts every verdict. */
  readonly isOfVerdict: ((reason: VerdictReason, flags: number) => boolean) | undefined;
  /** Whether the test depends only on the reason, so that the index counts the matching rows. */
  readonly isCounted: boolean;
  /** Whether the row's address and cells match the domain and the text. */
  matchesContent(address: string, cells: readonly string[]): boolean;
}

/** @param existenceRate the list's `existenceRateOf`, which some scores depend on */
export function rowTest(
  { status, reason, domain, q, only, min_score: minScore, duplicates = true }: RowQuery,
  existenceRate?: number,
): RowTest {
  const queriedDomain = domain?.trim() || undefined;
  const asciiDomain =
    queriedDomain && (readAddress(`a@${queriedDomain}`)?.domain ?? queriedDomain.toLowerCase());
  const text = q?.trim().toLowerCase() || undefined;
  const flag = only === 'lasting' ? undefined : only;
  const filtersVerdict = flag !== undefined || minScore !== undefined || !duplicates;
  return {
    reasons: new Set(
      VERDICT_REASONS.filter(
        (each) =>
          (status === undefined || statusOf(each) === status) &&
          (reason === undefined || each === reason) &&
          (only !== 'lasting' || each !== 'disposable'),
      ),
    ),
    domain: asciiDomain,
    text,
    isOfVerdict: filtersVerdict
      ? (each, flags) =>
          (flag === undefined || hasFlag(flags, flag)) &&
          (duplicates || !hasFlag(flags, 'repeated')) &&
          (minScore === undefined ||
            scoreOf(each, evidenceInFlags(flags), existenceRate) >= minScore)
      : undefined,
    isCounted: asciiDomain === undefined && text === undefined && !filtersVerdict,
    matchesContent: (address, cells) =>
      (asciiDomain === undefined || domainOfCell(address) === asciiDomain) &&
      (text === undefined || cells.some((cell) => cell.toLowerCase().includes(text))),
  };
}
