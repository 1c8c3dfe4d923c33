import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { missing, noSuch } from '../http/stripe-error.ts';
import type { Account } from './account.ts';
import type { EventType, Objects, State, Tables } from './state.ts';

interface Kind {
  /** As Stripe writes it in `object` and in errors. */
  readonly name: string;
  /** What its ids begin with. */
  readonly prefix: string;
  readonly path: string;
}

/** Every kind of object that has an id of its own, by its table. */
export const KINDS: Readonly<Record<keyof Objects, Kind>> = {
  customers: { name: 'customer', prefix: 'cus', path: '/v1/customers' },
  products: { name: 'product', prefix: 'prod', path: '/v1/products' },
  prices: { name: 'price', prefix: 'price', path: '/v1/prices' },
  checkoutSessions: { name: 'checkout.session', prefix: 'cs_test', path: '/v1/checkout/sessions' },
  paymentIntents: { name: 'payment_intent', prefix: 'pi', path: '/v1/payment_intents' },
  charges: { name: 'charge', prefix: 'ch', path: '/v1/charges' },
  invoices: { name: 'invoice', prefix: 'in', path: '/v1/invoices' },
  invoicePayments: { name: 'invoice_payment', prefix: 'inpay', path: '/v1/invoice_payments' },
  subscriptions: { name: 'subscription', prefix: 'sub', path: '/v1/subscriptions' },
  subscriptionSchedules: {
    name: 'subscription_schedule',
    prefix: 'sub_sched',
    path: '/v1/subscription_schedules',
  },
  refunds: { name: 'refund', prefix: 're', path: '/v1/refunds' },
  disputes: { name: 'dispute', prefix: 'du', path: '/v1/disputes' },
  portalConfigurations: {
    name: 'billing_portal.configuration',
    prefix: 'bpc',
    path: '/v1/billing_portal/configurations',
  },
  portalSessions: {
    name: 'billing_portal.session',
    prefix: 'bps',
    path: '/v1/billing_portal/sessions',
  },
  webhookEndpoints: { name: 'webhook_endpoint', prefix: 'we', path: '/v1/webhook_endpoints' },
  events: { name: 'event', prefix: 'evt', path: '/v1/events' },
};

/** Stripe's fixtures by the `object` they are of, without the fields that are always given. */
const SHAPES = JSON.parse(readFileSync(new URL('shapes.json', import.meta.url), 'utf8'));

/** Fields of an object; an undefined one is as good as none. */
type Fields<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/** A fixture of Stripe with these fields in place of its own; it belongs to no table. */
export const shaped = <T extends object>(name: string, fields: Fields<NoInfer<T>>): T => ({
  ...structuredClone(SHAPES[name]),
  ...fields,
});

/** Makes an object and puts it in its table; nobody is told. */
export function create<Name extends keyof Objects>(
  account: Account,
  table: Name,
  fields: Fields<Objects[Name]>,
): Objects[Name] {
  const { name, prefix } = KINDS[table];
  const { id = account.newId(prefix) } = fields;
  const object = shaped<Objects[Name]>(name, { created: account.now(), ...fields, id });
  account.state[table][id] = object;
  return object;
}

/** Changes an object and tells of it with what was there before, if there is anything to change. */
export function update<T extends object>(
  account: Account,
  type: EventType,
  object: T,
  fields: Fields<T>,
): void {
  const changes = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, Reflect.get(object, name)),
  );
  if (changes.length === 0) return;
  const before = changes.map(([name]) => [name, Reflect.get(object, name)]);
  Object.assign(object, Object.fromEntries(changes));
  account.emit(type, object, Object.fromEntries(before));
}

const lookUp = <Name extends keyof Objects>(
  tables: Tables,
  table: Name,
  id: string,
): Objects[Name] | undefined => tables[table][id];

/**
 * The object that the path of a call names.
 * @throws {StripeApiError} 404
 */
export function find<Name extends keyof Objects>(
  state: State,
  table: Name,
  id: string,
): Objects[Name] {
  const object = lookUp(state, table, id);
  if (object === undefined) throw noSuch(KINDS[table].name, id);
  return object;
}

/**
 * The object that a parameter of a call names.
 * @throws {StripeApiError} 400
 */
export function findNamed<Name extends keyof Objects>(
  state: State,
  table: Name,
  id: string,
  param: string,
): Objects[Name] {
  const object = lookUp(state, table, id);
  if (object === undefined || isDeleted(object)) throw missing(KINDS[table].name, id, param);
  return object;
}

/** A deleted customer keeps its id alone. */
export const isDeleted = (object: object): boolean => Object.hasOwn(object, 'deleted');

/** An object that another one names, so that it is there. */
export function known<T>(object: T | undefined, what: string): T {
  if (object === undefined) throw new Error(`The fake of Stripe lost ${what}.`);
  return object;
}
