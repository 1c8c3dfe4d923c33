import { z } from 'zod';
import { call } from '../http/call.ts';
import { clearable, form, mergedMetadata, metadata, text } from '../http/parameters.ts';
import { noSuch } from '../http/stripe-error.ts';
import { create, find, isDeleted, update } from '../model/objects.ts';
import type { Account } from '../model/account.ts';
import type { Customer, State } from '../model/state.ts';
import { endSubscription, isLive } from '../operations/subscriptions.ts';

const parameters = form(
  {},
  { email: clearable(512), name: clearable(256), preferred_locales: z.array(text), metadata },
);

/** A deleted customer can still be read, as its id and `deleted` alone, and nothing else. */
function findLive(state: State, id: string): Customer {
  const customer = find(state, 'customers', id);
  if (isDeleted(customer)) throw noSuch('customer', id);
  return customer;
}

export const customerCalls = [
  call('POST /v1/customers', parameters, (account, given) => {
    const customer = create(account, 'customers', {
      ...given,
      metadata: mergedMetadata({}, given.metadata),
    });
    account.emit('customer.created', customer);
    return customer;
  }),

  call('POST /v1/customers/:id', parameters, (account, given, id) => {
    const customer = findLive(account.state, id);
    update(account, 'customer.updated', customer, {
      ...given,
      metadata: mergedMetadata(customer.metadata, given.metadata),
    });
    return customer;
  }),

  call('DELETE /v1/customers/:id', form({}, {}), (account, _given, id) =>
    deleteCustomer(account, findLive(account.state, id)),
  ),
];

/** Ends the subscriptions of a customer and deletes its cards; id and payments stay. */
function deleteCustomer(account: Account, customer: Customer): object {
  const { state } = account;
  for (const subscription of Object.values(state.subscriptions))
    if (subscription.customer === customer.id && isLive(subscription))
      endSubscription(account, subscription, 'cancellation_requested');
  for (const card of Object.values(state.cards))
    if (card.customer === customer.id) delete state.cards[card.id];
  account.emit('customer.deleted', customer);
  const deleted = { id: customer.id, object: 'customer', deleted: true } as const;
  Object.assign(state.customers, { [customer.id]: deleted });
  return deleted;
}
