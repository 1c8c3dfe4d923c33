import type { User } from '../../access/adapters/user.ts';
import { mailTo } from '../../mail/mail-to.ts';
import type { BillingDeps } from '../deps.ts';
import {
  type DisputeState,
  disputeStateOf,
  heldBy,
  invoiceIdOf,
  isDenied,
  isInquiry,
  type Purchase,
  revocationOf,
} from '../rules/purchase.ts';
import { isLive } from '../rules/subscription.ts';
import type { Dispute, Subscription } from '../rules/stripe-objects.ts';
import { mailOperator } from './mail-operator.ts';
import { updatePurchase } from '../purchase/update-purchase.ts';

type DisputeDeps = Pick<
  BillingDeps,
  'accounts' | 'apiKeys' | 'env' | 'ledger' | 'log' | 'mailQueue' | 'purchases' | 'stripe'
>;

/**
 * Brings the credits of a purchase in line with a dispute over its payment, or a part of it
 * (docs.stripe.com/api/disputes/object): kept back while it is open, given back when it was won,
 * gone when it was lost. The subscription that the payment was for ends with its period, unless its
 * customer renews it. An inquiry has moved no money: nothing changes, and the operator is mailed.
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
    if (isInquiry(status) || before === state || before === 'released' || before === 'lost')
      return false;
    // First: cut off behind it, the same is done again. A customer who renews is not stopped twice.
    if (before === undefined && state !== 'released') await stopRenewal(deps, purchase);
    await moveCredits(deps, purchase, dispute, before, state);
    return true;
  });
  const purchase = await deps.purchases.findByPayment(paymentId);
  const user = purchase && (await deps.accounts.get(purchase.userId));
  if (!user) return outcome;
  await report(deps, user, dispute, isInquiry(status) ? 'inquiry' : state);
  if (!isInquiry(status)) await mailCustomer(deps, user, purchase, dispute, state);
  return outcome;
}

/** The subscription that a purchase was for, while it lives. */
async function subscriptionOf(
  { stripe }: DisputeDeps,
  purchase: Purchase,
): Promise<Subscription | undefined> {
  const invoiceId = invoiceIdOf(purchase);
  const invoice = invoiceId === undefined ? undefined : await stripe.findInvoice(invoiceId);
  const id = invoice?.subscriptionId;
  const found = id === undefined ? undefined : await stripe.findSubscription(id);
  return found && isLive(found) ? found : undefined;
}

async function stopRenewal(deps: DisputeDeps, purchase: Purchase): Promise<void> {
  const subscription = await subscriptionOf(deps, purchase);
  if (subscription && subscription.canceledAt === undefined)
    await deps.stripe.stopRenewal(subscription, 'dispute');
}

/** Raises an alarm, and mails the operator while the bank waits for an answer. */
async function report(
  deps: DisputeDeps,
  user: User,
  { id, status, reason, cents, dueAt, paymentId = '' }: Dispute,
  state: DisputeState | 'inquiry',
): Promise<void> {
  if (state === 'released' || status === 'warning_closed') return;
  deps.log.alarm('payment_disputed', `${id}: ${state}`, { dispute: id, state, reason });
  if (state === 'lost') return;
  const what = state === 'inquiry' ? 'inquiry' : 'dispute';
  await mailOperator(deps, `${what}:${id}`, user, paymentId, { what, cents, reason, dueAt });
}

async function mailCustomer(
  deps: DisputeDeps,
  user: User,
  purchase: Purchase,
  { id, cents }: Dispute,
  state: DisputeState,
): Promise<void> {
  const subscription = await subscriptionOf(deps, purchase);
  const end = subscription?.stoppedFor === 'dispute' ? subscription.endsAt : undefined;
  const params = { cents, endsAt: end === undefined ? undefined : new Date(end).toISOString() };
  await deps.mailQueue.send(
    mailTo(
      user,
      `dispute:${id}:${state}`,
      state === 'held'
        ? { template: 'payment_disputed', params }
        : { template: 'dispute_ended', params: { ...params, lost: state === 'lost' } },
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
