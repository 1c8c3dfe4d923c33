import { z } from 'zod';
import { KEPT_SECONDS } from '../events/record.ts';
import { type Call, call } from './call.ts';
import { isWithin, listForm, listPage, range } from './list.ts';
import { flag, form, text } from './parameters.ts';
import { find, isDeleted, pathOf } from '../model/objects.ts';
import type { Objects, State, StoredEvent, WebhookEndpoint } from '../model/state.ts';

/** `GET /v1/x/ID` and `GET /v1/x`. */

const retrieve = (table: keyof Objects): Call =>
  call(`GET ${pathOf(table)}/:id`, form({}, {}), ({ state }, _given, id) => find(state, table, id));

/** A parameter of a list, which becomes a test of its objects. */
type Filter<T> = z.ZodType<(object: T, state: State) => boolean>;

const equals = (field: string, schema: z.ZodType = text): Filter<object> =>
  schema.transform((wanted) => (object) => Reflect.get(object, field) === wanted);

const created: Filter<{ readonly created: number }> = range.transform(
  (bounds) => (object) => isWithin(object.created, bounds),
);

/** @param shown what the list shows of the objects that pass the filters */
const list = <Name extends keyof Objects>(
  table: Name,
  filters: Readonly<Record<string, Filter<Objects[Name]>>>,
  shown: (
    objects: Objects[Name][],
    given: Readonly<Record<string, unknown>>,
    now: number,
  ) => Objects[Name][] = (objects) => objects,
): Call => {
  const path = pathOf(table);
  return call(`GET ${path}`, listForm(filters), (account, given) => {
    const { state } = account;
    const tests = Object.values(given).filter((value) => typeof value === 'function');
    const found = Object.values(state[table]).filter((object) =>
      tests.every((holds) => holds(object, state)),
    );
    return listPage(shown(found, given, account.now()), given, path);
  });
};

/** The secret is told once, when the endpoint is made. */
export const withoutSecret = ({ secret: _secret, ...endpoint }: WebhookEndpoint): WebhookEndpoint =>
  endpoint;

const isDelivered = (state: State, { id }: StoredEvent): boolean =>
  state.deliveries.every(({ event, delivered }) => event !== id || delivered);

const ofSubscription: Filter<Objects['invoices']> = text.transform(
  (wanted) =>
    ({ parent }) =>
      parent?.subscription_details?.subscription === wanted,
);

export const readCalls = [
  retrieve('customers'),
  retrieve('products'),
  retrieve('checkoutSessions'),
  retrieve('paymentIntents'),
  retrieve('charges'),
  retrieve('invoices'),
  retrieve('subscriptions'),
  retrieve('subscriptionSchedules'),
  retrieve('disputes'),
  retrieve('earlyFraudWarnings'),
  retrieve('creditNotes'),
  retrieve('events'),

  list('customers', { email: equals('email') }, (all) =>
    all.filter((customer) => !isDeleted(customer)),
  ),
  list('taxIds', {
    owner: z
      .strictObject({ type: z.enum(['self', 'customer']), customer: text.optional() })
      .transform(
        ({ customer = null }) =>
          (taxId) =>
            taxId.customer === customer,
      ),
  }),
  list('products', {}),
  list('prices', {
    lookup_keys: z
      .array(text)
      .max(10)
      .transform(
        (keys) =>
          ({ lookup_key }) =>
            keys.includes(lookup_key ?? ''),
      ),
  }),
  list('checkoutSessions', {
    created,
    customer: equals('customer'),
    payment_intent: equals('payment_intent'),
    status: equals('status', z.enum(['open', 'complete', 'expired'])),
  }),
  list('disputes', { created, payment_intent: equals('payment_intent') }),
  list('charges', { created, payment_intent: equals('payment_intent') }),
  list('invoices', {
    created,
    customer: equals('customer'),
    status: equals('status', z.enum(['draft', 'open', 'paid', 'uncollectible', 'void'])),
    subscription: ofSubscription,
  }),
  list(
    'subscriptions',
    {
      customer: equals('customer'),
      status: z
        .enum(['all', 'active', 'past_due', 'canceled'])
        .transform((wanted) => (one) => wanted === 'all' || one.status === wanted),
    },
    // Those that have ended are shown only where they are asked for.
    (all, { status }) => (status ? all : all.filter((one) => one.status !== 'canceled')),
  ),
  list('invoicePayments', {
    payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).transform(
      (wanted) =>
        ({ payment }) =>
          payment.payment_intent === wanted.payment_intent,
    ),
  }),
  list('creditNotes', { invoice: equals('invoice') }),
  list('refunds', { charge: equals('charge'), payment_intent: equals('payment_intent') }),
  list('portalConfigurations', { active: equals('active', flag) }),
  list('webhookEndpoints', {}, (all) => all.map(withoutSecret)),
  list(
    'events',
    {
      created,
      types: z
        .array(text)
        .max(20)
        .transform(
          (types) =>
            ({ type }) =>
              types.includes(type),
        ),
      delivery_success: flag.transform(
        (wanted) => (event, state) => isDelivered(state, event) === wanted,
      ),
    },
    // An event that is still being delivered is kept for longer, but not shown.
    (all, _given, now) => all.filter((event) => now - event.created <= KEPT_SECONDS),
  ),
];
