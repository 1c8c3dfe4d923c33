import type { ConfirmRefundsMessage } from '../../shared/messages/bounces.ts';
import type { Verdict } from '../../shared/contract/checks.ts';
import { ENGINE_BUSY_SECONDS, undefinedIfBusy } from '../checks/check-attempt.ts';
import { forEachConcurrently } from '../platform/for-each-concurrently.ts';
import type { LogFields } from '../platform/log.ts';
import { MAX_DELAY_SECONDS } from '../platform/sqs/max-delay.ts';
import type { BouncesDeps } from './deps.ts';
import { deleteReportContents } from './delete-report.ts';
import { readReportRows } from './describe-report.ts';
import { finishReport } from './finish-report.ts';
import { readClaims, updateRefundStates } from './read-claims.ts';
import { readReport, type ReadReportDeps } from './read-report.ts';
import { type PendingRefund, refundVerdicts, type RefundDeps } from './refund.ts';
import { reportRowsKey } from './rules/blob-keys.ts';
import { countRefunds } from './rules/count-rows.ts';
import { isUnread, type Report } from './rules/report.ts';
import { type ReportRow, serializeRows } from './rules/report-row.ts';
import type { RefundState } from '../../shared/model/bounces/bounce.ts';
import type { VerdictStatus } from '../../shared/model/verdict.ts';

/**
 * Decides a refund after a new verification. Anyone can forge a delivery report, so an
 * administrator decides if even the last attempt is inconclusive.
 */
function decideRefundState(status: VerdictStatus | undefined, isLast: boolean): RefundState {
  if (status === 'undeliverable') return 'refunded';
  if (status === 'deliverable') return 'still_accepts';
  return isLast ? 'review' : 'checking';
}

export type ConfirmRefundsDeps = ReadReportDeps & RefundDeps & Pick<BouncesDeps, 'engine'>;

/** Seconds from each attempt to the next. The last attempt is an hour after the first. */
const RETRY_DELAYS_SECONDS = [900, 2700];
const MAX_EARLY_MS = 60_000;
const CONCURRENCY = 8;

/**
 * Verifies again the addresses whose verdicts a report may refund, free of charge and at a lower
 * priority than paid work. An address that the server still accepts gets no refund. Each claim ends
 * once, in one transaction with its credit, so runs can be repeated, interrupted or concurrent. If
 * the notification of the report's upload was lost, reads its bounces instead.
 * @param deadline epoch milliseconds
 */
export async function confirmRefunds(
  deps: ConfirmRefundsDeps,
  message: ConfirmRefundsMessage,
  deadline: number,
): Promise<LogFields> {
  const { userId, reportId, attempt } = message;
  const run = { report: reportId, attempt };
  const report = await deps.reports.get(userId, reportId);
  if (report && isUnread(report)) return readReport(deps, report);
  if (report?.state !== 'checking' || report.attempt > attempt) return { ...run, outcome: 'noop' };
  // The run that sent this message may not have recorded its attempt yet.
  const isEarly = report.attempt < attempt;
  const waitMs = isEarly ? MAX_EARLY_MS : (report.nextAt ?? 0) - deps.clock.now();
  if (waitMs > 0) {
    await send(deps, message, waitMs / 1000);
    return { ...run, outcome: 'requeued' };
  }
  if (report.sent && !(await deps.lists.get(userId, report.sent.listId))) {
    await deps.reports.delete(report);
    return { ...run, outcome: 'stale' };
  }
  const rows = await readReportRows(deps, report);
  const delaySeconds = RETRY_DELAYS_SECONDS[attempt];
  const isLast = delaySeconds === undefined;
  const open = await openRefunds(deps, report, rows);
  const verdicts = await verifyAgain(deps, report, open, deadline).catch(undefinedIfBusy);
  if (!verdicts) {
    await send(deps, message, ENGINE_BUSY_SECONDS);
    return { ...run, outcome: 'requeued' };
  }
  const confirmed = open.map((each) => ({
    ...each,
    state: decideRefundState(verdicts.get(each.row.email)?.status, isLast),
  }));
  await refundVerdicts(
    deps,
    report,
    confirmed.filter(({ state }) => state === 'refunded'),
  );
  await forEachConcurrently(confirmed, CONCURRENCY, async ({ claim, state }) => {
    if (state !== 'checking' && state !== 'refunded') await deps.claims.end(userId, claim, state);
  });

  const updated = await updateRefundStates(deps, report, rows, isLast);
  await deps.blobs.put(reportRowsKey(report), serializeRows(updated));
  if (!(await deps.reports.get(userId, reportId))) await deleteReportContents(deps, report);
  const refunds = countRefunds(updated);
  const { checking = 0, refunded = 0 } = refunds;
  const fields = { ...run, asked: open.length, refunded };
  const counts = report.counts && { ...report.counts, refunds };
  if (checking === 0) {
    if (counts) await finishReport(deps, report, counts);
    return { ...fields, outcome: 'done' };
  }
  // Send the message first, so that a repeated run sends another one if this run is interrupted.
  const delay = (delaySeconds ?? 0) / deps.env.TIME_SCALE;
  await send(deps, { ...message, attempt: attempt + 1 }, delay);
  const nextAt = deps.clock.now() + delay * 1000;
  await deps.reports.change(report, { attempt: attempt + 1, nextAt, counts });
  return { ...fields, outcome: 'deferred' };
}

const send = (
  { bouncesQueue }: Pick<ConfirmRefundsDeps, 'bouncesQueue'>,
  message: ConfirmRefundsMessage,
  seconds: number,
): Promise<void> => bouncesQueue.send([message], Math.min(MAX_DELAY_SECONDS, Math.ceil(seconds)));

/** Returns the undecided refunds of a report, except for verdicts that another report claimed. */
async function openRefunds(
  deps: ConfirmRefundsDeps,
  report: Report,
  rows: readonly ReportRow[],
): Promise<PendingRefund[]> {
  return Array.from(await readClaims(deps, report, rows), ([row, claim]) => ({
    row,
    claim,
  })).filter(({ claim }) => claim.reportId === report.reportId && claim.state === 'checking');
}

async function verifyAgain(
  { engine }: Pick<ConfirmRefundsDeps, 'engine'>,
  { userId, attempt }: Report,
  open: readonly PendingRefund[],
  deadline: number,
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  if (open.length === 0) return verdicts;
  const emails = open.map(({ row }) => row.email);
  const options = { deadline, attempt, priority: 0, customer: userId } as const;
  for await (const { index, verdict } of engine.verify(emails, options)) {
    const email = emails[index];
    if (email !== undefined) verdicts.set(email, verdict);
  }
  return verdicts;
}
