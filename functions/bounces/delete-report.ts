import type { BouncesDeps } from './deps.ts';
import { requireReport } from './describe-report.ts';
import { bounceUploadKey, reportRowsKey } from './rules/blob-keys.ts';

/**
 * Deletes a report with its rows, and the bounces that it added to later lists. Pending refunds end
 * with the report.
 * @throws {AppError} `not_found`
 */
export async function deleteReport(
  deps: Pick<BouncesDeps, 'blobs' | 'bouncedAddresses' | 'lists' | 'reports'>,
  userId: string,
  reportId: string,
): Promise<void> {
  const { blobs, reports } = deps;
  const report = await requireReport(deps, userId, reportId);
  // Delete the objects first, so that an interrupted call can be repeated.
  await blobs.delete(bounceUploadKey(report));
  await blobs.delete(reportRowsKey(report));
  await deps.bouncedAddresses.remove(userId, reportId);
  await reports.delete(report);
}
