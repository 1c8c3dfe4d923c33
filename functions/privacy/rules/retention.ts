import { HOUR_MS } from '../../../shared/model/duration.ts';
import { testOwnerOf } from '../../access/rules/owner.ts';
import { ACCOUNTING_YEARS, yearsAfter } from '../../../shared/model/retention.ts';

/** How long an export can be downloaded; its object lives a day longer. */
export const EXPORT_DAYS = 7;
/** How long the link works to which the link of the mail leads: the browser follows it at once. */
export const EXPORT_LINK_SECONDS = 5 * 60;

/**
 * After this long nobody writes for an account that was closed: longer than any function runs, and
 * than the upload of a large file whose form was handed out just before.
 */
export const LATE_WRITE_MS = HOUR_MS;

/** Bookkeeping, kept after the account, by the start of its sort key. All else is deleted. */
const ACCOUNTING_PREFIXES = [
  'ADJUSTMENT#',
  'BALANCE',
  'BILLING',
  'ENTRY#',
  'PURCHASE#',
  'USAGE#',
] as const;

/** What is deleted by a step of its own. */
const OWN_STEP = ['LIST#', 'RECHECK#', 'CLOSING'] as const;

const startsWith = (prefixes: readonly string[], sortKey: string): boolean =>
  prefixes.some((prefix) => sortKey.startsWith(prefix));

/** What becomes of an item below a user whose account is closed. */
export function retentionOf(sortKey: string): 'kept' | 'later' | 'deleted' {
  if (startsWith(ACCOUNTING_PREFIXES, sortKey)) return 'kept';
  return startsWith(OWN_STEP, sortKey) ? 'later' : 'deleted';
}

/** When bookkeeping of an account that was closed at a date goes, in epoch seconds. */
export const accountingEnd = (closedAt: string): number => yearsAfter(closedAt, ACCOUNTING_YEARS);

/** Lists that were made with a test key belong to an owner of their own. */
export const ownersOf = (userId: string): readonly string[] => [userId, testOwnerOf(userId)];
