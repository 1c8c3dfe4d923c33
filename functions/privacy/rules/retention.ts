import { HOUR_MS } from '../../../shared/model/duration.ts';
import { ACCOUNTING_RETENTION_YEARS, ttlYearsAfter } from '../../../shared/model/retention.ts';

/** How long an export can be downloaded. Its object expires a day later. */
export const EXPORT_RETENTION_DAYS = 7;
/** Lifetime of the URL that the emailed link redirects to. Browsers follow it immediately. */
export const EXPORT_LINK_SECONDS = 5 * 60;

/**
 * Time after which nothing more is written for a closed account. Exceeds the run time of any
 * function, and the duration of a large upload whose presigned POST was issued just before the
 * closing.
 */
export const LATE_WRITE_MS = HOUR_MS;

/** Sort key prefixes of accounting records, which outlive the account. */
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

/** Returns how to treat an item of a closed account. `later` means that another step deletes it. */
export function retentionOf(sortKey: string): 'kept' | 'later' | 'deleted' {
  if (startsWith(ACCOUNTING_PREFIXES, sortKey)) return 'kept';
  return startsWith(SEPARATE_STEP_PREFIXES, sortKey) ? 'later' : 'deleted';
}

/** Returns the expiry in epoch seconds. */
export const accountingExpirySeconds = (closedAt: string): number =>
  ttlYearsAfter(closedAt, ACCOUNTING_RETENTION_YEARS);
