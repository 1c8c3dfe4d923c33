import { z } from 'zod';
import { EVENT_RETENTION_SECONDS } from '../events/record.ts';
import { type ApiRoute, defineRoute } from './route.ts';
import { flag, formSchema, integer, text } from './parameters.ts';
import { noSuchObjectError } from '../model/errors.ts';
import { findObject, isDeleted, apiPathOf } from '../model/objects.ts';
import type { ObjectByTable, WebhookEndpoint } from '../model/state.ts';

const retrieve = (table: keyof ObjectByTable): ApiRoute =>
  defineRoute(`GET ${apiPathOf(table)}/:id`, formSchema({}, {}), ({ state }, _given, id) =>
    findObject(state, table, id),
  );

/** A list parameter, parsed into a predicate for its objects. */
type Filter<T> = z.ZodType<(object: T) => boolean>;

const filterBy = <T, Schema extends z.ZodType>(
  schema: Schema,
  predicate: (object: T, wanted: z.output<Schema>) => boolean,
): Filter<T> => schema.transform((wanted) => (object: T) => predicate(object, wanted));

const equals = (field: string, schema: z.ZodType = text): Filter<object> =>
  filterBy(schema, (object, wanted) => Reflect.get(object, field) === wanted);

const created: Filter<{ readonly created: number }> = filterBy(
  z.strictObject({ gte: integer, lt: integer }).partial(),
  (object, { gte = -Infinity, lt = Infinity }) => object.created >= gte && object.created < lt,
);

const DEFAULT_LIMIT = 10;

/**
 * Creates a call that lists objects page by page, newest first.
 * @param select narrows or maps the objects that match the filters
 */
const list = <Name extends keyof ObjectByTable>(
  table: Name,
  filters: Readonly<Record<string, Filter<ObjectByTable[Name]>>>,
  select: (
    objects: ObjectByTable[Name][],
    given: Readonly<Record<string, unknown>>,
    now: number,
  ) => ObjectByTable[Name][] = (objects) => objects,
): ApiRoute => {
  const url = apiPathOf(table);
  const page = { limit: integer.pipe(z.number().min(1).max(100)), starting_after: text };
  return defineRoute(`GET ${url}`, formSchema({}, { ...page, ...filters }), (account, given) => {
    const { limit = DEFAULT_LIMIT, starting_after: after, ...filterValues } = given;
    const predicates = Object.values(filterValues).filter((value) => typeof value === 'function');
    const found = Object.values(account.state[table]).filter((object) =>
      predicates.every((matches) => matches(object)),
    );
    const all = select(found, given, account.now()).toReversed();
    const from = all.findIndex(({ id }) => id === after) + 1;
    if (after !== undefined && from === 0)
      throw noSuchObjectError('object', after, 'starting_after');
    const data = all.slice(from, from + limit);
    return { object: 'list', data, has_more: from + limit < all.length, url };
  });
};

/** Approximate delay before Stripe's search finds a finalized invoice. */
const INDEXING_DELAY_SECONDS = 60;

/** The only supported query: docs.stripe.com/search#query-fields-for-invoices */
const invoiceQuery = text.max(5000).regex(/^number:(["'])[^"'\\]+\1$/);

const searchInvoices = defineRoute(
  'GET /v1/invoices/search',
  formSchema({ query: invoiceQuery }, { limit: integer.pipe(z.number().min(1).max(100)) }),
  (account, { query, limit = DEFAULT_LIMIT }) => {
    const wanted = query.slice('number:"'.length, -1).toLowerCase();
    const data = Object.values(account.state.invoices).filter(
      ({ number, status_transitions: { finalized_at } }) =>
        number?.toLowerCase() === wanted &&
        account.now() - (finalized_at ?? Infinity) >= INDEXING_DELAY_SECONDS,
    );
    return {
      object: 'search_result',
      data: data.slice(0, limit),
      has_more: data.length > limit,
      next_page: null,
      url: '/v1/invoices/search',
    };
  },
);

/** Stripe returns the secret of an endpoint only when it is created. */
export const omitSecret = ({ secret: _secret, ...endpoint }: WebhookEndpoint): WebhookEndpoint =>
  endpoint;

export const readRoutes = [
  // First, because `/v1/invoices/:id` also matches this path.
  searchInvoices,
  retrieve('customers'),
  retrieve('taxIds'),
  retrieve('products'),
  retrieve('checkoutSessions'),
  retrieve('paymentIntents'),
  retrieve('charges'),
  retrieve('invoices'),
  retrieve('subscriptions'),
  retrieve('disputes'),
  retrieve('earlyFraudWarnings'),
  retrieve('creditNotes'),

  list('customers', { email: equals('email') }, (all) =>
    all.filter((customer) => !isDeleted(customer)),
  ),
  list('taxIds', {
    owner: filterBy(
      z.strictObject({ type: z.literal('customer'), customer: text }),
      (taxId, { customer }) => taxId.customer === customer,
    ),
  }),
  list('products', {}),
  list('prices', {
    active: equals('active', flag),
    lookup_keys: filterBy(z.array(text).max(10), ({ lookup_key }, keys) =>
      keys.includes(lookup_key ?? ''),
    ),
  }),
  list('checkoutSessions', {
    customer: equals('customer'),
    payment_intent: equals('payment_intent'),
    status: equals('status', z.enum(['open', 'complete', 'expired'])),
  }),
  list('disputes', { created }),
  list('charges', { created }),
  list('invoices', {
    created,
    customer: equals('customer'),
    status: equals('status', z.enum(['draft', 'open', 'paid', 'uncollectible', 'void'])),
    subscription: filterBy(
      text,
      ({ parent }, wanted) => parent?.subscription_details?.subscription === wanted,
    ),
  }),
  list(
    'subscriptions',
    {
      customer: equals('customer'),
      price: filterBy(text, ({ items }, wanted) =>
        items.data.some(({ price }) => price.id === wanted),
      ),
      status: filterBy(
        z.enum(['all', 'active', 'past_due', 'canceled']),
        ({ status }, wanted) => wanted === 'all' || status === wanted,
      ),
    },
    // Canceled subscriptions are listed only if the call filters by `status`.
    (all, { status }) => (status ? all : all.filter((one) => one.status !== 'canceled')),
  ),
  list('invoicePayments', {
    payment: filterBy(
      z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }),
      ({ payment }, wanted) => payment.payment_intent === wanted.payment_intent,
    ),
  }),
  list('creditNotes', { created, invoice: equals('invoice') }),
  list('balanceTransactions', { created }),
  list('refunds', { payment_intent: equals('payment_intent') }),
  list('portalConfigurations', { active: equals('active', flag) }),
  list('webhookEndpoints', {}, (all) => all.map(omitSecret)),
  list(
    'events',
    { created, types: filterBy(z.array(text).max(20), ({ type }, types) => types.includes(type)) },
    // An event that is still being delivered is kept longer, but not listed.
    (all, _given, now) => all.filter((event) => now - event.created <= EVENT_RETENTION_SECONDS),
  ),
];
