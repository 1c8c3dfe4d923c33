import { AppError } from '../../shared/contract/errors.ts';
import type { Adjustment } from '../billing/adapters/adjustments.ts';
import type { Purchase } from '../billing/rules/purchase.ts';
import type { LedgerOutcome } from '../credits/adapters/ledger.ts';
import type { TransactionStep } from '../platform/dynamo/db.ts';
import { untilUnchanged } from '../platform/until-unchanged.ts';
import type { AdminDeps } from './deps.ts';

interface Step {
  /** Throws where it is too much beside the others. */
  readonly check: (others: readonly Adjustment[]) => Promise<void>;
  /** Writes in one transaction what comes with it; `stale` where one of `writes` was refused. */
  readonly write: (writes: readonly TransactionStep[]) => Promise<LedgerOutcome>;
  /** What its customer finds in Billing. */
  readonly purchase?: (at: number) => Purchase;
}

/**
 * Records what an administrator does to a user's money or credits, once for its id. It is checked
 * beside all others: where one more is recorded meanwhile, it is checked again.
 * @returns it as it stands, also where it stood there before
 * @throws {AppError} `request_reused` where the id stands for something else
 */
export const recordAdjustment = (
  { adjustments, clock }: Pick<AdminDeps, 'adjustments' | 'clock'>,
  wanted: Omit<Adjustment, 'at'>,
  { check, write, purchase }: Step,
): Promise<Adjustment> =>
  untilUnchanged(`the adjustments of ${wanted.userId}`, async () => {
    const { all, count } = await adjustments.read(wanted.userId);
    const before = all.find(({ id }) => id === wanted.id);
    if (before && !isSame(before, wanted)) throw new AppError('request_reused');
    if (before) return before;
    await check(all);
    const now = clock.now();
    const recorded = { ...wanted, at: new Date(now).toISOString() };
    const writes = adjustments.createWrites(recorded, count, purchase?.(now));
    return (await write(writes)) === 'stale' ? 'again' : recorded;
  });

/** The credits of a refund follow from its cents and from what was refunded before. */
const isSame = (a: Omit<Adjustment, 'at'>, b: Omit<Adjustment, 'at'>): boolean =>
  a.kind === b.kind &&
  a.listId === b.listId &&
  a.purchaseId === b.purchaseId &&
  (a.keepCredits ?? false) === (b.keepCredits ?? false) &&
  (a.cents ?? a.credits) === (b.cents ?? b.credits);
