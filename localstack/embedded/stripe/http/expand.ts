import { listPage } from './list.ts';
import type { State } from '../model/state.ts';
import { invalid } from './stripe-error.ts';

type Fields = Record<string, unknown>;

/** Tables by the beginning of the ids in them. */
const TABLES: readonly (readonly [string, (state: State) => Readonly<Record<string, object>>])[] = [
  ['cus_', (state) => state.customers],
  ['prod_', (state) => state.products],
  ['price_', (state) => state.prices],
  ['cs_', (state) => state.checkoutSessions],
  ['pi_', (state) => state.paymentIntents],
  ['ch_', (state) => state.charges],
  ['in_', (state) => state.invoices],
  ['sub_sched_', (state) => state.subscriptionSchedules],
  ['sub_', (state) => state.subscriptions],
  ['re_', (state) => state.refunds],
  ['du_', (state) => state.disputes],
  ['bpc_', (state) => state.portalConfigurations],
];

const tableOf = (state: State, id: string): Readonly<Record<string, object>> | undefined =>
  TABLES.find(([prefix]) => id.startsWith(prefix))?.[1](state);

/** Lists that an object has only when they are asked for, by `object.field`. */
const INCLUDED: Readonly<Record<string, (state: State, id: string) => object>> = {
  'checkout.session.line_items': ({ checkoutPlans }, id) => ({
    object: 'list',
    data: checkoutPlans[id]?.lineItems ?? [],
    has_more: false,
    url: `/v1/checkout/sessions/${id}/line_items`,
  }),
  'invoice.payments': ({ invoicePayments }, id) =>
    listPage(
      Object.values(invoicePayments).filter(({ invoice }) => invoice === id),
      {},
      `/v1/invoice_payments?invoice=${id}`,
    ),
  'charge.refunds': ({ refunds }, id) =>
    listPage(
      Object.values(refunds).filter(({ charge }) => charge === id),
      {},
      `/v1/charges/${id}/refunds`,
    ),
  'customer.subscriptions': ({ subscriptions }, id) =>
    listPage(
      Object.values(subscriptions).filter(
        ({ customer, status }) => customer === id && status !== 'canceled',
      ),
      {},
      `/v1/customers/${id}/subscriptions`,
    ),
  'customer.tax_ids': (_state, id) => listPage([], {}, `/v1/customers/${id}/tax_ids`),
};

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * A copy of an answer with the objects of the paths in place of their ids.
 * @param paths `latest_charge`, `data.customer`, `items.data.price.product`
 * @throws {StripeApiError} when a path leads to nothing that can be expanded
 */
export function expanded(state: State, answer: object, paths: readonly string[]): unknown {
  const copy: unknown = structuredClone(answer);
  for (const path of paths) expandPath(state, copy, path.split('.'), path);
  return copy;
}

function expandPath(state: State, value: unknown, keys: readonly string[], path: string): void {
  if (Array.isArray(value)) {
    for (const one of value) expandPath(state, one, keys, path);
    return;
  }
  const [key, ...rest] = keys;
  if (key === undefined || !isFields(value)) return;
  if (!Object.hasOwn(value, key)) {
    const include = INCLUDED[`${String(value['object'])}.${key}`];
    if (include === undefined) {
      throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
    }
    value[key] = structuredClone(include(state, String(value['id'])));
  }
  const inner = value[key];
  if (typeof inner === 'string') {
    const object = tableOf(state, inner)?.[inner];
    if (object === undefined) {
      throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
    }
    value[key] = structuredClone(object);
  }
  expandPath(state, value[key], rest, path);
}
