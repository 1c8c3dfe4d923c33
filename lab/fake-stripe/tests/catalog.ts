import type { Stripe } from 'stripe';
import { API_VERSION } from '../src/model/state.ts';

/** A seller's objects in Stripe: prices of a pack and two plans, a portal and a customer. */
export interface Catalog {
  readonly pack: Stripe.Price;
  readonly small: Stripe.Price;
  readonly large: Stripe.Price;
  readonly customer: Stripe.Customer;
  readonly portal: Stripe.BillingPortal.Configuration;
}

export async function createCatalog(stripe: Stripe, endpoint?: string): Promise<Catalog> {
  if (endpoint !== undefined)
    await stripe.webhookEndpoints.create({
      url: endpoint,
      enabled_events: ['*'],
      api_version: API_VERSION,
    });
  const createPrice = async (
    name: string,
    unit_amount: number,
    monthly: boolean,
  ): Promise<Stripe.Price> => {
    const product = await stripe.products.create({ name });
    return stripe.prices.create({
      product: product.id,
      currency: 'eur',
      unit_amount,
      tax_behavior: 'exclusive',
      lookup_key: name,
      ...(monthly && { recurring: { interval: 'month' } }),
    });
  };
  const pack = await createPrice('1,000 credits', 500, false);
  const small = await createPrice('5,000 credits a month', 1500, true);
  const large = await createPrice('25,000 credits a month', 5000, true);
  const portal = await stripe.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        billing_cycle_anchor: 'now',
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
        products: [small, large].map(({ id, product }) => ({
          product: String(product),
          prices: [id],
        })),
      },
    },
  });
  const customer = await stripe.customers.create({
    email: 'camille@example.test',
    name: 'Camille',
    preferred_locales: ['fr'],
    metadata: { user_id: 'u1' },
  });
  return { pack, small, large, customer, portal };
}

/** Creates a Checkout session with the parameters that Tamis sends. */
export function openCheckoutSession(
  stripe: Stripe,
  { customer }: Catalog,
  price: Stripe.Price,
  overrides: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Response<Stripe.Checkout.Session>> {
  const metadata = { user_id: 'u1', plan_id: price.lookup_key ?? '' };
  const isPack = price.recurring === null;
  return stripe.checkout.sessions.create({
    mode: isPack ? 'payment' : 'subscription',
    customer: customer.id,
    client_reference_id: 'u1',
    line_items: [{ price: price.id, quantity: 1 }],
    allowed_payment_method_types: ['card'],
    success_url: 'http://web.test/invoices?purchase=ok',
    cancel_url: 'http://web.test/pricing-plan',
    locale: 'fr',
    automatic_tax: { enabled: true },
    customer_update: { address: 'auto', name: 'auto' },
    metadata,
    ...(isPack
      ? { invoice_creation: { enabled: true }, payment_intent_data: { metadata } }
      : { subscription_data: { metadata } }),
    ...overrides,
  });
}

export const idOf = (given: string | { readonly id: string } | null | undefined): string =>
  typeof given === 'string' ? given : (given?.id ?? '');
