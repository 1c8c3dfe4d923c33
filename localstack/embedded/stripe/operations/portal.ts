import { known } from '../model/find.ts';
import type { PortalConfiguration, PortalSession, Price, Subscription } from '../model/state.ts';
import type { World } from '../model/world.ts';
import { invalid } from '../http/stripe-error.ts';
import {
  changePriceLater,
  changePriceNow,
  endAtPeriodEnd,
  endSubscription,
  itemOf,
  schedulePrice,
} from './subscriptions.ts';

/** What the customer does in the portal, as its configuration says. */

export const configurationOf = (world: World, session: PortalSession): PortalConfiguration =>
  known(world.state.portalConfigurations[session.configuration], 'a portal configuration');

/** When a change of price takes effect. */
export function isScheduled(
  { features }: PortalConfiguration,
  subscription: Subscription,
  price: Price,
): boolean {
  const { conditions } = features.subscription_update.schedule_at_period_end;
  const cheaper = (price.unit_amount ?? 0) < (itemOf(subscription).price.unit_amount ?? 0);
  return cheaper && conditions.some(({ type }) => type === 'decreasing_item_amount');
}

/** @returns false when the card was declined: the old price stays */
export function changePrice(
  world: World,
  configuration: PortalConfiguration,
  subscription: Subscription,
  price: Price,
): boolean {
  if (isScheduled(configuration, subscription, price)) {
    schedulePrice(world, subscription, price);
    return true;
  }
  if (configuration.features.subscription_update.billing_cycle_anchor === 'now') {
    return changePriceNow(world, subscription, price, true);
  }
  changePriceLater(world, subscription, price);
  return true;
}

export function cancel(
  world: World,
  configuration: PortalConfiguration,
  subscription: Subscription,
): void {
  if (configuration.features.subscription_cancel.mode === 'immediately') {
    endSubscription(world, subscription, 'cancellation_requested');
  } else {
    endAtPeriodEnd(world, subscription, true, 'portal');
  }
}

/**
 * Confirms what the flow of a session proposes.
 * @returns false when the card was declined
 * @throws {StripeApiError} when the session proposes nothing
 */
export function confirmFlow(world: World, session: PortalSession): boolean {
  const { state } = world;
  const { flow } = session;
  const configuration = configurationOf(world, session);
  if (flow?.subscription_cancel) {
    const { subscription } = flow.subscription_cancel;
    cancel(world, configuration, known(state.subscriptions[subscription], 'a subscription'));
    return true;
  }
  if (flow?.subscription_update_confirm) {
    const { subscription, items } = flow.subscription_update_confirm;
    return changePrice(
      world,
      configuration,
      known(state.subscriptions[subscription], 'a subscription'),
      known(state.prices[items[0]?.price ?? ''], 'a price'),
    );
  }
  throw invalid('This portal session has no flow to confirm.');
}
