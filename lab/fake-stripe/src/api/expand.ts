import type { Stripe } from 'stripe';
import { TABLES, fromFixture, createSinglePageList } from '../model/objects.ts';
import type { Card, State, StoredStripeObject } from '../model/state.ts';
import { invalidRequestError } from '../model/errors.ts';

type PaymentMethod = StoredStripeObject<Stripe.PaymentMethod>;

/** Maximum items in an expanded list. The fake does not serve its further pages. */
const PAGE_SIZE = 10;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const paymentMethodOf = ({ id, customer, last4 }: Card): object =>
  fromFixture<PaymentMethod>('payment_method', {
    id,
    customer,
    card: fromFixture('payment_method_card', { last4 }),
  });

function objectOf(state: State, id: string): object | undefined {
  const card = state.cards[id];
  if (card) return paymentMethodOf(card);
  return TABLES.map((table) => state[table][id]).find((object) => object !== undefined);
}

/** Lists that an object includes only if a call expands them, by `object.field`. */
const EXPANDABLE_LISTS: Readonly<Record<string, (state: State, id: string) => object>> = {
  'checkout.session.line_items': ({ checkoutPlans }, id) => {
    const items = checkoutPlans[id]?.lineItems ?? [];
    const url = `/v1/checkout/sessions/${id}/line_items`;
    return {
      ...createSinglePageList(items.slice(0, PAGE_SIZE), url),
      has_more: items.length > PAGE_SIZE,
    };
  },
  'invoice.payments': ({ invoicePayments }, id) => {
    const payments = Object.values(invoicePayments).filter(({ invoice }) => invoice === id);
    return createSinglePageList(payments.toReversed(), `/v1/invoice_payments?invoice=${id}`);
  },
};

/** Replaces the ids at `paths`, such as `data.customer`, with their objects, in a copy. */
export function expandResponse(state: State, response: object, paths: readonly string[]): unknown {
  if (paths.length === 0) return response;
  const copy: unknown = structuredClone(response);
  for (const path of paths) expandPath(state, copy, path.split('.'), path);
  return copy;
}

function expandPath(state: State, value: unknown, keys: readonly string[], path: string): void {
  if (Array.isArray(value)) {
    for (const one of value) expandPath(state, one, keys, path);
    return;
  }
  const [key, ...rest] = keys;
  if (key === undefined || !isRecord(value)) return;
  const inner = Object.hasOwn(value, key)
    ? value[key]
    : EXPANDABLE_LISTS[`${String(value['object'])}.${key}`]?.(state, String(value['id']));
  const object = typeof inner === 'string' ? objectOf(state, inner) : inner;
  if (object === undefined)
    throw invalidRequestError(`This property cannot be expanded (${path}).`, { param: 'expand' });
  value[key] = structuredClone(object);
  expandPath(state, value[key], rest, path);
}
