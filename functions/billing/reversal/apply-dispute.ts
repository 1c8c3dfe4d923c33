import { mailMoney } from '../../mail/mail-account.ts';
import type { Dispute, FraudWarning } from '../adapters/stripe-payments.ts';
import type { StripeEventDeps } from '../deps.ts';
import {
  type DisputeState,
  disputeReference,
  disputeStateOf,
  creditsHeldByDispute,
  invoiceIdOf,
  isAppealStatus,
  isDenialReason,
  isInquiryStatus,
  type Purchase,
  incrementReversalCount,
  creditsToRevoke,
} from '../rules/purchase.ts';
import { isLiveSubscription } from '../rules/subscription.ts';
import { mailOperator } from './mail-operator.ts';
import { updatePurchase } from '../purchase/update-purchase.ts';

/**
 * Brings the credits of a purchase in line with a dispute over all or part of its payment
 * (docs.stripe.com/api/disputes/object). An open dispute holds credits; winning it releases them,
 * losing it seizes them, and an appeal can reverse either. A dispute also stops the renewal of its
 * subscription until the customer renews. An inquiry moves no money, so it only raises an alarm and
 * emails the operator.
 */
export async function applyDispute(
  deps: StripeEventDeps,
  { id, paymentId }: Dispute,
): Promise<'done' | 'skipped'> {
  if (paymentId === undefined) return 'skipped';
  return updatePurchase(deps, paymentId, async (purchase) => {
    // Read the dispute after the purchase: an older response must not overwrite a newer state.
    const dispute = await deps.stripe.findDispute(id);
    if (!dispute) return false;
    const before = purchase.disputes[id];
    const state = disputeStateOf(dispute.status, before);
    if (isInquiryStatus(dispute.status) || before === state) {
      await report(deps, purchase, dispute, disputeReference(id, purchase.reversals));
      return false;
    }
    const reversals = incrementReversalCount(purchase, id);
    const reference = disputeReference(id, reversals);
    // Stop the renewal before the write, so that a retry after a crash repeats it. Do so only for a
    // new dispute, because the customer may have renewed since.
    const isNew = before === undefined && state !== 'released';
    const endsAt = await stopRenewalIfNew(deps, purchase, isNew);
    await mailCustomer(deps, purchase, dispute, reference, state, endsAt);
    await moveCredits(deps, purchase, dispute, state, reversals);
    return true;
  });
}

/**
 * @returns when the subscription ends, in epoch milliseconds, if this or an earlier dispute ends it
 */
async function stopRenewalIfNew(
  { stripe }: StripeEventDeps,
  purchase: Purchase,
  isNew: boolean,
): Promise<number | undefined> {
  const invoiceId = invoiceIdOf(purchase);
  const invoice = invoiceId === undefined ? undefined : await stripe.findInvoice(invoiceId);
  const id = invoice?.subscriptionId;
  const found = id === undefined ? undefined : await stripe.findSubscription(id);
  if (!found || !isLiveSubscription(found)) return undefined;
  if (!isNew || found.canceledAt !== undefined)
    return found.stopReason === 'dispute' ? found.endsAt : undefined;
  await stripe.stopRenewal(found, 'dispute');
  return found.periodEnd;
}

/**
 * Raises an alarm and emails the operator. A lost dispute raises only the alarm. A dispute that was
 * won or prevented, or an inquiry that was closed, does neither.
 */
async function report(
  deps: StripeEventDeps,
  purchase: Purchase,
  { id, status, reason, cents, dueAt }: Dispute,
  reference: string,
): Promise<void> {
  if (['won', 'prevented', 'warning_closed'].includes(status)) return;
  const what = isInquiryStatus(status) ? 'inquiry' : isAppealStatus(status) ? 'appeal' : 'dispute';
  deps.log.alarm('payment_disputed', `${what} ${id}: ${status}`, { dispute: id, status, reason });
  if (status === 'lost') return;
  await mailOperator(deps, `${what}:${reference}`, purchase, { what, cents, reason, dueAt });
}

async function mailCustomer(
  deps: StripeEventDeps,
  purchase: Purchase,
  { cents }: Dispute,
  reference: string,
  state: DisputeState,
  end: number | undefined,
): Promise<void> {
  const user = await deps.accounts.get(purchase.userId);
  if (!user) return;
  const params = { cents, endsAt: end === undefined ? undefined : new Date(end).toISOString() };
  await mailMoney(deps, user, `dispute:${reference}:${state}`, () =>
    state === 'held'
      ? { template: 'payment_disputed', params }
      : { template: 'dispute_ended', params: { ...params, lost: state === 'lost' } },
  );
}

async function moveCredits(
  { ledger, purchases }: StripeEventDeps,
  purchase: Purchase,
  { id, cents, reason }: Dispute,
  state: DisputeState,
  reversals: Purchase['reversals'],
): Promise<void> {
  const { userId, refunded, revoked, source } = purchase;
  const before = purchase.disputes[id];
  const dispute = disputeReference(id, reversals);
  const disputes = { ...purchase.disputes, [id]: state };
  const disputed = { [id]: cents, ...purchase.disputed };
  const targetRevoked = creditsToRevoke({ ...purchase, disputes, disputed }, refunded);
  const change = {
    disputes,
    disputed,
    reversals,
    revoked:
      state === 'lost'
        ? Math.max(revoked, targetRevoked)
        : before === 'lost'
          ? targetRevoked
          : revoked,
    ...(state === 'lost' && isDenialReason(reason) && { barred: true }),
    ...(before === 'lost' && { barred: false }),
  };
  const extraWrites = purchases.changeWrites(purchase, change);
  const held = creditsHeldByDispute(purchase, cents);
  const revokedDelta = change.revoked - revoked;
  if (state === 'held' && held > 0) {
    await ledger.hold(userId, { dispute, amount: held }, extraWrites);
  } else if (state === 'released' && before === 'held') {
    await ledger.releaseHold(userId, { dispute }, extraWrites);
  } else if (state === 'lost' && (revokedDelta > 0 || before === 'held')) {
    const seizure = { dispute, amount: revokedDelta, why: `lost dispute over ${source}` };
    await ledger.seizeHeld(userId, seizure, extraWrites);
  } else if (revokedDelta < 0) {
    const regrant = {
      source: `dispute-won:${dispute}`,
      amount: -revokedDelta,
      why: `appeal won over ${source}`,
    };
    await ledger.grant(userId, regrant, extraWrites);
  } else {
    await purchases.update(purchase, change);
  }
}

/**
 * Records on a purchase that the card issuer reported its payment as fraud. The customer keeps the
 * credits, since no money has moved. If a refund can still prevent a dispute
 * (docs.stripe.com/disputes/how-disputes-work), raises an alarm and emails the operator.
 */
export async function applyFraudWarning(
  deps: StripeEventDeps,
  { id, type, actionable, paymentId }: FraudWarning,
): Promise<'done' | 'skipped'> {
  if (paymentId === undefined) return 'skipped';
  return updatePurchase(deps, paymentId, async (purchase) => {
    const { fraudWarnings, cents } = purchase;
    if (fraudWarnings?.[id] === type) return false;
    if (actionable) {
      const fields = { payment: paymentId, warning: id, type };
      deps.log.alarm('payment_reported', `${id}: ${type}`, fields);
      const notice = { what: 'fraud_warning', cents, reason: type } as const;
      await mailOperator(deps, `fraud:${id}`, purchase, notice);
    }
    await deps.purchases.update(purchase, { fraudWarnings: { ...fraudWarnings, [id]: type } });
    return true;
  });
}
