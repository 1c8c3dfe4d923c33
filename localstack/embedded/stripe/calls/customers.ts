import { z } from 'zod';
import { deleteCustomer } from '../operations/delete-customer.ts';
import { call } from '../http/call.ts';
import {
  clearable,
  expand,
  listing,
  mergedMetadata,
  metadata,
  range,
  isWithin,
  text,
} from '../http/parameters.ts';
import { listPage } from '../http/list.ts';
import { noSuch } from '../http/stripe-error.ts';
import { isDeleted } from '../model/find.ts';
import type { Customer, State } from '../model/state.ts';
import { newCustomer } from '../objects/customer.ts';

const fields = {
  email: clearable.max(512).optional(),
  name: clearable.max(256).optional(),
  phone: clearable.max(20).optional(),
  description: clearable.optional(),
  preferred_locales: z.array(text).optional(),
  metadata: metadata.optional(),
  expand,
};

const of = (state: State, id: string): Customer => {
  const customer = state.customers[id];
  if (customer === undefined) throw noSuch('customer', id);
  return customer;
};

const orNull = (value: string | undefined): string | null => value || null;

export const customerCalls = [
  call('POST', '/v1/customers', z.strictObject(fields), (world, given) => {
    const customer = newCustomer({
      id: world.newId('cus'),
      created: world.now(),
      email: orNull(given.email),
      name: orNull(given.name),
      phone: orNull(given.phone),
      description: orNull(given.description),
      preferred_locales: given.preferred_locales ?? [],
      metadata: mergedMetadata({}, given.metadata),
    });
    world.state.customers[customer.id] = customer;
    world.emit('customer.created', customer);
    return customer;
  }),

  call(
    'GET',
    '/v1/customers',
    z.strictObject({ ...listing, email: text.optional(), created: range }),
    ({ state }, { email, created, ...page }) => {
      const found = Object.values(state.customers).filter(
        (customer) =>
          !isDeleted(customer) &&
          (email === undefined || customer.email === email) &&
          isWithin(customer.created, created),
      );
      return listPage(found, page, '/v1/customers');
    },
  ),

  // A deleted customer can still be read, as its id and `deleted` alone.
  call('GET', '/v1/customers/:id', z.strictObject({ expand }), ({ state }, _given, id) =>
    of(state, id),
  ),

  call('POST', '/v1/customers/:id', z.strictObject(fields), (world, given, id) => {
    const customer = of(world.state, id);
    if (isDeleted(customer)) throw noSuch('customer', id);
    const { email, name = null, phone = null, description, metadata: before } = customer;
    if (given.email !== undefined) customer.email = orNull(given.email);
    if (given.name !== undefined) customer.name = orNull(given.name);
    if (given.phone !== undefined) customer.phone = orNull(given.phone);
    if (given.description !== undefined) customer.description = orNull(given.description);
    if (given.preferred_locales) customer.preferred_locales = given.preferred_locales;
    customer.metadata = mergedMetadata(before, given.metadata);
    world.emit('customer.updated', customer, { email, name, phone, description, metadata: before });
    return customer;
  }),

  call('DELETE', '/v1/customers/:id', z.strictObject({}), (world, _given, id) => {
    const customer = of(world.state, id);
    if (isDeleted(customer)) throw noSuch('customer', id);
    return deleteCustomer(world, customer);
  }),
];
