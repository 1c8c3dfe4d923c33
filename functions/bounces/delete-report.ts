import type { BouncesDeps } from './deps.ts';
import { requireReport } from './describe-report.ts';
import { bounceUploadKey, reportRowsKey } from './rules/blob-keys.ts';
import type { Report } from './rules/report.ts';

/**
 * Deletes a report, its rows, and the bounced addresses that it stored for later lists. Pending
 * refunds end with the report.
 * @throws {AppError} `not_found`
 */
export async function deleteReport(
  deps: Pick<BouncesDeps, 'blobs' | 'bouncedAddresses' | 'lists' | 'reports'>,
  userId: string,
  reportId: string,
): Promise<void> {
  const report = await requireReport(deps, userId, reportId);
  // Delete the contents first, so that an interrupted call can be repeated.
  await deleteReportContents(deps, report);
  await deps.reports.delete(report);
}

/** Workers also call this after a run during which the report was deleted. */
export async function deleteReportContents(
  { blobs, bouncedAddresses }: Pick<BouncesDeps, 'blobs' | 'bouncedAddresses'>,
  report: Report,
): Promise<void> {
  await blobs.delete(bounceUploadKey(report));
  await blobs.delete(reportRowsKey(report));
  await bouncedAddresses.remove(report.userId, { source: report.reportId });
}
