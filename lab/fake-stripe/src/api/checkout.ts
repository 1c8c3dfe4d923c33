import { z } from 'zod';
import { defineRoute } from './route.ts';
import { flag, formSchema, integer, mergeMetadata, metadata, text, url } from './parameters.ts';
import { invalidRequestError } from '../model/errors.ts';
import type { Account } from '../model/account.ts';
import { createObject, findObject, fromFixture } from '../model/objects.ts';
import type { CheckoutSession, LineItem } from '../model/state.ts';
import { expireSession } from '../operations/checkout.ts';

/** https://docs.stripe.com/api/checkout/sessions/create (line_items) */
const MAX_PAYMENT_ITEMS = 100;
const MAX_SUBSCRIPTION_ITEMS = 20;
/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MAX_AMOUNT = 99_999_999;
const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

const autoOrNever = z.enum(['auto', 'never']);
const metadataFields = z.strictObject({ metadata }).partial();

const parameters = formSchema(
  {
    mode: z.enum(['payment', 'subscription']),
    customer: text,
    line_items: z
      .array(z.strictObject({ price: text, quantity: integer.pipe(z.number().min(1)).optional() }))
      .min(1)
      .max(MAX_PAYMENT_ITEMS),
    success_url: url,
  },
  {
    client_reference_id: text.max(200),
    cancel_url: url,
    ui_mode: z.literal('hosted_page'),
    locale: z.enum(['en', 'fr']),
    expires_at: integer,
    allowed_payment_method_types: z.array(z.literal('card')),
    allow_promotion_codes: flag,
    adaptive_pricing: z.strictObject({ enabled: flag }),
    automatic_tax: z.strictObject({ enabled: flag }),
    tax_id_collection: z.strictObject({ enabled: flag }),
    customer_update: z.strictObject({ address: autoOrNever, name: autoOrNever }).partial(),
    billing_address_collection: z.enum(['auto', 'required']),
    consent_collection: z.strictObject({ terms_of_service: z.enum(['none', 'required']) }),
    invoice_creation: z.strictObject({ enabled: flag, invoice_data: metadataFields.optional() }),
    metadata,
    payment_intent_data: metadataFields,
    saved_payment_method_options: z.strictObject({
      payment_method_save: z.enum(['disabled', 'enabled']),
    }),
    subscription_data: metadataFields,
  },
);
type Parameters = z.output<typeof parameters>;

export const checkoutRoutes = [
  defineRoute('POST /v1/checkout/sessions', parameters, createSession),

  defineRoute(
    'POST /v1/checkout/sessions/:id/expire',
    formSchema({}, {}),
    (account, _given, id) => {
      const session = findObject(account.state, 'checkoutSessions', id);
      if (session.status !== 'open')
        throw invalidRequestError(
          'Only Checkout Sessions with a status in ["open"] can be expired.',
        );
      expireSession(account, session);
      return session;
    },
  ),
];

function createSession(account: Account, given: Parameters): CheckoutSession {
  const { state } = account;
  const {
    automatic_tax,
    consent_collection,
    customer_update,
    expires_at,
    invoice_creation,
    line_items,
    metadata: sessionMetadata,
    payment_intent_data,
    saved_payment_method_options: saved,
    subscription_data,
    tax_id_collection,
    ...fields
  } = given;
  const customer = findObject(state, 'customers', given.customer, 'customer');
  const taxed = automatic_tax?.enabled === true;
  if (taxed && !customer.address && customer_update?.address !== 'auto')
    throw invalidRequestError(
      'Automatic tax calculation requires a valid address on the Customer.',
      {
        code: 'customer_tax_location_invalid',
      },
    );
  if (tax_id_collection?.enabled === true && customer_update?.name !== 'auto')
    throw invalidRequestError('Tax ID collection requires `customer_update[name]` to be `auto`.');
  const lineItems = line_items.map(({ price, quantity = 1 }, i) =>
    lineItem(account, price, quantity, `line_items[${i}][price]`),
  );
  assertMatchesMode(given, lineItems);

  const id = account.newId('cs_test');
  // `expires_at` is in real time, because the caller's clock was not advanced with the fake's.
  const now = account.now() - state.ahead;
  const expiresAt = expires_at ?? now + DAY_SECONDS;
  if (expiresAt - now < 29 * MINUTE_SECONDS || expiresAt - now > DAY_SECONDS + MINUTE_SECONDS)
    throw invalidRequestError('`expires_at` must be between 30 minutes and 24 hours away.', {
      param: 'expires_at',
    });
  const subtotal = lineItems.reduce((sum, { amount_subtotal }) => sum + amount_subtotal, 0);
  if (subtotal > MAX_AMOUNT)
    throw invalidRequestError('The total amount due must be no more than €999,999.99.');
  const { metadata: forwarded } = payment_intent_data ?? subscription_data ?? {};
  state.checkoutPlans[id] = {
    lineItems,
    metadata: mergeMetadata({}, forwarded),
    invoiceMetadata: mergeMetadata({}, invoice_creation?.invoice_data?.metadata),
    expiresAt: expiresAt + state.ahead,
    updates: customer_update?.name === 'auto',
  };
  return createObject(account, 'checkoutSessions', {
    ...fields,
    id,
    expires_at: expiresAt,
    amount_subtotal: subtotal,
    amount_total: subtotal,
    metadata: mergeMetadata({}, sessionMetadata),
    url: `${account.origin}/stripe/checkout/${id}`,
    automatic_tax: fromFixture('automatic_tax', {
      enabled: taxed,
      status: taxed ? 'requires_location_inputs' : null,
    }),
    saved_payment_method_options: saved
      ? { allow_redisplay_filters: ['always'], payment_method_remove: null, ...saved }
      : null,
    tax_id_collection: { enabled: tax_id_collection?.enabled ?? false, required: 'never' },
    consent_collection: consent_collection
      ? fromFixture('consent_collection', consent_collection)
      : null,
    invoice_creation:
      fields.mode === 'payment'
        ? fromFixture('invoice_creation', { enabled: invoice_creation?.enabled ?? false })
        : null,
  });
}

function lineItem(account: Account, id: string, quantity: number, param: string): LineItem {
  const price = findObject(account.state, 'prices', id, param);
  const amount = (price.unit_amount ?? 0) * quantity;
  return fromFixture<LineItem>('item', {
    id: account.newId('li'),
    amount_subtotal: amount,
    amount_total: amount,
    description: account.state.products[price.product]?.name ?? '',
    price,
    quantity,
  });
}

/** Checks items and parameters: https://docs.stripe.com/api/checkout/sessions/create */
function assertMatchesMode(
  { mode, invoice_creation, payment_intent_data, subscription_data }: Parameters,
  items: readonly LineItem[],
): void {
  const recurring = items.filter(({ price }) => price?.recurring).length;
  const tooMany = Math.max(recurring, items.length - recurring) > MAX_SUBSCRIPTION_ITEMS;
  const problem =
    mode === 'payment'
      ? (recurring > 0 && 'You specified `payment` mode but passed a recurring price.') ||
        (subscription_data && 'You can not pass `subscription_data` in `payment` mode.')
      : (recurring === 0 &&
          'You must provide at least one recurring price in `subscription` mode.') ||
        (tooMany && 'Subscription mode allows 20 recurring and 20 one-time prices.') ||
        (payment_intent_data && 'You can not pass `payment_intent_data` in `subscription` mode.') ||
        (invoice_creation && 'Invoice creation requires `mode` to be `payment`.');
  if (problem) throw invalidRequestError(problem);
}
