import { z } from 'zod';
import { expireSession } from '../operations/expire-session.ts';
import { call } from '../http/call.ts';
import { listPage } from '../http/list.ts';
import { expand, isWithin, listing, mergedMetadata, range, text } from '../http/parameters.ts';
import { invalid, noSuch } from '../http/stripe-error.ts';
import { customerNamed, priceNamed } from '../model/find.ts';
import type { CheckoutSession, State } from '../model/state.ts';
import type { World } from '../model/world.ts';
import { newCheckoutSession, newLineItem } from '../objects/checkout-session.ts';
import { checkoutParameters } from './checkout-parameters.ts';
import type { CheckoutParameters } from './checkout-parameters.ts';

const MINUTE = 60;
const DAY = 86_400;

const of = (state: State, id: string): CheckoutSession => {
  const session = state.checkoutSessions[id];
  if (session === undefined) throw noSuch('checkout.session', id);
  return session;
};

export const checkoutCalls = [
  call('POST', '/v1/checkout/sessions', checkoutParameters, createSession),

  call(
    'GET',
    '/v1/checkout/sessions',
    z.strictObject({
      ...listing,
      created: range,
      customer: text.optional(),
      payment_intent: text.optional(),
      subscription: text.optional(),
      status: z.enum(['open', 'complete', 'expired']).optional(),
    }),
    ({ state }, { created, customer, payment_intent, subscription, status, ...page }) => {
      const found = Object.values(state.checkoutSessions).filter(
        (session) =>
          isWithin(session.created, created) &&
          (customer === undefined || session.customer === customer) &&
          (payment_intent === undefined || session.payment_intent === payment_intent) &&
          (subscription === undefined || session.subscription === subscription) &&
          (status === undefined || session.status === status),
      );
      return listPage(found, page, '/v1/checkout/sessions');
    },
  ),

  call('GET', '/v1/checkout/sessions/:id', z.strictObject({ expand }), ({ state }, _given, id) =>
    of(state, id),
  ),

  call(
    'GET',
    '/v1/checkout/sessions/:id/line_items',
    z.strictObject(listing),
    ({ state }, page, id) => {
      of(state, id);
      // The newest first in every other list, but these in the order of the session.
      const items = (state.checkoutPlans[id]?.lineItems ?? []).toReversed();
      return listPage(items, page, `/v1/checkout/sessions/${id}/line_items`);
    },
  ),

  call(
    'POST',
    '/v1/checkout/sessions/:id/expire',
    z.strictObject({ expand }),
    (world, _given, id) => {
      const session = of(world.state, id);
      if (session.status !== 'open') {
        throw invalid(
          'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has ' +
            `a status of \`${session.status ?? ''}\`.`,
        );
      }
      expireSession(world, session);
      return session;
    },
  ),
];

function createSession(world: World, given: CheckoutParameters): CheckoutSession {
  const { state } = world;
  const { mode, customer } = given;
  customerNamed(state, customer);
  const lines = given.line_items.map(({ price: id, quantity = 1 }, i) => {
    const price = priceNamed(state, id, `line_items[${i}][price]`);
    const name = state.products[price.product]?.name ?? '';
    if (!price.active) {
      throw invalid('The price specified is inactive. This field only accepts active prices.', {
        param: `line_items[${i}][price]`,
      });
    }
    return { price, item: newLineItem(world.newId('li'), price, quantity, name) };
  });
  const recurring = lines.filter(({ price }) => price.type === 'recurring').length;
  if (mode === 'payment' && recurring > 0) {
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` ' +
        'mode or use only one-time prices.',
      { param: 'line_items' },
    );
  }
  if (mode === 'subscription' && recurring === 0) {
    throw invalid('You must provide at least one recurring price in `subscription` mode.', {
      param: 'line_items',
    });
  }
  const refused = mode === 'payment' ? 'subscription_data' : 'payment_intent_data';
  if (given[refused] !== undefined || (mode === 'subscription' && given.invoice_creation)) {
    const param = given[refused] === undefined ? 'invoice_creation' : refused;
    throw invalid(`You can not pass \`${param}\` in \`${mode}\` mode.`, { param });
  }

  const id = world.newId('cs_test');
  // The caller's clock has not been advanced.
  const ahead = state.ahead;
  const expiresAt = given.expires_at ?? world.now() - ahead + DAY;
  const secondsLeft = expiresAt + ahead - world.now();
  if (secondsLeft < 30 * MINUTE - MINUTE || secondsLeft > DAY + MINUTE) {
    throw invalid(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  const { consent_collection: consent, custom_text: texts } = given;
  const session = newCheckoutSession({
    id,
    created: world.now(),
    mode,
    customer,
    currency: lines[0]?.price.currency ?? 'eur',
    expires_at: expiresAt,
    success_url: given.success_url,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    metadata: mergedMetadata({}, given.metadata),
    locale: given.locale ?? null,
    url: `${world.origin}/stripe/checkout/${id}`,
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    billing_address_collection: given.billing_address_collection ?? null,
    consent_collection: consent
      ? {
          payment_method_reuse_agreement: consent.payment_method_reuse_agreement ?? null,
          promotions: consent.promotions ?? null,
          terms_of_service: consent.terms_of_service ?? null,
        }
      : null,
    invoice_creation:
      mode === 'payment'
        ? {
            enabled: given.invoice_creation?.enabled ?? false,
            invoice_data: {
              account_tax_ids: null,
              custom_fields: null,
              description: given.invoice_creation?.invoice_data?.description ?? null,
              footer: given.invoice_creation?.invoice_data?.footer ?? null,
              issuer: null,
              metadata: mergedMetadata({}, given.invoice_creation?.invoice_data?.metadata),
              rendering_options: null,
            },
          }
        : null,
    custom_text: {
      after_submit: texts?.after_submit || null,
      shipping_address: texts?.shipping_address || null,
      submit: texts?.submit || null,
      terms_of_service_acceptance: texts?.terms_of_service_acceptance || null,
    },
    subtotal: lines.reduce((sum, { item }) => sum + item.amount_subtotal, 0),
    automaticTax: given.automatic_tax?.enabled ?? false,
    taxIds: given.tax_id_collection?.enabled ?? false,
  });
  state.checkoutSessions[id] = session;
  state.checkoutPlans[id] = {
    lineItems: lines.map(({ item }) => item),
    metadataOf: {
      subscription: mergedMetadata({}, given.subscription_data?.metadata),
      payment_intent: mergedMetadata({}, given.payment_intent_data?.metadata),
      invoice: mergedMetadata({}, given.invoice_creation?.invoice_data?.metadata),
    },
    description:
      given.payment_intent_data?.description ?? given.subscription_data?.description ?? null,
    expiresAt: expiresAt + ahead,
  };
  return session;
}
