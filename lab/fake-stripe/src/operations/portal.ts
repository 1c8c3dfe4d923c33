import type { Account } from '../model/account.ts';
import { findObject, assertExists, updateObject } from '../model/objects.ts';
import type {
  SelectableCardBehavior,
  PortalConfiguration,
  PortalSession,
  Price,
  Subscription,
} from '../model/state.ts';
import { addCard } from './charge-card.ts';
import { isActiveOrPastDue, itemOf } from './subscriptions.ts';

export const configurationOf = ({ state }: Account, session: PortalSession): PortalConfiguration =>
  assertExists(state.portalConfigurations[session.configuration], 'a portal configuration');

export const subscriptionsOf = ({ state }: Account, { customer }: PortalSession): Subscription[] =>
  Object.values(state.subscriptions).filter(
    (one) => one.customer === customer && isActiveOrPastDue(one),
  );

export function appliesAtPeriodEnd(
  { features }: PortalConfiguration,
  subscription: Subscription,
  price: Price,
): boolean {
  const { conditions } = features.subscription_update.schedule_at_period_end;
  const { unit_amount, recurring } = itemOf(subscription).price;
  const conditionsMet: Readonly<Record<string, boolean>> = {
    decreasing_item_amount: (price.unit_amount ?? 0) < (unit_amount ?? 0),
    shortening_interval: recurring?.interval === 'year' && price.recurring?.interval === 'month',
  };
  return conditions.some(({ type }) => conditionsMet[type]);
}

export function setDefaultCard(
  account: Account,
  session: PortalSession,
  behavior: SelectableCardBehavior,
): void {
  const { id } = addCard(account, session.customer, behavior);
  const customer = findObject(account.state, 'customers', session.customer);
  updateObject(account, 'customer.updated', customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: id },
  });
  for (const subscription of subscriptionsOf(account, session)) {
    const changes = { default_payment_method: id };
    updateObject(account, 'customer.subscription.updated', subscription, changes);
  }
  for (const invoice of Object.values(account.state.invoices))
    if (invoice.customer === session.customer && invoice.status === 'open')
      invoice.default_payment_method = id;
}
