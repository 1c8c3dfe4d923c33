import type { Outcome } from '../../shared/model/outcome.ts';
import type { User } from '../access/adapters/user.ts';
import { userOfCustomer } from './customer.ts';
import type { BillingDeps } from './deps.ts';
import { refreshPaid } from './refresh-paid.ts';
import { refusePayment } from './refuse-payment.ts';
import { isLive, keptOf, planOf } from './rules/subscription.ts';
import type { Subscription } from './rules/stripe-objects.ts';
import { mailTo } from '../mail/mail-to.ts';

type PlanDeps = Pick<BillingDeps, 'accounts' | 'apiKeys' | 'log' | 'purchases' | 'stripe'>;

const ROUNDS = 5;

/**
 * Writes down the plan of a subscription's customer. The first time it is cancelled, be it for the
 * end of the month, the customer gets a mail as proof; once more when it was taken up again.
 * @returns what was done, for the log
 */
export async function applySubscription(
  deps: PlanDeps & Pick<BillingDeps, 'mailQueue'>,
  subscription: Subscription,
): Promise<Outcome> {
  const { id, customerId, version, canceledAt, endsAt, endedByUs } = subscription;
  const user = await userOfCustomer(deps, customerId);
  if (!user) return 'no_account';
  await updatePlan(deps, user);
  if (canceledAt === undefined || endedByUs || version === undefined) return 'in_line';
  await deps.mailQueue.send(
    mailTo(user, `subscription_cancelled:${id}:${canceledAt}`, {
      template: 'subscription_cancelled',
      params: { endsAt: new Date(endsAt ?? canceledAt).toISOString() },
    }),
  );
  return 'cancelled';
}

/**
 * Writes down which plan a user subscribes to, as Stripe says now. Of several subscriptions that
 * came about all the same the first is kept. It asks again after each change, so that an older
 * response never stands in the place of a newer one.
 */
export async function updatePlan(deps: PlanDeps, user: User): Promise<void> {
  const customerId = user.stripeCustomerId;
  if (customerId === undefined) return;
  let written = user.planId;
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = (await deps.stripe.listSubscriptions(customerId)).filter(
      ({ version }) => version !== undefined,
    );
    const kept = keptOf(ours);
    for (const each of ours.filter(isLive)) if (each.id !== kept?.id) await endSecond(deps, each);
    const planId = planOf(kept)?.planId;
    if (round > 0 && planId === written) break;
    await deps.accounts.setPlan(user.id, planId);
    if (round === 0 && planId === written) break;
    written = planId;
  }
  await refreshPaid(deps, user.id);
}

/** Ends a subscription beside the one that the customer keeps, and sends its payments back. */
async function endSecond(deps: PlanDeps, { id, customerId }: Subscription): Promise<void> {
  deps.log.error('second_subscription', new Error(`${id} is ended`), { subscription: id });
  await deps.stripe.endSubscription(id, 'second_subscription');
  for (const invoice of await deps.stripe.listInvoices(customerId))
    if (invoice.subscriptionId === id && invoice.paid)
      await refusePayment(deps, `in:${invoice.id}`, invoice.paymentId, 'second_subscription');
}
