import { AppError } from '../../shared/contract/errors.ts';
import type { Adjustment } from '../billing/adapters/adjustments.ts';
import type { Purchase } from '../billing/rules/purchase.ts';
import type { LedgerOutcome } from '../credits/adapters/ledger.ts';
import type { TransactionStep } from '../platform/dynamo/db.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
import type { AdminDeps } from './deps.ts';

interface AdjustmentSteps {
  /** Throws if the total of adjustments would exceed the purchase. */
  readonly check: (others: readonly Adjustment[]) => Promise<void>;
  /** Writes related items in one transaction; `stale` if one of `writes` was rejected. */
  readonly write: (writes: readonly TransactionStep[]) => Promise<LedgerOutcome>;
  /** Entry in the customer's Billing. */
  readonly purchase?: (at: number) => Purchase;
}

/**
 * Records an adjustment of a user's money or credits, once per id. It is validated against all
 * others, and again if one is recorded concurrently.
 * @returns the adjustment, also if it existed
 * @throws {AppError} `request_reused` if the id belongs to something else
 */
export const recordAdjustment = (
  { adjustments, clock }: Pick<AdminDeps, 'adjustments' | 'clock'>,
  adjustment: Omit<Adjustment, 'at'>,
  { check, write, purchase }: AdjustmentSteps,
): Promise<Adjustment> =>
  retryOnConflict(`the adjustments of ${adjustment.userId}`, async () => {
    const { all, count } = await adjustments.read(adjustment.userId);
    const existing = all.find(({ id }) => id === adjustment.id);
    if (existing && !isSame(existing, adjustment)) throw new AppError('request_reused');
    if (existing) return existing;
    await check(all);
    const now = clock.now();
    const recorded = { ...adjustment, at: new Date(now).toISOString() };
    const writes = adjustments.createWrites(recorded, count, purchase?.(now));
    return (await write(writes)) === 'stale' ? 'again' : recorded;
  });

/** Ignores a refund's credits, which follow from its cents and from earlier refunds. */
const isSame = (a: Omit<Adjustment, 'at'>, b: Omit<Adjustment, 'at'>): boolean =>
  a.kind === b.kind &&
  a.listId === b.listId &&
  a.purchaseId === b.purchaseId &&
  (a.keepCredits ?? false) === (b.keepCredits ?? false) &&
  (a.cents ?? a.credits) === (b.cents ?? b.credits);
