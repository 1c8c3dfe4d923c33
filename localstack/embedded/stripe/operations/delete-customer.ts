import type { Account } from '../model/account.ts';
import type { Customer } from '../model/state.ts';
import { endSubscription, isLive } from './subscriptions.ts';

/** Ends the subscriptions of a customer and deletes its cards; id and payments stay. */
export function deleteCustomer(account: Account, customer: Customer): object {
  const { state } = account;
  for (const subscription of Object.values(state.subscriptions)) {
    if (subscription.customer === customer.id && isLive(subscription)) {
      endSubscription(account, subscription, 'cancellation_requested');
    }
  }
  for (const card of Object.values(state.cards)) {
    if (card.customer === customer.id) delete state.cards[card.id];
  }
  account.emit('customer.deleted', customer);
  const deleted = { id: customer.id, object: 'customer', deleted: true } as const;
  Object.assign(state.customers, { [customer.id]: deleted });
  return deleted;
}
