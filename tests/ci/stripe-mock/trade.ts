import type { Stripe } from 'stripe';
import { API_VERSION } from '../../../localstack/embedded/stripe/model/version.ts';
import type { TestStripe } from '../../support/stripe.ts';
import { idOf, openSession, makeCatalogue } from '../../support/stripe-catalogue.ts';

/** Makes each kind of request once, with the parameters that the product passes. */
export async function trade(stripe: Stripe, program: TestStripe['program']): Promise<void> {
  const catalogue = await makeCatalogue(stripe);
  await setUp(stripe, catalogue);
  await buyPack(stripe, program, catalogue);
  await live(stripe, program, catalogue);
  await leave(stripe, catalogue);
}

type Catalogue = Awaited<ReturnType<typeof makeCatalogue>>;

async function setUp(stripe: Stripe, { pack, portal }: Catalogue): Promise<void> {
  const product = String(pack.product);
  await stripe.products.retrieve(product);
  await stripe.products.update(product, { name: 'A thousand credits', active: true });
  await stripe.prices.list({ lookup_keys: ['1,000 credits'], limit: 100 });
  await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  await stripe.billingPortal.configurations.update(portal.id, {
    features: {
      customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
    },
    default_return_url: 'https://web.test/invoices',
    metadata: { tamis: 'portal' },
  });
  const endpoint = await stripe.webhookEndpoints.create({
    url: 'https://web.test/api/stripe/webhook',
    enabled_events: ['invoice.paid', 'checkout.session.completed'],
    api_version: API_VERSION,
  });
  await stripe.webhookEndpoints.list({ limit: 100 });
  await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: ['invoice.paid'] });
}

async function buyPack(
  stripe: Stripe,
  program: TestStripe['program'],
  catalogue: Catalogue,
): Promise<void> {
  const left = await openSession(stripe, catalogue, catalogue.pack, { expand: ['line_items'] });
  await stripe.checkout.sessions.expire(left.id);
  const { id } = await openSession(stripe, catalogue, catalogue.pack, {
    ui_mode: 'hosted_page',
    billing_address_collection: 'required',
    customer_update: { address: 'auto', name: 'auto' },
    tax_id_collection: { enabled: true },
    consent_collection: { terms_of_service: 'required' },
    custom_text: { submit: { message: 'By paying you give up your right of withdrawal.' } },
    expires_at: Math.floor(Date.now() / 1000) + 3600,
  });
  await program(`/stripe/sessions/${id}/pay`);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] });
  const payment_intent = idOf(session.payment_intent);
  await stripe.checkout.sessions.list({ payment_intent, limit: 1, expand: ['data.line_items'] });
  await stripe.checkout.sessions.list({ status: 'complete', created: { gte: 1 }, limit: 100 });
  const payment = await stripe.paymentIntents.retrieve(payment_intent, {
    expand: ['latest_charge'],
  });
  await stripe.invoices.retrieve(idOf(session.invoice), { expand: ['payments'] });
  const charge = idOf(payment.latest_charge);
  await stripe.charges.retrieve(charge, { expand: ['refunds'] });
  await stripe.refunds.create({ payment_intent, amount: 100, metadata: { cause: 'test' } });
  await stripe.refunds.create({ charge, amount: 100, reason: 'requested_by_customer' });
  await stripe.refunds.list({ payment_intent, limit: 100 });
  await program(`/stripe/charges/${charge}/dispute`);
  const { data } = await stripe.disputes.list({ charge });
  await stripe.disputes.retrieve(idOf(data[0]));
}

async function live(
  stripe: Stripe,
  program: TestStripe['program'],
  catalogue: Catalogue,
): Promise<void> {
  const customer = catalogue.customer.id;
  const { id } = await openSession(stripe, catalogue, catalogue.small);
  await program(`/stripe/sessions/${id}/pay`, { card: 'declined' });
  await program(`/stripe/sessions/${id}/pay`);
  const session = await stripe.checkout.sessions.retrieve(id);
  const subscription = idOf(session.subscription);
  const { items } = await stripe.subscriptions.retrieve(subscription);
  const item = { id: items.data[0]?.id ?? '', price: catalogue.large.id };
  const common = {
    customer,
    configuration: catalogue.portal.id,
    locale: 'fr',
    return_url: 'https://web.test/invoices',
  } as const;
  const after_completion = {
    type: 'redirect',
    redirect: { return_url: 'https://web.test/invoices' },
  } as const;
  await stripe.billingPortal.sessions.create(common);
  await stripe.billingPortal.sessions.create({
    ...common,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription, items: [{ ...item, quantity: 1 }] },
      after_completion,
    },
  });
  await stripe.billingPortal.sessions.create({
    ...common,
    flow_data: {
      type: 'subscription_cancel',
      subscription_cancel: { subscription },
      after_completion,
    },
  });
  await stripe.subscriptions.update(subscription, {
    items: [item],
    billing_cycle_anchor: { type: 'now' },
    proration_behavior: 'none',
    payment_behavior: 'pending_if_incomplete',
  });
  await program(`/stripe/customers/${customer}/card`, { card: 'declined' });
  await program('/stripe/clock', { advance: 'P1M' });
  await stripe.invoices.list({ customer, limit: 24, expand: ['data.payments'] });
  await stripe.invoices.list({ created: { gte: 1 }, status: 'paid', limit: 100 });
  await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
  await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
  await stripe.events.list({ delivery_success: false, types: ['invoice.paid'], limit: 100 });
  await stripe.events.list({ limit: 100 });
  await stripe.subscriptions.cancel(subscription, {
    prorate: false,
    invoice_now: false,
    cancellation_details: { comment: 'account deleted' },
  });
}

async function leave(stripe: Stripe, { customer }: Catalogue): Promise<void> {
  await stripe.customers.retrieve(customer.id, { expand: ['subscriptions'] });
  await stripe.customers.del(customer.id);
  await stripe.customers.retrieve(customer.id);
}
