import type { Stripe } from 'stripe';
import { expect } from 'vitest';
import { closeBilling } from '../../../functions/billing/close-billing.ts';
import { compareBilling } from '../../../functions/billing/compare-billing.ts';
import { routes } from '../../../functions/routes.ts';
import type { BillingStage } from '../../support/billing-stage.ts';
import type { Person } from '../../support/people.ts';
import { idOf } from '../../support/stripe-catalogue.ts';

/** What has the product ask Stripe for something: together, everything it ever asks for. */

const MONTH = 'P1M';

const openReceipt = async (stage: BillingStage, { headers }: Person): Promise<string> => {
  const { data } = await stage.get(routes.billings, { headers });
  return stage.follow(data.data[0]?.receipt_url ?? '');
};

const paymentOf = async (stage: BillingStage, invoice: string): Promise<string> => {
  const { payments } = await stage.sdk().invoices.retrieve(invoice, { expand: ['payments'] });
  return idOf(payments?.data[0]?.payment.payment_intent);
};

/** The event of a charge or refund that does not name its payment, which Stripe allows. */
const withoutPayment = ({ data, ...event }: Stripe.Event): object => ({
  ...event,
  data: { object: { ...data.object, payment_intent: null } },
});

/** Gives half of a payment back, as an operator does in Stripe's dashboard. */
async function refundHalf(
  stage: BillingStage,
  { amount_total }: Stripe.Checkout.Session,
  charge: string,
): Promise<void> {
  const amount = Number(amount_total) / 2;
  await stage.stripe().program(`/stripe/charges/${charge}/refund`, { amount });
}

const chargeOf = async (stage: BillingStage, payment: string): Promise<string> =>
  idOf((await stage.sdk().paymentIntents.retrieve(payment)).latest_charge);

const confirm = async (stage: BillingStage, portal: string): Promise<void> => {
  const id = /bps_\w+/.exec(portal)?.[0] ?? 'none';
  const { status } = await stage.stripe().program(`/stripe/portal-sessions/${id}/confirm`);
  expect(status).toBe(200);
  await stage.deliverAll();
};

const manage = async (stage: BillingStage, { headers }: Person, query = {}): Promise<string> =>
  (await stage.get(routes.subscription, { headers, query })).data;

/** From a shop that was never set up, over one that is, to one that somebody has changed. */
export async function setUp(stage: BillingStage): Promise<void> {
  // Nobody listens there.
  const origin = 'http://127.0.0.1:1';
  expect((await stage.setUp(origin)).at(-1)).toContain('registered');
  const [product] = (await stage.sdk().products.list()).data;
  await stage.sdk().products.update(idOf(product), { active: false });
  expect((await stage.setUp(origin)).at(-1)).toContain('is known and enabled');
}

export async function buyPack(stage: BillingStage): Promise<void> {
  const ada = await stage.person();
  const url = await stage.click(ada, 'pack_1000');
  // A second click looks the session up.
  expect(await stage.click(ada, 'pack_1000')).toBe(url);
  const session = await stage.pay(url);
  await stage.deliverAll();
  expect(await stage.balance(ada)).toMatchObject({ available: 1000 });
  expect(await openReceipt(stage, ada)).toContain('http');

  const charge = await chargeOf(stage, idOf(session.payment_intent));
  await refundHalf(stage, session, charge);
  await stage.deliver((await stage.events()).map(withoutPayment));
  expect(await stage.balance(ada)).toMatchObject({ available: 500 });
  await stage.stripe().program(`/stripe/charges/${charge}/dispute`);
  await stage.deliverAll();
  expect(await stage.balance(ada)).toMatchObject({ available: 0, held: 500 });
}

/** Where the news of a refund or a dispute comes first, the payment has to be found. */
export async function hearOfRefundFirst(stage: BillingStage): Promise<void> {
  const ada = await stage.person();
  const pack = await stage.buy(ada, 'pack_1000');
  await refundHalf(stage, pack, await chargeOf(stage, idOf(pack.payment_intent)));
  await stage.deliver((await stage.events()).toReversed());
  expect(await stage.balance(ada)).toMatchObject({ available: 500 });

  const bob = await stage.person();
  const monthly = await stage.buy(bob, 'monthly_5000');
  const payment = await paymentOf(stage, idOf(monthly.invoice));
  await stage.stripe().program(`/stripe/charges/${await chargeOf(stage, payment)}/dispute`);
  await stage.deliver((await stage.events()).toReversed());
  expect(await stage.balance(bob)).toMatchObject({ available: 0, held: 5000 });
}

export async function subscribe(stage: BillingStage): Promise<void> {
  const ada = await stage.person();
  await stage.click(ada, 'monthly_25000');
  // The session of the first plan is closed.
  await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  expect(await openReceipt(stage, ada)).toContain('http');
  await stage.stripe().program('/stripe/clock', { advance: MONTH });
  await stage.deliverAll();
  expect(await stage.balance(ada)).toMatchObject({ available: 10_000 });

  await confirm(stage, await stage.click(ada, 'monthly_25000'));
  expect(await stage.balance(ada)).toMatchObject({ available: 35_000 });
  await confirm(stage, await stage.click(ada, 'monthly_5000'));
  expect(await manage(stage, ada)).toContain('/stripe/portal/');
  await confirm(stage, await manage(stage, ada, { flow: 'cancel' }));
  await stage.stripe().program('/stripe/clock', { advance: MONTH });
  await stage.deliverAll();
  expect((await stage.user(ada)).planId).toBeUndefined();
}

/** A second subscription is ended and its money sent back. */
export async function subscribeTwice(stage: BillingStage): Promise<void> {
  const ada = await stage.person();
  const first = await stage.click(ada, 'monthly_5000');
  const { stripeCustomerId: customer = '' } = await stage.user(ada);
  const { data } = await stage.sdk().prices.list({ lookup_keys: ['monthly_25000_v1'] });
  const second = await stage.sdk().checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: idOf(data[0]), quantity: 1 }],
    success_url: 'https://app.tamis.example/',
  });
  await stage.pay(first);
  await stage.stripe().program('/stripe/clock', { advance: 'PT1M' });
  await stage.pay(second.id);
  await stage.deliverAll();
  expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
}

export async function reconcile(stage: BillingStage): Promise<void> {
  const ada = await stage.person();
  await stage.buy(ada, 'pack_5000');
  const bob = await stage.person();
  await stage.buy(bob, 'monthly_5000');
  await stage.events();
  expect(await stage.reconcile()).toMatchObject({ failed: 0 });
  await stage.work();
  expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
  expect(await stage.balance(bob)).toMatchObject({ available: 5000 });
}

/** A subscription with a scheduled change is set to end, and goes on after a dispute. */
export async function stopRenewal(stage: BillingStage): Promise<void> {
  const ada = await stage.person();
  const session = await stage.buy(ada, 'monthly_25000');
  await stage.deliverAll();
  await confirm(stage, await stage.click(ada, 'monthly_5000'));
  const charge = await chargeOf(stage, await paymentOf(stage, idOf(session.invoice)));
  const renewal = async () =>
    (await stage.sdk().subscriptions.retrieve(idOf(session.subscription))).cancel_at_period_end;
  for (const [body, stopped] of [
    [{ reason: 'general' }, true],
    [{ close: 'won' }, false],
  ] as const) {
    await stage.stripe().program(`/stripe/charges/${charge}/dispute`, body);
    await stage.deliverAll();
    expect(await renewal()).toBe(stopped);
  }
}

export async function compare(stage: BillingStage): Promise<void> {
  const ada = await stage.person();
  await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  expect(await Array.fromAsync(compareBilling(stage.context()))).toBeInstanceOf(Array);
}

/** An account is closed; also one whose customer at Stripe was never noted. */
export async function close(stage: BillingStage): Promise<void> {
  const ada = await stage.person();
  await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  const { id: userId, email, stripeCustomerId } = await stage.user(ada);
  await closeBilling(stage.context(), { userId, email, stripeCustomerId });
  const bob = await stage.person();
  await stage.click(bob, 'pack_1000');
  const found = await stage.user(bob);
  await closeBilling(stage.context(), { userId: found.id, email: found.email });
  for (const customer of [stripeCustomerId, found.stripeCustomerId])
    expect(await stage.sdk().customers.retrieve(customer ?? '')).toHaveProperty('deleted', true);
}
