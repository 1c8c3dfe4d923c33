import { REFUND_DAYS, type RefundState } from '../../../shared/model/bounce.ts';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { statusOf } from '../../../shared/model/verdict.ts';
import type { Claim, ClaimRef } from './claim.ts';
import type { ReportRow } from './report-row.ts';

/** Verdicts of a list, or of single checks, that are examined without an administrator. */
const MIN_EXAMINED = 20;
const MAX_EXAMINED = 500;
const EXAMINED_SHARE = 0.01;

/**
 * The number of verdicts of a list with `valid` deliverable addresses, or of all single checks, that
 * are examined automatically, over all reports.
 */
export const examinationsOf = (valid: number): number =>
  Math.min(MAX_EXAMINED, Math.max(MIN_EXAMINED, Math.floor(valid * EXAMINED_SHARE)));

/**
 * The state of a refund before the claim for its verdict is known: `checking` for a candidate,
 * undefined if the bounce does not say that the mailbox is nonexistent.
 * @param now epoch milliseconds
 */
export function firstRefundState(
  { reason, verdict }: Pick<ReportRow, 'reason' | 'verdict'>,
  now: number,
): RefundState | undefined {
  if (reason !== 'no_such_mailbox') return undefined;
  if (!verdict || statusOf(verdict.reason) !== 'deliverable') return 'not_deliverable';
  if (now - Date.parse(verdict.at) > REFUND_DAYS * DAY_MS) return 'too_old';
  return verdict.charged ? 'checking' : 'not_charged';
}

/** The state of a refund whose verdict is claimed, by this report or another one. */
export const stateOfClaim = ({ reportId, state }: Claim, ownId: string): RefundState =>
  state === 'refunded' && reportId !== ownId ? 'already_refunded' : state;

/** Source of the claims for single checks. */
const CHECKS = 'checks';

/** The list that a verdict belongs to, or the source of all single checks. */
export const sourceOf = ({ listId }: Pick<NonNullable<ReportRow['verdict']>, 'listId'>): string =>
  listId ?? CHECKS;

/**
 * The claims that may exist for a verdict: with the HMACs of the address for a list, otherwise with
 * the check. The first one is used for a new claim.
 */
export const claimsOf = (
  { listId, checkId = '' }: NonNullable<ReportRow['verdict']>,
  hmacs: readonly string[],
): ClaimRef[] =>
  listId === undefined
    ? [{ source: CHECKS, verdictId: checkId }]
    : hmacs.map((verdictId) => ({ source: listId, verdictId }));
