import { isTestOwner } from '../access/rules/owner.ts';
import { mailMoney } from '../mail/mail-account.ts';
import type { BouncesDeps } from './deps.ts';
import type { Report, ReportCounts } from './rules/report.ts';

export type FinishReportDeps = Pick<
  BouncesDeps,
  'accounts' | 'blobs' | 'clock' | 'env' | 'lists' | 'mailQueue' | 'outcomes' | 'queues' | 'reports'
>;

/**
 * Ends a report, once: emails the owner about refunded credits, starts lists that wait for credits,
 * and counts the outcomes of the mailing, if this is the first report about the mailed list.
 * @returns false if the report has changed since it was read
 */
export async function finishReport(
  deps: FinishReportDeps,
  report: Report,
  counts: ReportCounts,
): Promise<boolean> {
  const { outcomes, reports } = deps;
  const { userId, sent } = report;
  if (counts.refunds.refunded) await notifyOwner(deps, report, counts.refunds.refunded);
  const end = { state: 'done', counts } as const;
  const isCounted = sent && !isTestOwner(userId) && Object.keys(counts.outcomes).length > 0;
  const writes = isCounted ? outcomes.addWrites(report, counts.outcomes, sent.listId) : [];
  if (await reports.change(report, end, writes)) return true;
  return isCounted === true && reports.change(report, end);
}

async function notifyOwner(
  deps: FinishReportDeps,
  { userId, reportId }: Report,
  credits: number,
): Promise<void> {
  const owner = await deps.accounts.get(userId);
  if (!owner) return;
  const params = { credits, cents: 0, monthly: false, given: 'bounces' } as const;
  await mailMoney(deps, owner, `bounces:${reportId}`, () => ({ template: 'purchase', params }));
  await deps.queues.sendList({ kind: 'resume', v: 1, userId });
}
