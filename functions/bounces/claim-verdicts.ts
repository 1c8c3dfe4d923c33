import { MAX_REFUND_AGE_DAYS, type RefundState } from '../../shared/model/bounces/bounce.ts';
import { DAY_MS, formatUtcDate } from '../../shared/model/duration.ts';
import { mailboxKeyOf } from '../lists/rules/mailbox-key.ts';
import { createAddressHmacs } from '../platform/dynamo/address-hmacs.ts';
import type { BouncesDeps } from './deps.ts';
import { claimIdOf, type VerdictClaimRef } from './rules/claim.ts';
import {
  claimRefsFor,
  MAX_EXAMINED_PER_LIST,
  maxExaminations,
  refundStateFromClaim,
} from './rules/refund.ts';
import type { Report } from './rules/report.ts';
import type { ReportRow } from './rules/report-row.ts';

export type ClaimVerdictsDeps = Pick<BouncesDeps, 'claims' | 'clock' | 'freeAnswers' | 'secrets'>;

/**
 * Claims the verdicts to examine. A row whose verdict is already claimed gets the state of the
 * claim. Verdicts above the limits of the account and of their list, or without a free answer, wait
 * for an administrator.
 */
export async function claimVerdicts(
  { claims, clock, freeAnswers, secrets }: ClaimVerdictsDeps,
  report: Report,
  rows: readonly ReportRow[],
): Promise<ReportRow[]> {
  const { userId, reportId } = report;
  const now = clock.now();
  const start = now - MAX_REFUND_AGE_DAYS * DAY_MS;
  // Read the budget before the claims, so that its limit also applies to a claim that a concurrent
  // run adds in between.
  const budget = await freeAnswers.read(userId, now);
  const hmacsOf = await createAddressHmacs(secrets, userId);
  const found = await claims.find(userId);
  const recent: VerdictClaimRef[] = [...found.values()].filter(({ at = 0 }) => at > start);
  const max = maxExaminations(budget.charged);
  const limit = Math.min(budget.limit, budget.used + max - recent.length);
  const answerWrite = freeAnswers.addWrite(userId, formatUtcDate(now), 1, { ...budget, limit });

  async function claim({ email, verdict }: ReportRow): Promise<RefundState> {
    const refs = verdict ? claimRefsFor(verdict, hmacsOf(mailboxKeyOf(email))) : [];
    const existing = refs.map((ref) => found.get(claimIdOf(ref))).find((each) => each);
    if (existing) return refundStateFromClaim(existing, reportId);
    const [first] = refs;
    if (
      !first ||
      recent.length >= max ||
      recent.filter(({ source }) => source === first.source).length >= MAX_EXAMINED_PER_LIST ||
      !(await claims.add(report, first, now, answerWrite))
    )
      return 'review';
    recent.push(first);
    return 'checking';
  }

  // Process rows one after another, because each claim counts toward the limits.
  return Array.fromAsync(rows, async (row) =>
    row.refund === 'checking' ? { ...row, refund: await claim(row) } : row,
  );
}
