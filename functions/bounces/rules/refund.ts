import { MAX_REFUND_AGE_DAYS, type RefundState } from '../../../shared/model/bounces/bounce.ts';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { statusForReason } from '../../../shared/model/verdict.ts';
import type { VerdictClaim, VerdictClaimRef } from './claim.ts';
import type { ReportRow } from './report-row.ts';

/** Smallest limit on automatic examinations in 30 days. */
const MIN_EXAMINED = 20;
const EXAMINED_SHARE = 0.01;
/** Maximum automatic examinations for one list, or for all single checks, in 30 days. */
export const MAX_EXAMINED_PER_LIST = 500;
/** Age from which a mailbox may have closed since its verdict, so that an administrator decides. */
const MAX_AUTOMATIC_AGE_DAYS = 14;

/**
 * Returns the maximum number of verdicts that are examined automatically in 30 days, over all
 * reports, lists and single checks of an account.
 * @param charged addresses charged in the last 30 days
 */
export const maxExaminations = (charged: number): number =>
  Math.max(MIN_EXAMINED, Math.floor(charged * EXAMINED_SHARE));

/**
 * Returns the state of a refund before its claim is known: `checking` if the verdict may be
 * refunded automatically, `review` if only an administrator may, otherwise why it may not. Undefined unless the bounce reports a nonexistent mailbox.
 * @param now epoch milliseconds
 */
export function initialRefundState(
  { reason, verdict }: Pick<ReportRow, 'reason' | 'verdict'>,
  now: number,
): RefundState | undefined {
  if (reason !== 'no_such_mailbox') return undefined;
  if (!verdict || statusForReason(verdict.reason) !== 'deliverable') return 'not_deliverable';
  const ageDays = (now - Date.parse(verdict.at)) / DAY_MS;
  if (ageDays > MAX_REFUND_AGE_DAYS) return 'too_old';
  if (!verdict.charged) return 'not_charged';
  return ageDays > MAX_AUTOMATIC_AGE_DAYS ? 'review' : 'checking';
}

/** Returns the state of a refund whose verdict is claimed, by this report or by another one. */
export const refundStateFromClaim = (
  { reportId, state }: VerdictClaim,
  ownId: string,
): RefundState => (state === 'refunded' && reportId !== ownId ? 'already_refunded' : state);

const CHECKS_SOURCE = 'checks';

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
