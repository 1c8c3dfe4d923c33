import { AppError } from '../../shared/contract/errors.ts';
import type { LedgerOutcome } from '../credits/adapters/ledger.ts';
import type { TransactionStep } from '../platform/dynamo/db.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
import type { Adjustment } from './adapters/adjustments.ts';
import type { BillingDeps } from './deps.ts';
import type { Purchase } from './rules/purchase.ts';

interface AdjustmentSteps {
  /** Throws if the adjustment plus `others` would exceed a limit, such as a list's charge. */
  readonly check: (others: readonly Adjustment[]) => Promise<void>;
  /** Uses one transaction with `writes`. Returns `stale` if the condition of a write failed. */
  readonly write: (writes: readonly TransactionStep[]) => Promise<LedgerOutcome>;
  /** Creates the row for the customer's list of payments. `at` is epoch milliseconds. */
  readonly purchase?: (at: number) => Purchase;
}

/**
 * Records an adjustment of a user's money or credits, once per id. Checks it against all other
 * adjustments, again if another one is recorded concurrently.
 * @returns the adjustment, new or existing
 * @throws {AppError} `request_reused` if the id belongs to another adjustment
 */
export const recordAdjustment = (
  { adjustments, clock }: Pick<BillingDeps, 'adjustments' | 'clock'>,
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

/** Ignores a refund's credits, which depend on its cents and on earlier refunds. */
const isSame = (a: Omit<Adjustment, 'at'>, b: Omit<Adjustment, 'at'>): boolean =>
  a.kind === b.kind &&
  a.listId === b.listId &&
  a.purchaseId === b.purchaseId &&
  (a.keepCredits ?? false) === (b.keepCredits ?? false) &&
  (a.cents ?? a.credits) === (b.cents ?? b.credits);

export const computeReplaceableCredits = (
  { listId, charged }: { readonly listId: string; readonly charged: number },
  adjustments: readonly Adjustment[],
): number =>
  adjustments.reduce(
    (left, each) => (each.listId === listId ? left - each.credits : left),
    charged,
  );
