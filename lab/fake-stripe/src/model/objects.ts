import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { noSuchObjectError } from './errors.ts';
import type { Account } from './account.ts';
import type { EventType, ObjectByTable, State, Tables } from './state.ts';

/** Stripe's name for each kind of object, and the prefix of its ids. */
const KINDS: Readonly<Record<keyof ObjectByTable, readonly [name: string, prefix: string]>> = {
  customers: ['customer', 'cus'],
  taxIds: ['tax_id', 'txi'],
  products: ['product', 'prod'],
  prices: ['price', 'price'],
  checkoutSessions: ['checkout.session', 'cs_test'],
  paymentIntents: ['payment_intent', 'pi'],
  charges: ['charge', 'ch'],
  invoices: ['invoice', 'in'],
  invoicePayments: ['invoice_payment', 'inpay'],
  subscriptions: ['subscription', 'sub'],
  subscriptionSchedules: ['subscription_schedule', 'sub_sched'],
  refunds: ['refund', 're'],
  disputes: ['dispute', 'du'],
  earlyFraudWarnings: ['radar.early_fraud_warning', 'issfr'],
  creditNotes: ['credit_note', 'cn'],
  balanceTransactions: ['balance_transaction', 'txn'],
  portalConfigurations: ['billing_portal.configuration', 'bpc'],
  portalSessions: ['billing_portal.session', 'bps'],
  webhookEndpoints: ['webhook_endpoint', 'we'],
  events: ['event', 'evt'],
};

export const TABLES = Object.keys(KINDS) as (keyof ObjectByTable)[];

export const createEmptyState = (): State => ({
  ...(Object.fromEntries(TABLES.map((table) => [table, {}])) as Tables),
  ahead: 0,
  invoiceNumber: 0,
  origin: '',
  checkoutPlans: {},
  cards: {},
  discounts: {},
  deliveries: [],
  responses: {},
});

/** Returns the API path of a kind of object, such as `/v1/checkout/sessions`. */
export const apiPathOf = (table: keyof ObjectByTable): string =>
  `/v1/${KINDS[table][0].replace('.', '/')}s`;

/** Stripe's fixtures by name, without the fields that callers always set. */
const FIXTURES = JSON.parse(readFileSync(new URL('shapes.json', import.meta.url), 'utf8'));

/** Fields to set in an object. Unlike in `Partial`, a field may also be explicitly undefined. */
type Fields<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/** Copies Stripe's fixture with some fields replaced, without adding it to a table. */
export const fromFixture = <T extends object>(name: string, fields: Fields<NoInfer<T>>): T => ({
  ...structuredClone(FIXTURES[name]),
  ...fields,
});

export const createSinglePageList = <T>(data: T[], url: string) => ({
  object: 'list' as const,
  data,
  has_more: false,
  url,
});

/** Adds an object to its table, without an event. */
export function createObject<Name extends keyof ObjectByTable>(
  account: Account,
  table: Name,
  fields: Fields<ObjectByTable[Name]>,
): ObjectByTable[Name] {
  const [name, prefix] = KINDS[table];
  const { id = account.newId(prefix) } = fields;
  const object = fromFixture<ObjectByTable[Name]>(name, { created: account.now(), ...fields, id });
  account.state[table][id] = object;
  return object;
}

/** Changes an object and emits an event if any field differs. */
export function updateObject<T extends object>(
  account: Account,
  type: EventType,
  object: T,
  fields: Fields<T>,
): void {
  const changes = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, Reflect.get(object, name)),
  );
  if (changes.length === 0) return;
  Object.assign(object, Object.fromEntries(changes));
  account.emit(type, object);
}

/**
 * @param param the parameter that contains the id; absent if it is in the path
 * @throws {StripeApiError} 404 without `param`; 400 with it, including for a deleted object
 */
export function findObject<Name extends keyof ObjectByTable>(
  tables: Tables,
  table: Name,
  id: string,
  param?: string,
): ObjectByTable[Name] {
  const object: ObjectByTable[Name] | undefined = tables[table][id];
  if (object && (param === undefined || !isDeleted(object))) return object;
  throw noSuchObjectError(KINDS[table][0], id, param);
}

/** Whether an object is a deleted customer, which keeps only its id and the field `deleted`. */
export const isDeleted = (object: object): boolean => Object.hasOwn(object, 'deleted');

export function assertExists<T>(object: T | undefined, description: string): T {
  if (object === undefined) throw new Error(`The state of the fake Stripe lacks ${description}.`);
  return object;
}
