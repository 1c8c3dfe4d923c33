import { hash } from 'node:crypto';
import type { z } from 'zod/mini';
import type { bounceRoutes } from '../../shared/contract/bounces.ts';
import { AppError } from '../../shared/contract/errors.ts';
import {
  BOUNCE_FILE_EXTENSIONS,
  MAX_BOUNCE_FILE_BYTES,
  BOUNCE_REPORT_RETENTION_DAYS,
} from '../../shared/model/bounces/bounce.ts';
import { cleanName } from '../../shared/model/clean-name.ts';
import { DAY_MS, formatUtcDate } from '../../shared/model/duration.ts';
import { UPLOAD_FORM_LIFETIME_SECONDS } from '../../shared/model/upload-limits.ts';
import { assertResultAvailable } from '../lists/result/assert-result-available.ts';
import { MAX_DELAY_SECONDS } from '../platform/sqs/max-delay.ts';
import type { BouncesDeps } from './deps.ts';
import { bounceUploadKey } from './rules/blob-keys.ts';
import type { Report } from './rules/report.ts';

type ApiRequest = z.output<(typeof bounceRoutes)['reportBounces']['body']>;
/** Bounces that we read from a connected service also have a time, in epoch milliseconds. */
type Request =
  | ApiRequest
  | {
      readonly name: string;
      readonly rows: readonly (NonNullable<ApiRequest['rows']>[number] & { readonly at: number })[];
      readonly connectionId: string;
      readonly sent?: undefined;
      readonly file?: undefined;
    };
interface CreatedReport {
  readonly report: Report;
  readonly upload?: { url: string; fields: Record<string, string> };
}

/**
 * Creates a report about the bounces in the request, or about a file of bounces, for which it also
 * returns an upload form. In both cases, a worker reads the bounces from the bucket. A repeated
 * request returns the report in its current state, and completes an interrupted first attempt.
 * @throws {AppError} `not_found` for an unknown list, `wrong_state` for an unfinished list,
 *   `expired`; `bad_file_type`, `empty_file`, `file_too_large`; `validation` for a mailing in the
 *   future; `request_reused` if the key was used for another request or a deleted report
 */
export async function createReport(
  deps: Pick<BouncesDeps, 'blobs' | 'bouncesQueue' | 'clock' | 'ids' | 'lists' | 'reports'>,
  userId: string,
  request: Request,
  requestKey: string,
): Promise<CreatedReport> {
  const { blobs, clock, ids, reports } = deps;
  const { rows, file } = request;
  const now = clock.now();
  if (file) assertAcceptable(file);
  const sent = request.sent && (await readMailing(deps, userId, request.sent, now));
  const created: Report = {
    userId,
    reportId: ids.ulid(now),
    name: request.name ?? formatUtcDate(sent ? Date.parse(sent.at) : now),
    createdAt: new Date(now).toISOString(),
    ttl: Math.ceil((now + BOUNCE_REPORT_RETENTION_DAYS * DAY_MS) / 1000),
    state: 'waiting',
    attempt: 0,
    ...(sent && { sent }),
    ...(file && { fileName: cleanName(file.name) }),
    ...('connectionId' in request && { connectionId: request.connectionId }),
  };
  const key = hash('sha256', requestKey, 'base64url');
  const content = hash('sha256', JSON.stringify(request), 'base64url');
  const stored = await reports.add(created, { key, content }, now);
  if (stored?.content !== content) throw new AppError('request_reused');
  const report =
    stored.reportId === created.reportId ? created : await reports.get(userId, stored.reportId);
  if (!report) throw new AppError('request_reused');
  if (report.state !== 'waiting') return { report };
  if (rows) await blobs.put(bounceUploadKey(report), JSON.stringify(rows));
  // This message makes the worker read the bounces even if the bucket's notification is lost.
  const { reportId } = report;
  const message = { kind: 'confirm', v: 1, userId, reportId, attempt: 0 } as const;
  await deps.bouncesQueue.send([message], MAX_DELAY_SECONDS);
  if (!file) return { report };
  const limits = { maxBytes: MAX_BOUNCE_FILE_BYTES, seconds: UPLOAD_FORM_LIFETIME_SECONDS };
  return { report, upload: await blobs.uploadForm(bounceUploadKey(report), limits) };
}

function assertAcceptable({ name, size }: NonNullable<ApiRequest['file']>): void {
  if (!BOUNCE_FILE_EXTENSIONS.some((each) => name.toLowerCase().endsWith(each)))
    throw new AppError('bad_file_type', { text: 'error.bounce_file_type' });
  if (size === 0) throw new AppError('empty_file');
  if (size > MAX_BOUNCE_FILE_BYTES)
    throw new AppError('file_too_large', { text: 'error.bounce_file_too_large' });
}

async function readMailing(
  { lists }: Pick<BouncesDeps, 'lists'>,
  userId: string,
  { list_id: listId, categories, at }: NonNullable<ApiRequest['sent']>,
  now: number,
): Promise<Report['sent']> {
  const list = await lists.get(userId, listId);
  if (!list) throw new AppError('not_found');
  assertResultAvailable(list, now);
  if (Date.parse(at) > now)
    throw new AppError('validation', { fields: { 'sent.at': ['field.invalid'] } });
  return { listId, categories: [...categories], at: new Date(at).toISOString() };
}
