import type { BounceReport, BounceRow } from '../../shared/contract/bounces.ts';
import { AppError } from '../../shared/contract/errors.ts';
import {
  BOUNCE_REASONS,
  BOUNCE_SUBJECTS,
  type BounceSubject,
} from '../../shared/model/bounces/bounce.ts';
import { statusForReason } from '../../shared/model/verdict.ts';
import { decodeCursor, encodeCursor } from '../platform/paging.ts';
import { BlobMissingError } from '../platform/s3/blobs.ts';
import type { BouncesDeps } from './deps.ts';
import { reportRowsKey } from './rules/blob-keys.ts';
import type { Report } from './rules/report.ts';
import { parseRows, type ReportRow } from './rules/report-row.ts';

const PAGE_SIZE = 100;
const REPORTS_PER_PAGE = 50;

type DescribeReportDeps = Pick<BouncesDeps, 'lists' | 'reports'>;

/** Returns a report. @throws {AppError} `not_found`, also for a report whose list was deleted */
export async function requireReport(
  { lists, reports }: DescribeReportDeps,
  userId: string,
  reportId: string,
): Promise<Report> {
  const report = await reports.get(userId, reportId);
  if (!report || (report.sent && !(await lists.get(userId, report.sent.listId))))
    throw new AppError('not_found');
  return report;
}

/**
 * Lists reports, except for deleted lists. For one list, these are the reports about its mailings
 * and the reports from the connection that it was imported from.
 */
export async function listReports(
  { lists, reports }: DescribeReportDeps,
  userId: string,
  listId: string | undefined,
  cursor: string | undefined,
): Promise<{ reports: BounceReport[]; next: string | null }> {
  const all = await reports.list(userId);
  const listIds = new Set(all.flatMap(({ sent }) => sent?.listId ?? []));
  const existing = await lists.getMany(userId, [...listIds]);
  const source = listId === undefined ? undefined : (await lists.get(userId, listId))?.source;
  const found = all.filter(
    ({ reportId, sent, connectionId }) =>
      (cursor === undefined || reportId < cursor) &&
      (!sent || existing.has(sent.listId)) &&
      (listId === undefined ||
        sent?.listId === listId ||
        (source !== undefined && connectionId === source.id)),
  );
  const page = found.slice(0, REPORTS_PER_PAGE);
  const next = found.length > page.length ? (page.at(-1)?.reportId ?? null) : null;
  return { reports: page.map(toBounceReport), next };
}

export async function getReportRowsPage(
  { blobs }: Pick<BouncesDeps, 'blobs'>,
  report: Report,
  subject: BounceSubject | undefined,
  cursor: string | undefined,
): Promise<{ bounces: BounceRow[]; next: string | null }> {
  const start = cursor === undefined ? 0 : Number.parseInt(decodeCursor(cursor), 10) || 0;
  const rows = (await readReportRows({ blobs }, report)).filter(
    (row) => subject === undefined || row.subject === subject,
  );
  const end = start + PAGE_SIZE;
  const next = end < rows.length ? encodeCursor(String(end)) : null;
  return { bounces: rows.slice(start, end).map(toRow), next };
}

/** There are no rows before the report has been read, or after its list was deleted. */
export async function readReportRows(
  { blobs }: Pick<BouncesDeps, 'blobs'>,
  report: Report,
): Promise<ReportRow[]> {
  if (!report.counts) return [];
  try {
    return parseRows(Buffer.from(await blobs.bytes(reportRowsKey(report))).toString());
  } catch (error) {
    if (error instanceof BlobMissingError) return [];
    throw error;
  }
}

export function toBounceReport({ reportId, sent, counts, ...report }: Report): BounceReport {
  const { rows = 0, skipped = 0, addresses = 0, matched = 0 } = counts ?? {};
  return {
    id: reportId,
    name: report.name,
    state: report.state,
    error: report.error ?? null,
    created_at: report.createdAt,
    expires_at: new Date(report.ttl * 1000).toISOString(),
    sent: sent ? { list_id: sent.listId, categories: sent.categories, at: sent.at } : null,
    rows,
    skipped,
    addresses,
    matched,
    subjects: withZeros(BOUNCE_SUBJECTS, counts?.subjects),
    reasons: withZeros(BOUNCE_REASONS, counts?.reasons),
    rates: counts?.rates ?? [],
    causes: counts?.causes ?? [],
    refunds: counts?.refunds ?? {},
  };
}

const withZeros = <Name extends string>(
  names: readonly Name[],
  counts: Partial<Record<Name, number>> = {},
): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, counts[name] ?? 0])) as Record<Name, number>;

const toRow = ({ email, subject, reason, cause, text, verdict, refund }: ReportRow): BounceRow => ({
  email,
  subject,
  reason,
  cause,
  text,
  verdict: verdict
    ? {
        status: statusForReason(verdict.reason),
        reason: verdict.reason,
        at: verdict.at,
        list_id: verdict.listId ?? null,
      }
    : null,
  refund: refund ?? null,
});
