import { readBounceFile } from '../../shared/bounces/read-bounce-file.ts';
import type { ReportedBounce } from '../../shared/bounces/reported-bounce.ts';
import type { List } from '../lists/rules/list.ts';
import type { LogFields } from '../platform/log.ts';
import { countRun, recordFailedRun, slotRetrySeconds } from '../platform/rules/runs.ts';
import { runGuarded } from '../platform/queue/run-guard.ts';
import { MAX_DELAY_SECONDS } from '../platform/sqs/max-delay.ts';
import { BlobMissingError } from '../platform/s3/blobs.ts';
import { type ClaimVerdictsDeps, claimVerdicts } from './claim-verdicts.ts';
import { deleteReportContents } from './delete-report.ts';
import { finishReport, type FinishReportDeps } from './finish-report.ts';
import { matchAllVerdicts, matchListVerdicts } from './match-verdicts.ts';
import type { BouncesDeps } from './deps.ts';
import { updateRefundStates } from './read-claims.ts';
import { bounceUploadKey, reportRowsKey } from './rules/blob-keys.ts';
import { countReportRows } from './rules/count-rows.ts';
import { classifyBounce, type ClassifiedBounce } from './rules/classify-bounce.ts';
import { initialRefundState } from './rules/refund.ts';
import { isUnread, MAX_FAILING_MS, MAX_READ_MS, type Report } from './rules/report.ts';
import { isHardBounce, type ReportRow, serializeRows, truncateText } from './rules/report-row.ts';
import { userIdOf } from '../access/rules/owner.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import { BOUNCE_REASONS, BOUNCE_SUBJECTS } from '../../shared/model/bounces/bounce.ts';
import { addressOfCell } from '../../shared/list-file/address-cell.ts';
import { mailboxKeyOf } from '../lists/rules/mailbox-key.ts';

const mailboxOf = ({ email }: ReportedBounce): string => mailboxKeyOf(addressOfCell(email));

/** Returns the time of the last bounce of each mailbox, for bounces that have a time. */
function lastBounceTimes(bounces: readonly ReportedBounce[]): ReadonlyMap<string, string> {
  const times = new Map<string, string>();
  for (const bounce of bounces) {
    if (bounce.at === undefined) continue;
    const mailbox = mailboxOf(bounce);
    const at = new Date(bounce.at).toISOString();
    if (at > (times.get(mailbox) ?? '')) times.set(mailbox, at);
  }
  return times;
}

function isAfterVerdict(
  bounce: ReportedBounce,
  verdicts: ReadonlyMap<string, { readonly at: string }>,
): boolean {
  const verdict = verdicts.get(mailboxOf(bounce));
  return verdict !== undefined && Date.parse(verdict.at) <= (bounce.at ?? 0);
}

/** Ranks bounces: lower is more informative. */
const rankOf = ({ subject, reason }: ReportRow): number =>
  reason
    ? BOUNCE_REASONS.indexOf(reason)
    : BOUNCE_REASONS.length + BOUNCE_SUBJECTS.indexOf(subject);

/** Returns the most informative bounce of each mailbox, by the mailbox's key. */
function deduplicateBounces(
  bounces: readonly ReportedBounce[],
  read: (bounce: ReportedBounce) => ClassifiedBounce,
): Map<string, ReportRow> {
  const rows = new Map<string, ReportRow>();
  for (const bounce of bounces) {
    const row: ReportRow = {
      email: addressOfCell(bounce.email),
      text: truncateText(bounce.text),
      ...read(bounce),
    };
    const mailbox = mailboxKeyOf(row.email);
    const known = rows.get(mailbox);
    if (!known || rankOf(row) < rankOf(known)) rows.set(mailbox, row);
  }
  return rows;
}

/** Emails the operator, if configured, once per report with refunds that need a decision. */
async function notifyOperatorOfReview(
  { accounts, env, mailQueue }: Pick<BouncesDeps, 'accounts' | 'env' | 'mailQueue'>,
  { reportId, sent, userId }: Report,
  addresses: number,
): Promise<void> {
  if (env.OPERATOR_EMAIL === undefined) return;
  const customer = (await accounts.get(userIdOf(userId)))?.email ?? userId;
  const operator = { email: env.OPERATOR_EMAIL, firstName: '', language: 'en' } as const;
  const params = { customer, addresses, reportId, listId: sent?.listId };
  await mailQueue.send(
    createMailMessage(operator, `operator:bounces:${reportId}`, {
      template: 'bounces_to_review',
      params,
    }),
  );
}

export type ReadReportDeps = ClaimVerdictsDeps &
  FinishReportDeps &
  Pick<
    BouncesDeps,
    'bouncedAddresses' | 'bouncesQueue' | 'log' | 'replyClassifier' | 'verdictMemory'
  >;

/** A bounce in the form in which `create-report.ts` stores it. */
type ReportedRow = Pick<ReportedBounce, 'email'> & Partial<ReportedBounce>;

/**
 * Sends the message that reads an uploaded report, because only our own messages name the owner, so
 * that SQS shares the workers fairly. Deletes a file that was uploaded again after its report was
 * read.
 */
export async function enqueueReport(
  deps: ReadReportDeps,
  { userId, reportId }: Pick<Report, 'userId' | 'reportId'>,
): Promise<LogFields> {
  const report = await deps.reports.get(userId, reportId);
  if (!report || !isUnread(report)) return readReport(deps, { userId, reportId });
  await deps.bouncesQueue.send([{ kind: 'confirm', v: 1, userId, reportId, attempt: 0 }]);
  return { report: reportId, outcome: 'requeued' };
}

/**
 * Reads the bounces of a report, matches them with our verdicts, and starts to examine verdicts
 * that may be wrong. Can be repeated and interrupted at any point: only the first run that changes
 * the report counts, and a later run completes the remaining steps.
 */
export async function readReport(
  deps: ReadReportDeps,
  { userId, reportId }: Pick<Report, 'userId' | 'reportId'>,
): Promise<LogFields> {
  const { blobs, reports } = deps;
  const upload = bounceUploadKey({ userId, reportId });
  let report = await reports.get(userId, reportId);
  const run = { report: reportId };
  if (report && isUnread(report)) {
    const list = report.sent && (await deps.lists.get(userId, report.sent.listId));
    if (report.sent && !list) await reports.delete(report);
    else if (!(await readUnread(deps, report, list))) return { ...run, outcome: 'deferred' };
    report = await reports.get(userId, reportId);
  }
  if (report && isUnread(report)) return { ...run, outcome: 'stale' };
  await blobs.delete(upload);
  if (!report) return { ...run, outcome: 'stale' };
  if (report.state === 'checking' && report.attempt === 0)
    await deps.bouncesQueue.send([{ kind: 'confirm', v: 1, userId, reportId, attempt: 0 }]);
  const { rows = 0 } = report.counts ?? {};
  return { ...run, outcome: report.state === 'failed' ? 'refused' : 'done', rows };
}

/** Returns false if the message was requeued, because a run is reading a report of the owner. */
async function readUnread(
  deps: ReadReportDeps,
  unread: Report,
  list: List | undefined,
): Promise<boolean> {
  const { userId, reportId, createdAt } = unread;
  const { blobs, bouncesQueue, clock, env, log, reports } = deps;
  // A report without an upload remains `waiting`, so that its request can be repeated.
  if ((await blobs.size(bounceUploadKey(unread))) === undefined) return true;
  const now = clock.now();
  const begun = { state: 'reading', ...countRun(unread, MAX_READ_MS, now) } as const;
  const isFree = await reports.acquireSlot(unread, now);
  if (!isFree || !(await reports.change(unread, begun))) {
    const message = { kind: 'confirm', v: 1, userId, reportId, attempt: 0 } as const;
    const seconds = slotRetrySeconds(now - Date.parse(createdAt));
    await bouncesQueue.send([message], Math.min(MAX_DELAY_SECONDS, seconds));
    return false;
  }
  const report = { ...unread, ...begun };
  await runGuarded(log, now, {
    fields: { report: reportId },
    runs: report,
    maxFailingMs: MAX_FAILING_MS / env.TIME_SCALE,
    async giveUp() {
      await reports.change(report, { state: 'failed', error: 'unreadable_file' });
    },
    async fail(error) {
      const failed = recordFailedRun(report, clock.now());
      await reports.change(report, { ...failed, attemptedAt: undefined });
      throw error;
    },
    run: () => readBegun(deps, report, list),
  });
  return true;
}

async function readBegun(
  deps: ReadReportDeps,
  report: Report,
  list: List | undefined,
): Promise<void> {
  const { blobs, reports, userId } = { ...deps, ...report };
  const file = await readUpload(deps, report);
  if (!file) return;
  if ('error' in file) {
    await reports.change(report, { state: 'failed', error: file.error });
    return;
  }
  const { bounces, skipped } = file;
  const classify = (bounce: ReportedBounce): ClassifiedBounce =>
    classifyBounce(deps.replyClassifier, bounce);
  let found = deduplicateBounces(bounces, classify);
  const addresses = Array.from(found.values(), ({ email }) => email);
  const now = deps.clock.now();
  const { verdicts, counts: listCounts } = list
    ? await matchListVerdicts(deps, list, new Set(found.keys()))
    : await matchAllVerdicts(deps, userId, addresses, now, lastBounceTimes(bounces));
  if (report.connectionId !== undefined) {
    // A service reports all bounces of the account, including addresses that we had not verified
    // yet.
    const ours = bounces.filter((bounce) => isAfterVerdict(bounce, verdicts));
    found = deduplicateBounces(ours, classify);
    if (found.size === 0) {
      await reports.delete(report);
      return;
    }
  }
  // A verdict that is newer than the mailing cannot have caused the bounce.
  const mailedAt = report.sent?.at ?? report.createdAt;
  const matched = Array.from(found, ([mailbox, row]): ReportRow => {
    const verdict = verdicts.get(mailbox);
    const withVerdict =
      verdict && Date.parse(verdict.at) <= Date.parse(mailedAt) ? { ...row, verdict } : row;
    const refund = initialRefundState(withVerdict, now);
    return { ...withVerdict, ...(refund && { refund }) };
  });
  const rows = await claimVerdicts(deps, report, matched);
  await blobs.put(reportRowsKey(report), serializeRows(rows));

  const bounced = rows.filter(isHardBounce).map(({ email }) => ({
    address: email,
    at: mailedAt,
    name: report.name,
  }));
  const origin = { source: report.reportId, ...(list && { listId: list.listId }) };
  await deps.bouncedAddresses.add(userId, origin, bounced);
  const mailed = list && listCounts && { list, counts: listCounts };
  const read = { rows: report.connectionId === undefined ? bounces.length : found.size, skipped };
  const counts = countReportRows(rows, read, report.sent, mailed);
  const { checking = 0, review = 0 } = counts.refunds;
  if (review > 0) await notifyOperatorOfReview(deps, report, review);
  const isChanged =
    checking > 0
      ? await reports.change(report, { state: 'checking', counts, attempt: 0 })
      : await finishReport(deps, report, counts);
  if (isChanged) return;
  const current = await reports.get(userId, report.reportId);
  if (!current) await deleteReportContents(deps, report);
  else if (!isUnread(current))
    // Another run has read the report, and may have decided refunds before these rows were stored.
    await blobs.put(
      reportRowsKey(report),
      serializeRows(await updateRefundStates(deps, report, rows, current.state === 'done')),
    );
}

/** Returns undefined if another run has read and deleted the upload. */
async function readUpload(
  { blobs, log }: Pick<BouncesDeps, 'blobs' | 'log'>,
  report: Report,
): Promise<Awaited<ReturnType<typeof readBounceFile>> | undefined> {
  const { fileName, reportId } = report;
  try {
    const bytes = await blobs.bytes(bounceUploadKey(report));
    return await readBounces(fileName, bytes).catch((error: unknown) => {
      // Every retry would read the same bytes and throw, so the report fails instead.
      log.error('bounces_not_read', error, { report: reportId });
      return { error: 'unreadable_file' as const };
    });
  } catch (error) {
    if (error instanceof BlobMissingError) return undefined;
    throw error;
  }
}

async function readBounces(
  name: string | undefined,
  bytes: Uint8Array,
): ReturnType<typeof readBounceFile> {
  if (name !== undefined) return readBounceFile({ name, bytes });
  const rows = JSON.parse(Buffer.from(bytes).toString()) as ReportedRow[];
  const bounces = rows.map((row): ReportedBounce => Object.assign({ text: '' }, row));
  return { bounces, skipped: 0 };
}
