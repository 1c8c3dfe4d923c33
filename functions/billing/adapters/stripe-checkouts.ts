import type Sdk from 'stripe';
import type { StripePrices } from './stripe-prices.ts';
import { stripeIdOf, toMs, type StripeClient } from './stripe-client.ts';
import {
  isTaxMissing,
  PERSON_ID_METADATA_KEY,
  PURCHASE_ID_METADATA_KEY,
} from './stripe-invoices.ts';
import type { Language } from '../../../shared/model/account.ts';
import type { Env } from '../../platform/env.ts';
import type { SoldItem } from '../rules/purchase.ts';

const SESSION_MODES = ['payment', 'subscription'] as const;
const ENDED_SESSION_STATUSES = ['complete', 'expired'] as const;

async function toCheckoutSession(session: Sdk.Checkout.Session, prices: StripePrices) {
  const { payment_status } = session;
  return {
    id: session.id,
    mode: SESSION_MODES.find((mode) => mode === session.mode) ?? 'other',
    status: ENDED_SESSION_STATUSES.find((status) => status === session.status) ?? 'open',
    paid: payment_status === 'paid' || payment_status === 'no_payment_required',
    /** URL of the payment page; undefined once the session can no longer be paid. */
    url: session.url ?? undefined,
    customerId: stripeIdOf(session.customer),
    lines: await Promise.all(
      (session.line_items?.data ?? []).map(async ({ price, amount_subtotal, quantity }) => ({
        version: await prices.versionOf(price?.id),
        /** Amount without VAT, before any discount. */
        cents: amount_subtotal,
        quantity: quantity ?? 1,
        proration: false,
      })),
    ),
    /** Amount charged, including VAT. */
    cents: session.amount_total ?? 0,
    paymentId: stripeIdOf(session.payment_intent),
    /** Id of the invoice of a paid pack, or of a subscription's first period. */
    invoiceId: stripeIdOf(session.invoice),
    /** The list from whose page the checkout began. */
    listId: session.metadata?.['list_id'],
    personId: session.metadata?.[PERSON_ID_METADATA_KEY],
    createdAt: toMs(session.created),
    taxMissing: isTaxMissing(session.automatic_tax),
  };
}
export type CheckoutSession = Readonly<Awaited<ReturnType<typeof toCheckoutSession>>>;

/** Retries must send exactly the same request, because Stripe compares it with the first one. */
interface CheckoutRequest {
  readonly userId: string;
  /** Id of the person who opened the payment page. */
  readonly personId: string | undefined;
  readonly customerId: string;
  /** The basket's content as text, for metadata and for the idempotency key. */
  readonly version: string;
  readonly items: readonly SoldItem[];
  readonly mode: 'payment' | 'subscription';
  readonly purchaseId: string;
  readonly listId: string | undefined;
  readonly language: Language;
  /** Whether invoices use saved billing details instead of the name given with the card. */
  readonly hasDetails: boolean;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Page to which the customer returns after paying. */
  readonly paidPage: `/${string}`;
  /** Page to which a customer who did not pay returns. */
  readonly unpaidPage: `/${string}`;
}

/**
 * Settings of the payment page. With `TAX=stripe`, Stripe computes VAT and asks for VAT numbers.
 * With `STRIPE_TERMS`, Stripe asks for acceptance of the terms set in its dashboard.
 */
export type CheckoutSettings = Pick<Env, 'PUBLIC_ORIGIN' | 'TAX' | 'STRIPE_TERMS'>;

function sessionParams(
  request: CheckoutRequest,
  line_items: Sdk.Checkout.SessionCreateParams['line_items'],
  { PUBLIC_ORIGIN, TAX, STRIPE_TERMS }: CheckoutSettings,
): Sdk.Checkout.SessionCreateParams {
  const { userId, personId, customerId, version, mode, purchaseId, listId, language, hasDetails } =
    request;
  const isPack = mode === 'payment';
  // For people who read Stripe's dashboard; our code never derives credits from this metadata.
  const metadata = {
    user_id: userId,
    plan_id: version,
    purchase_id: purchaseId,
    ...(listId !== undefined && { list_id: listId }),
    ...(personId !== undefined && { [PERSON_ID_METADATA_KEY]: personId }),
  };
  return {
    mode,
    ui_mode: 'hosted_page',
    customer: customerId,
    client_reference_id: userId,
    // At most 20 recurring and 20 one-time prices; the first invoice of a subscription contains the
    // one-time prices (docs.stripe.com/api/checkout/sessions/create).
    line_items,
    // Promotion codes lower the price, not the credits: docs.stripe.com/payments/checkout/discounts
    allow_promotion_codes: true,
    allowed_payment_method_types: ['card'],
    success_url: `${PUBLIC_ORIGIN}${request.paidPage}`,
    cancel_url: `${PUBLIC_ORIGIN}${request.unpaidPage}`,
    locale: language,
    // Charges in euros, like plans and invoices, even if the dashboard has enabled other currencies
    // (docs.stripe.com/payments/currencies/localize-prices/adaptive-pricing).
    adaptive_pricing: { enabled: false },
    // Stripe saves the collected details to the customer: docs.stripe.com/tax/checkout/tax-ids
    ...(!hasDetails && {
      billing_address_collection: 'required',
      customer_update: { address: 'auto', name: 'auto' },
      tax_id_collection: { enabled: TAX === 'stripe' },
    }),
    automatic_tax: { enabled: TAX === 'stripe' },
    ...(STRIPE_TERMS && { consent_collection: { terms_of_service: 'required' } }),
    expires_at: Math.floor(request.expiresAt / 1000),
    metadata,
    ...(isPack
      ? {
          invoice_creation: {
            enabled: true,
            invoice_data: { metadata: { [PURCHASE_ID_METADATA_KEY]: purchaseId } },
          },
          payment_intent_data: { metadata },
          // Offers to save the card (docs.stripe.com/payments/checkout/save-during-payment).
          saved_payment_method_options: { payment_method_save: 'enabled' },
        }
      : { subscription_data: { metadata } }),
    expand: ['line_items'],
  };
}

export interface StripeCheckouts {
  /** Returns Stripe's error code if the session was already paid or expired. */
  expireSession(id: string): Promise<string | undefined>;
  createSession(request: CheckoutRequest): Promise<CheckoutSession>;
  findSession(id: string): Promise<CheckoutSession | undefined>;
  /** Expires the customer's open payment pages (at most 100). */
  expireOpenSessions(customer: string): Promise<void>;
  findSessionOfPayment(paymentId: string): Promise<CheckoutSession | undefined>;
}

export function createStripeCheckouts(
  client: StripeClient,
  prices: StripePrices,
  settings: CheckoutSettings,
): StripeCheckouts {
  const expireSession = (id: string) => client.tryCall((sdk) => sdk.checkout.sessions.expire(id));

  return {
    expireSession,

    async createSession(request) {
      const { userId, version, items, purchaseId } = request;
      const lines = items.map(async (item) => ({
        price: await prices.priceOf(item.version),
        quantity: item.quantity,
      }));
      const params = sessionParams(request, await Promise.all(lines), settings);
      const idempotencyKey = `cs:${userId}:${version}:${purchaseId}`;
      const session = await client.call((sdk) =>
        sdk.checkout.sessions.create(params, { idempotencyKey }),
      );
      return toCheckoutSession(session, prices);
    },

    findSession: (id) =>
      client.findAs(
        (sdk) => sdk.checkout.sessions.retrieve(id, { expand: ['line_items'] }),
        (found) => toCheckoutSession(found, prices),
      ),

    async expireOpenSessions(customer) {
      const params = { customer, status: 'open', limit: 100 } as const;
      const { data } = await client.call((sdk) => sdk.checkout.sessions.list(params));
      for (const { id } of data) await expireSession(id);
    },

    async findSessionOfPayment(paymentId) {
      const { data } = await client.call((sdk) =>
        sdk.checkout.sessions.list({
          payment_intent: paymentId,
          limit: 1,
          expand: ['data.line_items'],
        }),
      );
      return data[0] && toCheckoutSession(data[0], prices);
    },
  };
}
