import type { BillingDeps } from './deps.ts';
import {
  type DisputeState,
  disputeStateOf,
  heldBy,
  type Purchase,
  revocationOf,
} from './rules/purchase.ts';
import type { Dispute } from './rules/stripe-objects.ts';
import { updatePurchase } from './update-purchase.ts';

type DisputeDeps = Pick<BillingDeps, 'accounts' | 'apiKeys' | 'ledger' | 'purchases'>;

/**
 * Brings the credits of a purchase in line with a dispute over its payment, or a part of it
 * (docs.stripe.com/api/disputes/object): kept back while it is open, given back when it was won,
 * gone when it was lost.
 */
export async function applyDispute(
  deps: DisputeDeps,
  dispute: Dispute,
): Promise<'in_line' | 'no_purchase'> {
  const { id, status, paymentId } = dispute;
  if (paymentId === undefined) return 'no_purchase';
  const state = disputeStateOf(status);
  return updatePurchase(deps, paymentId, async (purchase) => {
    const before = purchase.disputes[id];
    // What has ended stays so, whatever a late response says.
    if (before === state || (before !== undefined && before !== 'held')) return false;
    await moveCredits(deps, purchase, dispute, before, state);
    return true;
  });
}

async function moveCredits(
  { ledger, purchases }: DisputeDeps,
  purchase: Purchase,
  { id: dispute, cents }: Dispute,
  before: 'held' | undefined,
  state: DisputeState,
): Promise<void> {
  const { userId, refunded, revoked, source } = purchase;
  const change = {
    disputes: { ...purchase.disputes, [dispute]: state },
    disputed: { [dispute]: cents, ...purchase.disputed },
  };
  const noted = [purchases.updateWrite(purchase, change)];
  const held = heldBy(purchase, cents);
  const gone = Math.max(revoked, revocationOf({ ...purchase, ...change }, refunded));
  if (state === 'held' && held > 0) {
    await ledger.hold(userId, { dispute, amount: held }, noted);
  } else if (state === 'released' && before === 'held') {
    await ledger.unhold(userId, { dispute }, noted);
  } else if (state === 'lost' && (gone > revoked || before === 'held')) {
    const lost = { dispute, amount: gone - revoked, why: `lost dispute over ${source}` };
    await ledger.forfeit(userId, lost, [
      purchases.updateWrite(purchase, { ...change, revoked: gone }),
    ]);
  } else {
    await purchases.update(purchase, change);
  }
}
