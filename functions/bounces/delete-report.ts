import type { BouncesDeps } from './deps.ts';
import { findReport } from './describe-report.ts';
import { bouncesKey, reportRowsKey } from './rules/blob-keys.ts';

/**
 * Deletes a report with its rows, and what it added to the rows of later lists. Refunds that are being confirmed end with it.
 * @throws {AppError} `not_found`
 */
export async function deleteReport(
  deps: Pick<BouncesDeps, 'blobs' | 'bouncedAddresses' | 'lists' | 'reports'>,
  userId: string,
  reportId: string,
): Promise<void> {
  const { blobs, reports } = deps;
  const report = await findReport(deps, userId, reportId);
  // The objects first, so that an interrupted call can be repeated.
  await blobs.delete(bouncesKey(report));
  await blobs.delete(reportRowsKey(report));
  await deps.bouncedAddresses.remove(userId, reportId);
  await reports.delete(report);
}
