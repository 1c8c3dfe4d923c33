import type { BillingDeps } from './deps.ts';
import { type DisputeState, disputeStateOf, type Purchase } from './rules/purchase.ts';
import type { Dispute } from './rules/stripe-objects.ts';
import { updatePurchase } from './update-purchase.ts';

type DisputeDeps = Pick<BillingDeps, 'accounts' | 'apiKeys' | 'ledger' | 'purchases'>;

/**
 * Brings the credits of a purchase in line with a dispute over its payment: kept back while it is
 * open, given back when it was won, gone when it was lost.
 */
export async function applyDispute(
  deps: DisputeDeps,
  { id, status, paymentId }: Dispute,
): Promise<'in_line' | 'no_purchase'> {
  if (paymentId === undefined) return 'no_purchase';
  const state = disputeStateOf(status);
  return updatePurchase(deps, paymentId, async (purchase) => {
    const before = purchase.disputes[id];
    // What has ended stays so, whatever a late response says.
    if (before === state || (before !== undefined && before !== 'held')) return false;
    await moveCredits(deps, purchase, id, before, state);
    return true;
  });
}

async function moveCredits(
  { ledger, purchases }: DisputeDeps,
  purchase: Purchase,
  dispute: string,
  before: 'held' | undefined,
  state: DisputeState,
): Promise<void> {
  const { userId, credits, revoked, source } = purchase;
  const disputes = { ...purchase.disputes, [dispute]: state };
  const amount = credits - revoked;
  const noted = [purchases.updateWrite(purchase, { disputes })];
  if (state === 'held' && amount > 0) {
    await ledger.hold(userId, { dispute, amount }, noted);
  } else if (state === 'released' && before === 'held') {
    await ledger.unhold(userId, { dispute }, noted);
  } else if (state === 'lost' && (amount > 0 || before === 'held')) {
    const gone = [purchases.updateWrite(purchase, { disputes, revoked: credits })];
    await ledger.forfeit(userId, { dispute, amount, why: `lost dispute over ${source}` }, gone);
  } else {
    await purchases.update(purchase, { disputes });
  }
}
