import type { Customer } from '../model/state.ts';
import type { World } from '../model/world.ts';
import { endSubscription, isLive } from './subscriptions.ts';

/** Ends the subscriptions of a customer and drops its cards; id and payments stay. */
export function deleteCustomer(world: World, customer: Customer): object {
  const { state } = world;
  for (const subscription of Object.values(state.subscriptions)) {
    if (subscription.customer === customer.id && isLive(subscription)) {
      endSubscription(world, subscription, 'cancellation_requested');
    }
  }
  for (const card of Object.values(state.cards)) {
    if (card.customer === customer.id) delete state.cards[card.id];
  }
  world.emit('customer.deleted', customer);
  const deleted = { id: customer.id, object: 'customer', deleted: true } as const;
  Object.assign(state.customers, { [customer.id]: deleted });
  return deleted;
}
