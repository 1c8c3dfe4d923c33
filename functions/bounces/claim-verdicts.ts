import type { RefundState } from '../../shared/model/bounces/bounce.ts';
import { mailboxKeyOf } from '../lists/rules/mailbox-key.ts';
import { createAddressHmacs } from '../platform/dynamo/address-hmacs.ts';
import type { BouncesDeps } from './deps.ts';
import type { VerdictClaim } from './rules/claim.ts';
import {
  claimRefsFor,
  maxExaminations,
  claimSourceOf,
  refundStateFromClaim,
} from './rules/refund.ts';
import type { Report } from './rules/report.ts';
import type { ReportRow } from './rules/report-row.ts';

export type ClaimVerdictsDeps = Pick<BouncesDeps, 'claims' | 'lists' | 'secrets'>;

/**
 * Claims for one list or for all single checks. `left` is the number of verdicts that may still be
 * examined.
 */
interface Source {
  readonly found: ReadonlyMap<string, VerdictClaim>;
  left: number;
}

/**
 * Claims the verdicts to examine. A row whose verdict is already claimed gets the state of the
 * claim. Verdicts above the limit of their list wait for an administrator.
 */
export async function claimVerdicts(
  deps: ClaimVerdictsDeps,
  report: Report,
  rows: readonly ReportRow[],
): Promise<ReportRow[]> {
  const hmacsOf = await createAddressHmacs(deps.secrets, report.userId);
  const sources = new Map<string, Source>();
  const claimed: ReportRow[] = [];
  for (const row of rows) {
    const { email, verdict, refund } = row;
    if (refund !== 'checking' || !verdict) {
      claimed.push(row);
      continue;
    }
    const source = sources.get(claimSourceOf(verdict)) ?? (await readSource(deps, report, verdict));
    sources.set(claimSourceOf(verdict), source);
    const state = await claim(
      deps,
      report,
      source,
      claimRefsFor(verdict, hmacsOf(mailboxKeyOf(email))),
    );
    claimed.push({ ...row, refund: state });
  }
  return claimed;
}

async function readSource(
  { claims, lists }: ClaimVerdictsDeps,
  { userId }: Report,
  { listId }: NonNullable<ReportRow['verdict']>,
): Promise<Source> {
  const found = await claims.find(userId, claimSourceOf({ listId }));
  const list = listId === undefined ? undefined : await lists.get(userId, listId);
  return { found, left: maxExaminations(list?.valid ?? 0) - found.size };
}

async function claim(
  { claims }: ClaimVerdictsDeps,
  report: Report,
  source: Source,
  refs: ReturnType<typeof claimRefsFor>,
): Promise<RefundState> {
  const existing = refs.map(({ verdictId }) => source.found.get(verdictId)).find((each) => each);
  if (existing) return refundStateFromClaim(existing, report.reportId);
  const [first] = refs;
  if (source.left <= 0 || !first) return 'review';
  source.left -= 1;
  await claims.add(report, first);
  return 'checking';
}
