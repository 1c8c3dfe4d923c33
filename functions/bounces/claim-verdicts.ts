import { MAX_REFUND_AGE_DAYS, type RefundState } from '../../shared/model/bounces/bounce.ts';
import { DAY_MS, formatUtcDate } from '../../shared/model/duration.ts';
import { mailboxKeyOf } from '../lists/rules/mailbox-key.ts';
import { createAddressHmacs } from '../platform/dynamo/address-hmacs.ts';
import type { BouncesDeps } from './deps.ts';
import { claimIdOf } from './rules/claim.ts';
import {
  claimRefsFor,
  MAX_EXAMINED_PER_LIST,
  maxExaminations,
  refundStateFromClaim,
} from './rules/refund.ts';
import type { Report } from './rules/report.ts';
import type { ReportRow } from './rules/report-row.ts';

export type ClaimVerdictsDeps = Pick<BouncesDeps, 'claims' | 'clock' | 'ledger' | 'secrets'>;

/**
 * Claims the verdicts to examine. A row whose verdict is already claimed gets the state of the
 * claim. Verdicts above the limits of the account and of their list wait for an administrator. The
 * limits hold for concurrent reports, too, because an account's reports are read one at a time.
 */
export async function claimVerdicts(
  { claims, clock, ledger, secrets }: ClaimVerdictsDeps,
  report: Report,
  rows: readonly ReportRow[],
): Promise<ReportRow[]> {
  const { userId, reportId } = report;
  const start = clock.now() - MAX_REFUND_AGE_DAYS * DAY_MS;
  const [hmacsOf, found, charged] = await Promise.all([
    createAddressHmacs(secrets, userId),
    claims.find(userId),
    ledger.chargedSince(userId, formatUtcDate(start)),
  ]);
  const recent = [...found.values()].filter(({ at = 0 }) => at > start);
  const examined = new Map(
    Array.from(
      Map.groupBy(recent, ({ source }) => source),
      ([source, { length }]) => [source, length],
    ),
  );
  let left = maxExaminations(charged) - recent.length;

  async function claim({ email, verdict }: ReportRow): Promise<RefundState> {
    const refs = verdict ? claimRefsFor(verdict, hmacsOf(mailboxKeyOf(email))) : [];
    const existing = refs.map((ref) => found.get(claimIdOf(ref))).find((each) => each);
    if (existing) return refundStateFromClaim(existing, reportId);
    const [first] = refs;
    const count = examined.get(first?.source ?? '') ?? 0;
    if (!first || left <= 0 || count >= MAX_EXAMINED_PER_LIST) return 'review';
    left -= 1;
    examined.set(first.source, count + 1);
    await claims.add(report, first, clock.now());
    return 'checking';
  }

  const claimed: ReportRow[] = [];
  for (const row of rows)
    claimed.push(row.refund === 'checking' ? { ...row, refund: await claim(row) } : row);
  return claimed;
}
