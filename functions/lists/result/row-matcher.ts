import { readAddress } from '../../../packages/verifier/src/address/read-address.ts';
import type { INCLUDES, RowFilter } from '../../../shared/contract/list-rows.ts';
import {
  VERDICT_REASONS,
  type VerdictReason,
  statusForReason,
} from '../../../shared/model/verdict.ts';
import { computeScore } from '../../checks/rules/score.ts';
import { domainOfCell } from '../rules/domain-of-cell.ts';
import { decodeEvidence, hasFlag } from '../rules/row-facts.ts';

/**
 * If false, `duplicates` excludes rows that repeat the address of an earlier row, and `bounced`
 * excludes rows whose address bounced. `include` selects segments (see `composeRows`).
 */
export type RowQuery = RowFilter & {
  readonly duplicates?: boolean;
  readonly bounced?: boolean | undefined;
  readonly include?: readonly (typeof INCLUDES)[number][] | undefined;
};

export const needsBounces = ({ only, bounced }: RowQuery): boolean =>
  only === 'bounced' || bounced === false;

export interface RowMatcher {
  readonly reasons: ReadonlySet<VerdictReason>;
  /** The domain in ASCII and lowercase; undefined accepts every domain. */
  readonly domain: string | undefined;
  /** The search text in lowercase; undefined accepts every text. */
  readonly text: string | undefined;
  /** Whether the stored facts of a verdict match; undefined accepts every verdict. */
  readonly matchesVerdict: ((reason: VerdictReason, flags: number) => boolean) | undefined;
  /** Whether matching depends only on the reason, so that the index counts the matching rows. */
  readonly isCounted: boolean;
  /** Whether the row's address and cells match the filters for domain, text and bounces. */
  matchesContent(address: string, cells: readonly string[]): boolean;
}

/**
 * @param existenceRate share of existing mailboxes in the list, which some scores depend on
 * @param hasBounced a predicate for addresses, if the query `needsBounces`
 */
export function createRowMatcher(
  query: RowQuery,
  existenceRate?: number,
  hasBounced: (address: string) => boolean = () => false,
): RowMatcher {
  const { status, reason, domain, q, only, min_score: minScore, duplicates = true } = query;
  const queriedDomain = domain?.trim() || undefined;
  const asciiDomain =
    queriedDomain && (readAddress(`a@${queriedDomain}`)?.domain ?? queriedDomain.toLowerCase());
  const text = q?.trim().toLowerCase() || undefined;
  const flag = only === 'lasting' || only === 'bounced' ? undefined : only;
  const filtersBounces = needsBounces(query);
  const filtersVerdict = flag !== undefined || minScore !== undefined || !duplicates;
  return {
    reasons: new Set(
      VERDICT_REASONS.filter(
        (each) =>
          (status === undefined || statusForReason(each) === status) &&
          (reason === undefined || each === reason) &&
          (only !== 'lasting' || each !== 'disposable'),
      ),
    ),
    domain: asciiDomain,
    text,
    matchesVerdict: filtersVerdict
      ? (each, flags) =>
          (flag === undefined || hasFlag(flags, flag)) &&
          (duplicates || !hasFlag(flags, 'repeated')) &&
          (minScore === undefined ||
            computeScore(each, decodeEvidence(flags), existenceRate) >= minScore)
      : undefined,
    isCounted:
      asciiDomain === undefined && text === undefined && !filtersVerdict && !filtersBounces,
    matchesContent: (address, cells) =>
      (asciiDomain === undefined || domainOfCell(address) === asciiDomain) &&
      (text === undefined || cells.some((cell) => cell.toLowerCase().includes(text))) &&
      (!filtersBounces || hasBounced(address) === (only === 'bounced')),
  };
}
