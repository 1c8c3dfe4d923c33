import { HOUR_MS } from '../../../shared/model/duration.ts';
import { testOwnerOf } from '../../access/rules/owner.ts';
import { ACCOUNTING_RETENTION_YEARS, ttlYearsAfter } from '../../../shared/model/retention.ts';

/** How long an export can be downloaded; its object lives a day longer. */
export const EXPORT_DAYS = 7;
/** Lifetime of the download URL that the mailed link redirects to: browsers follow it at once. */
export const EXPORT_LINK_SECONDS = 5 * 60;

/**
 * After this time nobody writes for a closed account: it exceeds the run time of any function, and
 * the upload time of a large file whose form was issued just before.
 */
export const LATE_WRITE_MS = HOUR_MS;

/** Sort key prefixes of accounting records, which outlive the account. All else is deleted. */
const ACCOUNTING_PREFIXES = [
  'ADJUSTMENT#',
  'BALANCE',
  'BILLING',
  'CHECKPOINT',
  'ENTRY#',
  'PURCHASE#',
  'USAGE#',
] as const;

/** Sort key prefixes of items that have a separate deletion step. */
const SEPARATE_STEP_PREFIXES = ['LIST#', 'RECHECK#', 'CLOSING'] as const;

const startsWith = (prefixes: readonly string[], sortKey: string): boolean =>
  prefixes.some((prefix) => sortKey.startsWith(prefix));

/** Retention of an item of a user whose account is closed. */
export function retentionOf(sortKey: string): 'kept' | 'later' | 'deleted' {
  if (startsWith(ACCOUNTING_PREFIXES, sortKey)) return 'kept';
  return startsWith(SEPARATE_STEP_PREFIXES, sortKey) ? 'later' : 'deleted';
}

/** Expiry of the accounting records of an account closed at a date, in epoch seconds. */
export const accountingEnd = (closedAt: string): number =>
  ttlYearsAfter(closedAt, ACCOUNTING_RETENTION_YEARS);

/** Lists created with a test key have a separate owner. */
export const ownersOf = (userId: string): readonly string[] => [userId, testOwnerOf(userId)];
