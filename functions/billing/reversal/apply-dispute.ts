import type { User } from '../../access/adapters/user.ts';
import { mailTo } from '../../mail/mail-to.ts';
import { updatePlan } from '../subscription/apply-subscription.ts';
import type { BillingDeps } from '../deps.ts';
import {
  type DisputeState,
  disputeStateOf,
  heldBy,
  isDenied,
  isInquiry,
  type Purchase,
  revocationOf,
} from '../rules/purchase.ts';
import { isLive } from '../rules/subscription.ts';
import type { Dispute } from '../rules/stripe-objects.ts';
import { tellOperator } from './tell-operator.ts';
import { updatePurchase } from '../purchase/update-purchase.ts';

type DisputeDeps = Pick<
  BillingDeps,
  'accounts' | 'apiKeys' | 'env' | 'ledger' | 'log' | 'mailQueue' | 'purchases' | 'stripe'
>;

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
  const outcome = await updatePurchase(deps, paymentId, async (purchase) => {
    const before = purchase.disputes[id];
    // What has ended stays so, whatever a late response says.
    if (before === state || (before !== undefined && before !== 'held')) return false;
    await moveCredits(deps, purchase, dispute, before, state);
    return true;
  });
  const purchase = await deps.purchases.findByPayment(paymentId);
  const user = purchase && (await deps.accounts.get(purchase.userId));
  if (user) await followUp(deps, user, dispute, state);
  return outcome;
}

/** What follows for subscription and key, and whom it is told. Repeated, it ends the same. */
async function followUp(
  deps: DisputeDeps,
  user: User,
  { id, status, reason, cents, dueAt, paymentId = '' }: Dispute,
  state: DisputeState,
): Promise<void> {
  const { log, mailQueue, stripe } = deps;
  const isEnd = state === 'lost' && isDenied(reason);
  if (isEnd && user.stripeCustomerId !== undefined)
    for (const each of await stripe.listSubscriptions(user.stripeCustomerId))
      if (isLive(each)) await stripe.endSubscription(each.id, 'dispute_lost');
  await updatePlan(deps, user);
  if (state !== 'released')
    log.alarm('payment_disputed', `${id}: ${state}`, { dispute: id, state, reason });
  if (state === 'held') {
    const what = isInquiry(status) ? 'inquiry' : 'dispute';
    const taken = { what, cents, reason, dueAt } as const;
    await tellOperator(deps, `${what}:${id}`, user, paymentId, taken);
  }
  await mailQueue.send(
    mailTo(
      user,
      `dispute:${id}:${state}`,
      state === 'held'
        ? { template: 'payment_disputed', params: { cents } }
        : { template: 'dispute_ended', params: { cents, lost: state === 'lost' } },
    ),
  );
}

async function moveCredits(
  { ledger, purchases }: DisputeDeps,
  purchase: Purchase,
  { id: dispute, cents, reason }: Dispute,
  before: 'held' | undefined,
  state: DisputeState,
): Promise<void> {
  const { userId, refunded, revoked, source } = purchase;
  const change = {
    disputes: { ...purchase.disputes, [dispute]: state },
    disputed: { [dispute]: cents, ...purchase.disputed },
    ...(state === 'lost' && isDenied(reason) && { barred: true }),
  };
  const extraWrites = [purchases.updateWrite(purchase, change)];
  const held = heldBy(purchase, cents);
  const gone = Math.max(revoked, revocationOf({ ...purchase, ...change }, refunded));
  if (state === 'held' && held > 0) {
    await ledger.hold(userId, { dispute, amount: held }, extraWrites);
  } else if (state === 'released' && before === 'held') {
    await ledger.unhold(userId, { dispute }, extraWrites);
  } else if (state === 'lost' && (gone > revoked || before === 'held')) {
    const lost = { dispute, amount: gone - revoked, why: `lost dispute over ${source}` };
    await ledger.forfeit(userId, lost, [
      purchases.updateWrite(purchase, { ...change, revoked: gone }),
    ]);
  } else {
    await purchases.update(purchase, change);
  }
}
