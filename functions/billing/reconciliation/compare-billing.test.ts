import { expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import { runAs } from '../../../tests/support/invoke.ts';
import { StripeRefusedError } from '../rules/stripe-failure.ts';
import { compareBilling as handler } from '../workers.ts';
import {
  compareBilling,
  fixBillingDifference,
  reportBillingDifferences,
} from './compare-billing.ts';

const stage = createBillingHarness();

/** Compares two hours later, when no event is in transit anymore. */
async function runComparison() {
  const { clock } = stage.context();
  clock.advance(2 * 3_600_000);
  const found = await runAs(handler, () => Array.fromAsync(compareBilling(stage.context())));
  clock.advance(-2 * 3_600_000);
  return found;
}
const differencesOf = async (charge: string) =>
  (await runComparison()).filter(({ object }) => object === charge);
const kinds = async () => (await runComparison()).map(({ kind }) => kind).toSorted();
async function fixAll(): Promise<boolean[]> {
  const found = await runComparison();
  const results = await Promise.all(
    found.map((each) => fixBillingDifference(stage.context(), each)),
  );
  await stage.work();
  return results;
}
async function buy(planId = 'pack_1000') {
  const ada = await stage.person();
  const session = await stage.buy(ada, planId);
  const { data } = await stage.sdk().charges.list({ limit: 1 });
  return { ada, session, charge: data[0]?.id ?? '' };
}

it('finds no difference if all events were applied, and ignores events in transit', async () => {
  const { charge } = await buy();
  await stage.deliverAll();
  await stage.program(`charges/${charge}/refund`, { amount: 100 });
  await stage.program(`charges/${charge}/dispute`, { amount: 100 });
  await stage.deliverAll();
  await stage.program(`charges/${charge}/dispute`, { close: 'won' });
  await buy('monthly_5000');
  await stage.deliverAll();
  expect(await runComparison()).toEqual([]);
  await buy();
  expect(await Array.fromAsync(compareBilling(stage.context()))).toEqual([]);
  await stage.deliverAll();
});

it('reports payments, refunds, disputes and plans whose events were lost, each with an alarm, and fixes them', async () => {
  const missing = await buy();
  const first = await buy();
  const second = await buy();
  const months = await buy('monthly_5000');
  const [, invoicePaid, completed, ...delivered] = await stage.events();
  const lostTypes = ['invoice.paid', 'checkout.session.completed'];
  expect([invoicePaid?.type, completed?.type]).toEqual(lostTypes);
  await stage.deliver(delivered);
  await stage.program(`charges/${first.charge}/refund`, { amount: 250 });
  await stage.program(`charges/${second.charge}/dispute`, { amount: 250 });
  await stage.program(`subscriptions/${String(months.session.subscription)}/cancel`);
  // Discard these events, as if Stripe had never created them.
  await stage.events();

  const found = await runComparison();
  expect(found.map(({ kind, object, message }) => [kind, object, message])).toEqual([
    [
      'dispute_differs',
      expect.stringMatching(/^du_/),
      'the dispute is held at Stripe, unknown here',
    ],
    ['refund_differs', first.charge, '250 cents refunded at Stripe, 0 here'],
    ['grant_missing', missing.charge, 'Stripe has 500 of 500 cents; nothing was granted'],
    [
      'plan_differs',
      months.session.subscription,
      'no plan and 0 subscriptions at Stripe, monthly_5000 here',
    ],
  ]);
  expect(await stage.balance(missing.ada)).toMatchObject({ available: 0 });
  stage.context().clock.advance(2 * 3_600_000);
  expect(await runAs(handler, () => reportBillingDifferences(stage.context()))).toEqual({
    differences: 4,
  });
  stage.context().clock.advance(-2 * 3_600_000);
  expect(stage.logged('billing_differs')).toHaveLength(4);

  expect(await fixAll()).toEqual([true, true, true, true]);
  expect(await runComparison()).toEqual([]);
  expect(await stage.balance(missing.ada)).toMatchObject({ available: 1000 });
  expect(await stage.balance(first.ada)).toMatchObject({ available: 500 });
  expect(await stage.balance(second.ada)).toMatchObject({ available: 500, held: 500 });
  expect((await stage.user(months.ada)).planId).toBeUndefined();
});

it('reports what needs a person: a wrong number of credits, a subscriber without an account', async () => {
  const { ada, charge } = await buy();
  await stage.deliverAll();
  const { purchases } = stage.context();
  const [purchase] = await Array.fromAsync(purchases.list(ada.user.id));
  if (!purchase) throw new Error('there is no purchase');
  await purchases.update(purchase, { revoked: 3 });
  const found = await runComparison();
  expect(found).toEqual([
    {
      kind: 'grant_differs',
      object: charge,
      message: '1000 of 1000 credits granted, 3 of 0 taken back',
    },
  ]);
  expect(await fixAll()).toEqual([false]);
  await purchases.update({ ...purchase, revision: 1 }, { revoked: 0 });

  const months = await buy('monthly_5000');
  await stage.deliverAll();
  await stage.remove(months.ada);
  expect(await kinds()).toEqual(['subscription_without_account']);
});

it('waits for the end of a partial dispute over the payment of a closed account, then reports the rest', async () => {
  const { ada, charge } = await buy();
  await stage.program(`charges/${charge}/dispute`, { amount: 140 });
  await stage.remove(ada);
  await stage.deliverAll();
  expect(await differencesOf(charge)).toEqual([]);
  await stage.program(`charges/${charge}/dispute`, { close: 'lost' });
  await stage.deliverAll();
  const message = 'Stripe has 360 of 500 cents; nothing was granted';
  const difference = { kind: 'refund_refused', object: charge, message } as const;
  expect(await differencesOf(charge)).toEqual([difference]);
  expect(await fixBillingDifference(stage.context(), difference)).toBe(false);

  const won = await buy();
  await stage.program(`charges/${won.charge}/dispute`, { amount: 140 });
  await stage.remove(won.ada);
  await stage.deliverAll();
  await stage.program(`charges/${won.charge}/dispute`, { close: 'won' });
  await stage.deliverAll();
  expect(await differencesOf(won.charge)).toEqual([]);
  const { refunded } = await stage.sdk().charges.retrieve(won.charge);
  expect(refunded).toBe(true);
});

it('reports a refund without a credit note, which the worker then issues', async () => {
  const { ada, charge } = await buy();
  await stage.deliverAll();
  await stage.program(`charges/${charge}/refund`, { amount: 250 });
  const { stripe } = stage.context();
  const { createCreditNote } = stripe;
  const refused = async () => Promise.reject(new StripeRefusedError('invalid', {}));
  Object.assign(stripe, { createCreditNote: refused });
  await stage.deliverAll();
  Object.assign(stripe, { createCreditNote });
  const [difference, ...more] = await differencesOf(charge);
  expect(difference).toMatchObject({ kind: 'credit_note_missing', object: charge });
  expect(more).toEqual([]);
  await fixAll();
  expect(await differencesOf(charge)).toEqual([]);
  expect(stage.mailIds()).toHaveLength(2);
  expect(await stage.balance(ada)).toMatchObject({ available: 500 });
});
