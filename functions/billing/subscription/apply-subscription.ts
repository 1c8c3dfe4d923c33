import { isDeepStrictEqual } from 'node:util';
import { USER_STATUS } from '../../../shared/model/account.ts';
import type { WorkerOutcome } from '../../../shared/model/outcome.ts';
import type { LogFields } from '../../platform/log.ts';
import type { User } from '../../access/adapters/user.ts';
import { findUserByCustomer } from '../customer/customer.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { Subscription } from '../adapters/stripe-subscriptions.ts';
import type { StripeEventDeps } from '../deps.ts';
import { updatePaidStatus } from '../purchase/update-purchase.ts';
import { refundUncreditedPayment } from '../purchase/refund-uncredited-payment.ts';
import {
  isLiveSubscription,
  findPrimarySubscription,
  planOfSubscription,
  renewalOfSubscription,
} from '../rules/subscription.ts';
import { mailMoney } from '../../mail/mail-account.ts';

type PlanState = Pick<User, 'planId' | 'renewal'>;

/**
 * Records the plan of a subscription's customer. Each cancellation, immediate or at period end,
 * sends one confirmation email, with a separate template for failed payments. Sends none if we
 * ended the subscription (as a duplicate, or because the account was closed) or stopped its renewal
 * because of a dispute, because other emails cover these cases.
 */
export async function applySubscription(
  deps: StripeEventDeps,
  subscription: Subscription,
): Promise<WorkerOutcome> {
  const { id, customerId, version, canceledAt, endsAt, endedByUs, stopReason, unpaid } =
    subscription;
  const user = await findUserByCustomer(deps, customerId);
  if (!user) return 'skipped';
  await updatePlan(deps, user);
  const isNotified = endedByUs || stopReason === 'dispute';
  if (canceledAt === undefined || isNotified || version === undefined) return 'noop';
  const template = unpaid ? 'subscription_unpaid' : 'subscription_cancelled';
  await mailMoney(deps, user, `${template}:${id}:${canceledAt}`, () => ({
    template,
    params: { endsAt: new Date(endsAt ?? canceledAt).toISOString() },
  }));
  return 'done';
}

/**
 * Records the plan that a user currently subscribes to at Stripe. If there are several
 * subscriptions despite all checks, keeps the oldest, and ends and refunds the others. Reads Stripe
 * again after each write, so that an older response never overwrites a newer one.
 * @returns the kept subscription, as it was before its renewal was stopped
 */
export async function updatePlan(
  deps: StripeEventDeps,
  user: User,
): Promise<Subscription | undefined> {
  const customerId = user.stripeCustomerId;
  if (customerId === undefined) return undefined;
  let written: PlanState = { planId: user.planId, renewal: user.renewal };
  const primary = await retryOnConflict(`the plan of ${user.id}`, async (attempt) => {
    const ours = (await deps.stripe.listSubscriptions(customerId)).filter(
      ({ version }) => version !== undefined,
    );
    const first = findPrimarySubscription(ours);
    for (const each of ours.filter(isLiveSubscription))
      if (each.id !== first?.id) await endDuplicateSubscription(deps, each.id);
    const planId = planOfSubscription(first)?.planId;
    const plan = {
      planId,
      renewal: first && planId !== undefined ? renewalOfSubscription(first) : undefined,
    };
    const isWritten = isDeepStrictEqual(plan, written);
    if (attempt === 0 || !isWritten) await deps.accounts.setPlan(user.id, plan);
    written = plan;
    return isWritten ? first : 'again';
  });
  await updatePaidStatus(deps, user.id);
  if (primary) await alignRenewal(deps, user.id, primary);
  return primary;
}

/**
 * Sets the subscription of a deactivated account to cancel at period end, and stops collecting its
 * open invoices. For an active account whose customer has renewed, clears the reason for the
 * cancellation, even if it was a dispute.
 */
async function alignRenewal(
  { accounts, stripe }: StripeEventDeps,
  userId: string,
  primary: Subscription,
): Promise<void> {
  const { id, canceledAt, stopReason } = primary;
  if ((await accounts.get(userId))?.status === USER_STATUS.inactive) {
    if (canceledAt === undefined || stopReason === 'dispute')
      await stripe.stopRenewal(primary, 'deactivated');
    await stripe.stopCollection({ subscription: id });
  } else if (stopReason !== undefined && canceledAt === undefined) {
    await stripe.clearStopReason(id);
  }
}

/**
 * Applies the activation or deactivation of an account. A deactivated account is not charged again:
 * open checkout sessions expire and invoices are no longer collected. If a reactivated customer's
 * subscription was set to cancel, an email asks the customer to renew it.
 */
export async function applyAccountStatus(
  deps: StripeEventDeps,
  userId: string,
): Promise<LogFields> {
  const user = await deps.accounts.get(userId);
  const customer = user?.stripeCustomerId;
  if (user?.status === USER_STATUS.inactive && customer !== undefined) {
    await deps.stripe.expireOpenSessions(customer);
    await deps.stripe.stopCollection({ customer });
  }
  const primary = user && (await updatePlan(deps, user));
  if (!primary) return { user: userId, outcome: 'skipped' };
  const { id, stopReason, canceledAt, endsAt } = primary;
  if (
    user.status === USER_STATUS.inactive ||
    stopReason !== 'deactivated' ||
    !canceledAt ||
    !endsAt
  )
    return { user: userId, outcome: 'noop' };
  await mailMoney(deps, user, `renewal_stopped:${id}:${canceledAt}`, () => ({
    template: 'renewal_stopped',
    params: { endsAt: new Date(endsAt).toISOString() },
  }));
  return { user: userId, outcome: 'done' };
}

async function endDuplicateSubscription(deps: StripeEventDeps, id: string): Promise<void> {
  deps.log.alarm('second_subscription', `${id} was a duplicate and is ended`, { subscription: id });
  await deps.stripe.endSubscription(id, 'second_subscription');
  for (const { id: invoice, paid, paymentId } of await deps.stripe.listInvoices({
    subscription: id,
  }))
    if (paid)
      await refundUncreditedPayment(deps, `in:${invoice}`, paymentId, 'second_subscription');
}
