import type { Ledger } from '../credits/ports.ts';
import type { Purchases } from './ports.ts';
import { type PaidDeps, refreshPaid } from './refresh-paid.ts';
import { type DisputeState, disputeStateOf, type Purchase } from './rules/purchase.ts';
import type { Dispute } from './rules/stripe-objects.ts';

interface DisputeDeps extends PaidDeps {
  readonly ledger: Ledger;
  readonly purchases: Purchases;
}

const ROUNDS = 5;

/**
 * Brings the credits of a purchase in line with a dispute over its payment: kept back while it is
 * open, given back when it was won, gone when it was lost.
 */
export async function convergeDispute(
  deps: DisputeDeps,
  { id, status }: Dispute,
  paymentId: string,
): Promise<'in line' | 'no purchase'> {
  const state = disputeStateOf(status);
  for (let round = 0; round < ROUNDS; round += 1) {
    const purchase = await deps.purchases.byPayment(paymentId);
    if (!purchase) return 'no purchase';
    const before = purchase.disputes[id];
    // What has ended stays so, whatever a late answer says.
    if (before === state || (before !== undefined && before !== 'held')) {
      await refreshPaid(deps, purchase.userId);
      return 'in line';
    }
    await step(deps, purchase, id, before, state);
  }
  throw new Error(`dispute ${id} keeps changing`);
}

async function step(
  { ledger, purchases }: DisputeDeps,
  purchase: Purchase,
  dispute: string,
  before: 'held' | undefined,
  state: DisputeState,
): Promise<void> {
  const { userId, credits, revoked, source } = purchase;
  const disputes = { ...purchase.disputes, [dispute]: state };
  const amount = credits - revoked;
  const noted = [purchases.changing(purchase, { disputes })];
  if (state === 'held' && amount > 0) {
    await ledger.hold(userId, { dispute, amount }, noted);
  } else if (state === 'released' && before === 'held') {
    await ledger.unhold(userId, { dispute }, noted);
  } else if (state === 'lost' && (amount > 0 || before === 'held')) {
    const gone = [purchases.changing(purchase, { disputes, revoked: credits })];
    await ledger.forfeit(userId, { dispute, amount, why: `lost dispute over ${source}` }, gone);
  } else {
    await purchases.change(purchase, { disputes });
  }
}
