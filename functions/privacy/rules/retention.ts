import { HOUR_MS } from '../../../shared/model/duration.ts';
import { testOwnerOf } from '../../access/rules/owner.ts';
import { ACCOUNTING_RETENTION_YEARS, ttlYearsAfter } from '../../../shared/model/retention.ts';

/** How long an export can be downloaded; its object expires a day later. */
export const EXPORT_DAYS = 7;
/** Lifetime of the URL that the emailed link redirects to; browsers follow it at once. */
export const EXPORT_LINK_SECONDS = 5 * 60;

/**
 * Time after which nothing more is written for a closed account: longer than any function runs, and
 * than the upload of a large file with a presigned POST that was issued just before.
 */
export const LATE_WRITE_MS = HOUR_MS;

/** Sort key prefixes of accounting records, which are kept after the account is closed. */
const ACCOUNTING_PREFIXES = [
  'ADJUSTMENT#',
  'BALANCE',
  'BILLING',
  'CHECKPOINT',
  'ENTRY#',
  'PURCHASE#',
  'USAGE#',
] as const;

/** Sort key prefixes of items that a separate step deletes. */
const SEPARATE_STEP_PREFIXES = ['LIST#', 'RECHECK#', 'CLOSING'] as const;

const startsWith = (prefixes: readonly string[], sortKey: string): boolean =>
  prefixes.some((prefix) => sortKey.startsWith(prefix));

/** How to treat an item of a user whose account is closed; `later` is for another step. */
export function retentionOf(sortKey: string): 'kept' | 'later' | 'deleted' {
  if (startsWith(ACCOUNTING_PREFIXES, sortKey)) return 'kept';
  return startsWith(SEPARATE_STEP_PREFIXES, sortKey) ? 'later' : 'deleted';
}

/** Expiry (epoch seconds) of the accounting records of an account closed at a date. */
export const accountingEnd = (closedAt: string): number =>
  ttlYearsAfter(closedAt, ACCOUNTING_RETENTION_YEARS);

/** Owners of a user's lists and checks: the user, and the separate owner for test keys. */
export const ownersOf = (userId: string): readonly string[] => [userId, testOwnerOf(userId)];
