import type { ConfirmMessage } from '../../shared/messages/bounces.ts';
import type { LogFields } from '../platform/log.ts';
import { confirmRefunds, type ConfirmRefundsDeps } from './confirm-refunds.ts';
import { readReport, type ReadReportDeps } from './read-report.ts';
import { isUnread } from './rules/report.ts';

/**
 * Reads the bounces of a report if the notification of their upload was lost; otherwise, verifies
 * again the addresses whose credits may be refunded.
 * @param deadline epoch milliseconds
 */
export async function continueReport(
  deps: ConfirmRefundsDeps & ReadReportDeps,
  message: ConfirmMessage,
  deadline: number,
): Promise<LogFields> {
  const report = await deps.reports.get(message.userId, message.reportId);
  return report && isUnread(report)
    ? readReport(deps, report)
    : confirmRefunds(deps, message, deadline);
}
