import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { noSuch } from './errors.ts';
import type { Account } from './account.ts';
import type { EventType, Objects, State, Tables } from './state.ts';

/** What Stripe calls each kind of object that has an id of its own, and what its ids begin with. */
const KINDS: Readonly<Record<keyof Objects, readonly [name: string, prefix: string]>> = {
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

export const TABLES = Object.keys(KINDS) as (keyof Objects)[];

export const emptyState = (): State => ({
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

/** Where the calls of a kind of object are: `/v1/checkout/sessions`. */
export const pathOf = (table: keyof Objects): string => `/v1/${KINDS[table][0].replace('.', '/')}s`;

/** Stripe's fixtures by the `object` they are of, without the fields that are always given. */
const SHAPES = JSON.parse(readFileSync(new URL('shapes.json', import.meta.url), 'utf8'));

/** Fields of an object; an undefined one is as good as none. */
type Fields<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/** A fixture of Stripe with these fields in place of its own; it belongs to no table. */
export const shaped = <T extends object>(name: string, fields: Fields<NoInfer<T>>): T => ({
  ...structuredClone(SHAPES[name]),
  ...fields,
});

/** A list inside an object, all on one page. */
export const wholeList = <T>(data: T[], url: string) => ({
  object: 'list' as const,
  data,
  has_more: false,
  url,
});

/** Makes an object and puts it in its table; nobody is told. */
export function create<Name extends keyof Objects>(
  account: Account,
  table: Name,
  fields: Fields<Objects[Name]>,
): Objects[Name] {
  const [name, prefix] = KINDS[table];
  const { id = account.newId(prefix) } = fields;
  const object = shaped<Objects[Name]>(name, { created: account.now(), ...fields, id });
  account.state[table][id] = object;
  return object;
}

/** Changes an object and tells of it, if there is anything to change. */
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
  Object.assign(object, Object.fromEntries(changes));
  account.emit(type, object);
}

/**
 * The object with an id.
 * @param param the parameter that names it; absent where the path of the call does
 * @throws {StripeApiError} 404 without a parameter, 400 with one, where a deleted one is none
 *   either
 */
export function find<Name extends keyof Objects>(
  tables: Tables,
  table: Name,
  id: string,
  param?: string,
): Objects[Name] {
  const object: Objects[Name] | undefined = tables[table][id];
  if (object && (param === undefined || !isDeleted(object))) return object;
  throw noSuch(KINDS[table][0], id, param);
}

/** A deleted customer keeps its id alone. */
export const isDeleted = (object: object): boolean => Object.hasOwn(object, 'deleted');

/** An object that another one names, so that it is there. */
export function known<T>(object: T | undefined, what: string): T {
  if (object === undefined) throw new Error(`The fake of Stripe lost ${what}.`);
  return object;
}
