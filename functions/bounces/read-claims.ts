import type { RefundState } from '../../shared/model/bounces/bounce.ts';
import { mailboxKeyOf } from '../lists/rules/mailbox-key.ts';
import { createAddressHmacs } from '../platform/dynamo/address-hmacs.ts';
import type { BouncesDeps } from './deps.ts';
import { claimIdOf, type VerdictClaim } from './rules/claim.ts';
import { claimRefsFor, refundStateFromClaim } from './rules/refund.ts';
import type { Report } from './rules/report.ts';
import type { ReportRow } from './rules/report-row.ts';

type ReadClaimsDeps = Pick<BouncesDeps, 'claims' | 'secrets'>;

/** Returns the claim of each row whose refund is undecided. Rows without a claim are missing. */
export async function readClaims(
  { claims, secrets }: ReadClaimsDeps,
  { userId }: Report,
  rows: readonly ReportRow[],
): Promise<Map<ReportRow, VerdictClaim>> {
  const hmacsOf = await createAddressHmacs(secrets, userId);
  const claimById = await claims.find(userId);
  const found = new Map<ReportRow, VerdictClaim>();
  for (const row of rows) {
    const { refund: state, verdict, email } = row;
    if (state !== 'checking' || !verdict) continue;
    for (const ref of claimRefsFor(verdict, hmacsOf(mailboxKeyOf(email)))) {
      const claim = claimById.get(claimIdOf(ref));
      if (claim) found.set(row, claim);
    }
  }
  return found;
}

/**
 * Updates rows to the states of their claims. After the last attempt, no refund remains pending.
 */
export async function updateRefundStates(
  deps: ReadClaimsDeps,
  report: Report,
  rows: readonly ReportRow[],
  isLast: boolean,
): Promise<ReportRow[]> {
  const found = await readClaims(deps, report, rows);
  return rows.map((row) => {
    if (row.refund !== 'checking') return row;
    const claim = found.get(row);
    const state: RefundState = claim ? refundStateFromClaim(claim, report.reportId) : 'review';
    return { ...row, refund: isLast && state === 'checking' ? 'review' : state };
  });
}
