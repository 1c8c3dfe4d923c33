import { MAX_REFUND_AGE_DAYS, type RefundState } from '../../../shared/model/bounces/bounce.ts';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { statusForReason } from '../../../shared/model/verdict.ts';
import type { VerdictClaim, VerdictClaimRef } from './claim.ts';
import type { ReportRow } from './report-row.ts';

/** Smallest limit on automatic examinations, for a list or for all single checks. */
const MIN_EXAMINED = 20;
const MAX_EXAMINED = 500;
const EXAMINED_SHARE = 0.01;

/**
 * Returns the maximum number of verdicts that are examined automatically, over all reports, for a
 * list with `valid` deliverable addresses or for all single checks.
 */
export const maxExaminations = (valid: number): number =>
  Math.min(MAX_EXAMINED, Math.max(MIN_EXAMINED, Math.floor(valid * EXAMINED_SHARE)));

/**
 * Returns the state of a refund before its claim is known: `checking` if the verdict may be
 * refunded, otherwise why it may not. Undefined unless the bounce reports a nonexistent mailbox.
 * @param now epoch milliseconds
 */
export function initialRefundState(
  { reason, verdict }: Pick<ReportRow, 'reason' | 'verdict'>,
  now: number,
): RefundState | undefined {
  if (reason !== 'no_such_mailbox') return undefined;
  if (!verdict || statusForReason(verdict.reason) !== 'deliverable') return 'not_deliverable';
  if (now - Date.parse(verdict.at) > MAX_REFUND_AGE_DAYS * DAY_MS) return 'too_old';
  return verdict.charged ? 'checking' : 'not_charged';
}

/** Returns the state of a refund whose verdict is claimed, by this report or by another one. */
export const refundStateFromClaim = (
  { reportId, state }: VerdictClaim,
  ownId: string,
): RefundState => (state === 'refunded' && reportId !== ownId ? 'already_refunded' : state);

const CHECKS_SOURCE = 'checks';

export const claimSourceOf = ({
  listId,
}: Pick<NonNullable<ReportRow['verdict']>, 'listId'>): string => listId ?? CHECKS_SOURCE;

/**
 * Returns references to the claims that a verdict may have: one per HMAC of the address for a
 * verdict in a list, one for a single check. A new claim uses the first reference.
 */
export const claimRefsFor = (
  { listId, checkId = '' }: NonNullable<ReportRow['verdict']>,
  hmacs: readonly string[],
): VerdictClaimRef[] =>
  listId === undefined
    ? [{ source: CHECKS_SOURCE, verdictId: checkId }]
    : hmacs.map((verdictId) => ({ source: listId, verdictId }));
