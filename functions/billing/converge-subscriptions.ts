import type { Accounts, User } from '../access/ports.ts';
import type { Log } from '../platform/log.ts';
import type { Purchases, Stripe } from './ports.ts';
import { type PaidDeps, refreshPaid } from './refresh-paid.ts';
import { refusePayment } from './refuse-payment.ts';
import { isLive, keptOf, planOf } from './rules/subscription.ts';
import type { Subscription } from './rules/stripe-objects.ts';

export interface SubscriptionDeps extends PaidDeps {
  readonly accounts: Pick<Accounts, 'get' | 'setPlan'>;
  readonly purchases: Purchases;
  readonly stripe: Stripe;
  readonly log: Log;
}

const ROUNDS = 5;

/** Ends a subscription beside the one that the customer keeps, and sends its payments back. */
async function endSecond(deps: SubscriptionDeps, { id, customerId }: Subscription): Promise<void> {
  deps.log.error('second_subscription', new Error(`${id} is ended`), { subscription: id });
  await deps.stripe.endSubscription(id, 'second_subscription');
  for (const invoice of await deps.stripe.invoicesOf(customerId))
    if (invoice.subscriptionId === id && invoice.paid)
      await refusePayment(deps, `in:${invoice.id}`, invoice.paymentId, 'second_subscription');
}

/**
 * Writes down which plan a user subscribes to, as Stripe says now. Of several subscriptions that
 * came about all the same the first is kept. It asks again after each change, so that an older
 * answer never stands in the place of a newer one.
 */
export async function convergeSubscriptions(deps: SubscriptionDeps, user: User): Promise<void> {
  const customerId = user.stripeCustomerId;
  if (customerId === undefined) return;
  let written = user.planId;
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = (await deps.stripe.subscriptionsOf(customerId)).filter(
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
