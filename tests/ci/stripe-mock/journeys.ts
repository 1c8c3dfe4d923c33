import type { Stripe } from 'stripe';
import { expect } from 'vitest';
import { closeBilling } from '../../../functions/billing/customer/close-billing.ts';
import { findBookDifferences, readBooks } from '../../../functions/billing/books/read-books.ts';
import { compareBilling } from '../../../functions/billing/reconciliation/compare-billing.ts';
import { createDebitEntry } from '../../../functions/credits/rules/ledger.ts';
import { sweepLowBalanceAlerts } from '../../../functions/low-credits/sweep-low-balance-alerts.ts';
import { runSweeps } from '../../../functions/platform/schedule/run-sweeps.ts';
import { checkCredits } from '../../../functions/low-credits/check-credits.ts';
import { routes } from '../../support/routes.ts';
import type { BillingHarness } from '../../support/billing-harness.ts';
import { callHandler } from '../../support/call.ts';
import type { Person } from '../../support/people.ts';
import { idOf } from '../../../lab/fake-stripe/tests/catalog.ts';

/** Journeys that together make every call that the product can make to Stripe. */

const MONTH = 'P1M';

const openReceipt = async (stage: BillingHarness, { headers }: Person): Promise<string> => {
  const { data } = await stage.get(routes.billings, { headers });
  const [row] = data.data;
  for (const { url } of row?.credit_notes ?? []) expect(await stage.follow(url)).toContain('http');
  return stage.follow(row?.receipt_url ?? '');
};

const paymentOf = async (stage: BillingHarness, invoice: string): Promise<string> => {
  const { payments } = await stage.sdk().invoices.retrieve(invoice, { expand: ['payments'] });
  return idOf(payments?.data[0]?.payment.payment_intent);
};

/** Refunds half of a payment, as an operator does in Stripe's dashboard. */
async function refundHalf(
  stage: BillingHarness,
  { amount_total }: Stripe.Checkout.Session,
  charge: string,
): Promise<void> {
  await stage.program(`charges/${charge}/refund`, { amount: Number(amount_total) / 2 });
}

const subscriptionOf = async (stage: BillingHarness, who: Person): Promise<string> => {
  const { stripeCustomerId: customer = '' } = await stage.user(who);
  return idOf((await stage.sdk().subscriptions.list({ customer })).data[0]);
};

const manage = async (stage: BillingHarness, { headers }: Person, query = {}): Promise<string> =>
  (await stage.get(routes.subscription, { headers, query })).data;

/**
 * Runs the setup on a new Stripe account without and with access to the secret, and runs it again
 * after somebody has changed the account.
 */
export async function setUpAccountRepeatedly(stage: BillingHarness): Promise<void> {
  // Nothing listens on this port.
  const origin = 'http://127.0.0.1:1';
  await expect(stage.setUp(origin, false)).rejects.toThrow('denied');
  expect((await stage.setUp(origin)).at(-1)).toContain('registered');
  const [product] = (await stage.sdk().products.list()).data;
  await stage.sdk().products.update(idOf(product), { active: false });
  expect((await stage.setUp(origin)).at(-1)).toContain('is known and enabled');
}

export async function buyPack(stage: BillingHarness): Promise<void> {
  const ada = await stage.person();
  const url = await stage.click(ada, 'pack_1000');
  // A second click retrieves the existing checkout session.
  expect(await stage.click(ada, 'pack_1000')).toBe(url);
  const session = await stage.pay(url);
  await stage.deliverAll();
  expect(await stage.balance(ada)).toMatchObject({ available: 1000 });
  expect(await openReceipt(stage, ada)).toContain('http');
  const { stripe } = stage.context();
  const { stripeCustomerId } = await stage.user(ada);
  expect(await stripe.findCustomerIdOf(session.id)).toBe(stripeCustomerId);
  expect(await stripe.findCustomerIdOf('TAMIS-9999')).toBeUndefined();

  const charge = await stage.chargeOf(idOf(session.payment_intent));
  await refundHalf(stage, session, charge);
  await stage.deliverAll();
  expect(await stage.balance(ada)).toMatchObject({ available: 500 });
  expect(await openReceipt(stage, ada)).toContain('http');
  await stage.program(`charges/${charge}/warn`);
  await stage.program(`charges/${charge}/dispute`);
  await stage.deliverAll();
  expect(await stage.balance(ada)).toMatchObject({ available: 0, held: 500 });
}

/**
 * Buys a pack with a 100% promotion code, so that there is no payment, and a yearly plan with a 30%
 * promotion code.
 */
export async function buyWithPromotionCode(stage: BillingHarness): Promise<void> {
  const ada = await stage.person();
  await stage.pay(await stage.click(ada, 'pack_1000'), 'ok', 100);
  await stage.pay(await stage.click(ada, 'yearly_60000'), 'ok', 30);
  await stage.deliverAll();
  expect(await stage.balance(ada)).toMatchObject({ available: 61_000 });
}

/** Delivers the event of a refund or dispute before the event of its payment. */
export async function receiveRefundEventFirst(stage: BillingHarness): Promise<void> {
  const ada = await stage.person();
  const pack = await stage.buy(ada, 'pack_1000');
  await refundHalf(stage, pack, await stage.chargeOf(idOf(pack.payment_intent)));
  await stage.deliver((await stage.events()).toReversed());
  expect(await stage.balance(ada)).toMatchObject({ available: 500 });

  const bob = await stage.person();
  const monthly = await stage.buy(bob, 'monthly_5000');
  const payment = await paymentOf(stage, idOf(monthly.invoice));
  await stage.program(`charges/${await stage.chargeOf(payment)}/dispute`);
  await stage.deliver((await stage.events()).toReversed());
  expect(await stage.balance(bob)).toMatchObject({ available: 0, held: 5000 });
}

export async function subscribe(stage: BillingHarness): Promise<void> {
  const ada = await stage.person();
  await stage.click(ada, 'monthly_25000');
  // This closes the checkout session for the first plan.
  await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  expect(await openReceipt(stage, ada)).toContain('http');
  await stage.advance(MONTH);
  expect(await stage.balance(ada)).toMatchObject({ available: 10_000 });

  await stage.confirm(await stage.click(ada, 'monthly_25000'));
  expect(await stage.balance(ada)).toMatchObject({ available: 35_000 });
  await stage.confirm(await stage.click(ada, 'monthly_5000'));
  // The portal's first page can cancel the scheduled change.
  const fields = { action: 'unschedule', subscription: await subscriptionOf(stage, ada) };
  await fetch(await manage(stage, ada), { method: 'POST', body: new URLSearchParams(fields) });
  await stage.deliverAll();
  await stage.confirm(await manage(stage, ada, { flow: 'cancel' }));
  await stage.advance(MONTH);
  expect((await stage.user(ada)).planId).toBeUndefined();
}

/** Starts a second subscription, which the product cancels and refunds. */
export async function subscribeTwice(stage: BillingHarness): Promise<void> {
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
  await stage.program('clock', { advance: 'PT1M' });
  await stage.pay(second.id);
  await stage.deliverAll();
  expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
}

export async function reconcileLostEvents(stage: BillingHarness): Promise<void> {
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

/** Disputes a payment for a subscription, which the product then cancels at the period's end. */
export async function disputeSubscription(stage: BillingHarness): Promise<void> {
  const ada = await stage.person();
  const session = await stage.buy(ada, 'monthly_25000');
  await stage.deliverAll();
  await stage.confirm(await stage.click(ada, 'monthly_5000'));
  const charge = await stage.chargeOf(await paymentOf(stage, idOf(session.invoice)));
  await stage.program(`charges/${charge}/dispute`, { reason: 'general' });
  await stage.deliverAll();
  const id = idOf(session.subscription);
  expect(await stage.sdk().subscriptions.retrieve(id)).toMatchObject({
    cancel_at_period_end: true,
  });
  await stage.sdk().subscriptions.update(id, { cancel_at_period_end: false });
  await stage.deliverAll();
  expect((await stage.sdk().subscriptions.retrieve(id)).metadata).not.toHaveProperty(
    'renewal_stopped_for',
  );
}

/** Deactivates customers with an open or draft invoice, which must then no longer be charged. */
export async function deactivateCustomers(stage: BillingHarness): Promise<void> {
  for (const [card, faults, status] of [
    ['declined', {}, 'void'],
    ['ok', { invoices: { draft: true } }, 'draft'],
  ] as const) {
    const ada = await stage.person();
    const { customer } = await stage.buy(ada, 'monthly_5000');
    await stage.deliverAll();
    await stage.program('faults', faults);
    await stage.program(`customers/${idOf(customer)}/card`, { card });
    await stage.program('clock', { advance: MONTH });
    await stage.setStatus(ada, 2);
    await stage.deliverAll();
    const { data } = await stage.sdk().invoices.list({ customer: idOf(customer) });
    expect(data[0]).toMatchObject({ status, auto_advance: false });
  }
  await stage.program('faults');
}

export async function compareWithStripe(stage: BillingHarness): Promise<void> {
  const ada = await stage.person();
  await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  expect(await Array.fromAsync(compareBilling(stage.context()))).toBeInstanceOf(Array);
  const until = Date.now() + 3_600_000;
  expect(findBookDifferences(await readBooks(stage.context(), 0, until))).toEqual([]);
}

/** Closes accounts, including an account whose Stripe customer was never recorded. */
export async function closeAccounts(stage: BillingHarness): Promise<void> {
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

/** Saves details before the first payment, changes them, and tries some that Stripe rejects. */
export async function editBillingDetails(stage: BillingHarness): Promise<void> {
  const ada = await stage.person();
  const { headers } = ada;
  const save = (changes: object) => {
    const body = {
      company: 'Exemple SAS',
      line1: '1 rue de l’Exemple',
      postal_code: '75001',
      city: 'Paris',
      country: 'FR',
      vat_number: 'FR40303265045',
      siren: '303265045',
      ...changes,
    };
    return callHandler(stage.context(), routes.saveBillingDetails, { headers, body });
  };
  expect((await save({})).status).toBe(200);
  await stage.click(ada, 'pack_1000');
  expect((await save({ vat_number: '' })).status).toBe(200);
  expect((await save({ vat_number: '1' })).status).toBe(422);
  const { data } = await stage.get(routes.billingDetails, { headers });
  expect(data).toMatchObject({ company: 'Exemple SAS', vat_number: '', siren: '303265045' });
  await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  expect((await save({})).status).toBe(200);
  const { stripeCustomerId: customer = '' } = await stage.user(ada);
  const owner = { type: 'customer', customer } as const;
  const [number] = (await stage.sdk().taxIds.list({ owner })).data;
  await stage.program(`tax_ids/${idOf(number)}/verify`, { status: 'unverified' });
  await stage.deliverAll();
}

/** Buys packs with a saved card when the balance is low: one payment succeeds, two are declined. */
export async function topUpAutomatically(stage: BillingHarness): Promise<void> {
  const ada = await stage.person();
  const { customer } = await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  const body = {
    warn_below: null,
    top_up: { plan_id: 'pack_5000', below: 1000, times_a_month: 3 },
  };
  const { headers } = ada;
  const { data } = await stage.get(routes.saveLowCredits, { headers, body });
  await stage.confirm(data.top_up?.card_url ?? '');
  const { clock, ledger } = stage.context();
  for (const [card, used, available, statuses] of [
    ['ok', 100, 5900, ['paid']],
    ['declined', 5100, 800, ['open', 'paid']],
    ['authenticate', 100, 700, ['open', 'void', 'paid']],
  ] as const) {
    await stage.program(`customers/${idOf(customer)}/card`, { card });
    await ledger.transact(ada.user.id, [createDebitEntry(card, used)]);
    await checkCredits(stage.context(), await stage.user(ada));
    await runSweeps(stage.context(), [sweepLowBalanceAlerts]);
    await stage.work();
    await stage.deliverAll();
    expect((await stage.balance(ada)).available).toBe(available);
    const invoices = await stage.sdk().invoices.list({ customer: idOf(customer) });
    const topUps = invoices.data.filter(({ metadata }) => metadata?.['top_up'] !== undefined);
    expect(topUps.map(({ status }) => status)).toEqual(statuses);
    // After a declined payment, the card is not charged again for a day.
    clock.advance(24 * 3_600_000);
  }
}

/** Subscribes, schedules another plan, and checks that the next payment has this plan's amount. */
export async function showNextPayment(stage: BillingHarness): Promise<void> {
  const ada = await stage.person();
  const { headers } = ada;
  const nextNet = async () => (await stage.get(routes.renewal, { headers })).data.next?.net_cents;
  await stage.buy(ada, 'monthly_25000');
  await stage.deliverAll();
  expect(await nextNet()).toBe(5000);
  await stage.confirm(await stage.click(ada, 'monthly_5000'));
  expect(await nextNet()).toBe(1500);
}
