import fc from 'fast-check';
import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import type { Person } from '../../../tests/support/people.ts';
import { idOf } from '../../../lab/fake-stripe/tests/catalog.ts';

const stage = createBillingHarness({ settings: { OPERATOR_EMAIL: 'operator@tamis.test' } });
const SEED = 20241010;

/** @returns the charge id of a pack of 1,000 credits for €5.00 */
async function buyPack(ada: Person): Promise<string> {
  return stage.chargeOf((await stage.buy(ada, 'pack_1000')).payment_intent);
}

const refund = async (charge: string, amount?: number) => {
  const { body } = await stage
    .stripe()
    .runControl(`/stripe/charges/${charge}/refund`, amount === undefined ? {} : { amount });
  return body as Stripe.Refund;
};
const dispute = (charge: string, close?: 'won' | 'lost') =>
  stage.program(`charges/${charge}/dispute`, close ? { close } : {});

const disputePart = (charge: string, amount: number) =>
  stage.program(`charges/${charge}/dispute`, { amount, reason: 'product_unacceptable' });

const onlyPurchase = async ({ user }: Person) => {
  const place = { skip: 0, limit: 1, oldestFirst: true };
  const [first] = await stage.context().purchases.listPage(user.id, place);
  if (!first) throw new Error('there is no purchase');
  return first;
};

describe('a refund', () => {
  it('takes back the same share of the credits, rounded down, over several refunds', async () => {
    const ada = await stage.person();
    const charge = await buyPack(ada);
    await stage.deliverAll();
    await refund(charge, 1);
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 998 });
    await refund(charge, 166);
    await stage.deliverAll();
    // ⌊1000 × 167 / 500⌋ = 334
    expect(await stage.balance(ada)).toMatchObject({ available: 666 });
    expect(await stage.user(ada)).toMatchObject({ paid: true });
    await refund(charge);
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 0, debt: 0 });
    expect(await onlyPurchase(ada)).toMatchObject({ refunded: 500, revoked: 1000 });
  });

  it('of the last remaining purchase ends API access, but not that of an earlier one', async () => {
    const ada = await stage.person();
    const first = await buyPack(ada);
    await stage.deliverAll();
    const second = await buyPack(ada);
    await stage.deliverAll();
    await refund(first);
    await stage.deliverAll();
    expect(await stage.user(ada)).toMatchObject({ paid: true });
    await refund(second);
    await stage.deliverAll();
    const { paid, apiKeyHash } = await stage.user(ada);
    expect({ paid, apiKeyHash }).toEqual({ paid: false, apiKeyHash: undefined });
  });

  it('of used credits leaves a debt, which the next purchase repays first', async () => {
    const ada = await stage.person();
    const charge = await buyPack(ada);
    await stage.deliverAll();
    const { ledger } = stage.context();
    await ledger.transact(ada.user.id, [
      { id: 'debit:x', kind: 'debit', from: 'available', to: 'consumed', amount: 700, why: 'used' },
    ]);
    await refund(charge);
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 0, consumed: 700, debt: 700 });
    await buyPack(ada);
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 300, debt: 0 });
  });

  it('that fails returns the credits, and can be made again', async () => {
    const ada = await stage.person();
    const charge = await buyPack(ada);
    await stage.deliverAll();
    for (let time = 0; time < 2; time += 1) {
      const { id } = await refund(charge, 250);
      await stage.deliverAll();
      expect(await stage.balance(ada)).toMatchObject({ available: 500 });
      await stage.program(`refunds/${id}/fail`);
      await stage.deliverAll();
      expect(await stage.balance(ada)).toMatchObject({ available: 1000 });
    }
    await refund(charge, 250);
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 500 });
  });

  it('that arrives before any other event of a subscription records the grant too', async () => {
    const ada = await stage.person();
    const session = await stage.buy(ada, 'monthly_5000');
    const invoice = await stage
      .sdk()
      .invoices.retrieve(String(session.invoice), { expand: ['payments'] });
    const payment = idOf(invoice.payments?.data[0]?.payment.payment_intent);
    await refund(await stage.chargeOf(payment), 300);
    const events = await stage.events();
    await stage.deliver(events.filter(({ type }) => type === 'charge.refunded'));
    expect(await stage.balance(ada)).toMatchObject({ available: 4000 });
    await stage.deliver(events);
    expect(await stage.balance(ada)).toMatchObject({ available: 4000 });
  });
});

describe('a dispute', () => {
  it('holds the credits and suspends API access while it is open, and restores both when won', async () => {
    const ada = await stage.person();
    const charge = await buyPack(ada);
    await stage.deliverAll();
    await dispute(charge);
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 0, held: 1000 });
    expect(await stage.user(ada)).toMatchObject({ paid: false });
    await dispute(charge, 'won');
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 1000, held: 0 });
    expect(await stage.user(ada)).toMatchObject({ paid: true });
  });

  it('that is lost seizes the credits, and leaves a debt for used ones', async () => {
    const ada = await stage.person();
    const charge = await buyPack(ada);
    await stage.deliverAll();
    await stage.context().ledger.transact(ada.user.id, [
      {
        id: 'debit:y',
        kind: 'debit',
        from: 'available',
        to: 'consumed',
        amount: 400,
        why: 'used',
      },
    ]);
    await dispute(charge);
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 0, held: 1000, debt: 400 });
    await dispute(charge, 'lost');
    const events = await stage.events();
    await stage.deliver([...events, ...events.toReversed()]);
    expect(await stage.balance(ada)).toMatchObject({ available: 0, held: 0, debt: 400 });
    expect(await stage.user(ada)).toMatchObject({ paid: false });
    expect(await onlyPurchase(ada)).toMatchObject({ revoked: 1000 });
  });

  it.each([
    ['won', { available: 1000, held: 0, debt: 0 }],
    ['lost', { available: 666, held: 0, debt: 0 }],
  ] as const)(
    'over part of the payment holds a proportional part of the credits; %s',
    async (end, left) => {
      const ada = await stage.person();
      const charge = await buyPack(ada);
      await stage.deliverAll();
      await disputePart(charge, 167);
      await stage.deliverAll();
      // ⌊1000 × 167 / 500⌋ = 334
      expect(await stage.balance(ada)).toMatchObject({ available: 666, held: 334, debt: 0 });
      await dispute(charge, end);
      await stage.deliverAll();
      expect(await stage.balance(ada)).toMatchObject(left);
      expect(await stage.user(ada)).toMatchObject({ paid: true });
    },
  );

  it('in addition to another over the same payment holds its own part, and both together hold all', async () => {
    const ada = await stage.person();
    const charge = await buyPack(ada);
    await stage.deliverAll();
    await disputePart(charge, 167);
    await stage.deliverAll();
    await disputePart(charge, 333);
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 0, held: 1000, debt: 0 });
    await dispute(charge, 'lost');
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 0, held: 666, debt: 0 });
    expect(await stage.user(ada)).toMatchObject({ paid: false });
    await dispute(charge, 'won');
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 666, held: 0, debt: 0 });
  });

  it('that is only an inquiry holds nothing, and the payment can be refunded', async () => {
    const ada = await stage.person();
    const charge = await buyPack(ada);
    await stage.deliverAll();
    await stage.program(`charges/${charge}/dispute`, { inquiry: true });
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 1000, held: 0 });
    await refund(charge, 250);
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 500, held: 0, debt: 0 });
    await dispute(charge, 'won');
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 500, held: 0, debt: 0 });
  });

  it('over a part, with partial refunds and events in any order, leaves the same credits', async () => {
    const run = async (
      [first, second, back]: readonly [number, number, number],
      end: 'won' | 'lost',
      shuffle: number,
    ): Promise<void> => {
      const ada = await stage.person();
      const charge = await buyPack(ada);
      await refund(charge, back);
      await disputePart(charge, first);
      await dispute(charge, end);
      await disputePart(charge, second);
      await dispute(charge, 'lost');
      await stage.deliver(stage.shuffled(stage.copies(await stage.events(), 3), shuffle));
      const returnedCents = back + second + (end === 'lost' ? first : 0);
      const available = 1000 - Math.floor((1000 * returnedCents) / 500);
      expect(await stage.balance(ada)).toMatchObject({ available, held: 0, debt: 0 });
    };
    const part = fc.integer({ min: 1, max: 160 });
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(part, part, part),
        fc.constantFrom('won', 'lost'),
        fc.nat(1000),
        run,
      ),
      { seed: SEED, numRuns: 4 },
    );
  });
});

it('emails the operator once, with all details, about a dispute and about a refund made outside the product', async () => {
  const ada = await stage.person();
  const charge = await buyPack(ada);
  await stage.deliverAll();
  await refund(charge, 100);
  await disputePart(charge, 200);
  const events = await stage.events();
  await stage.deliver([...events, ...stage.copies(events, 2)]);
  const mails = new Map(
    stage
      .context()
      .mails.flatMap(({ id, to, content }) =>
        content.template === 'money_taken_back' ? [[id, { to, ...content.params }]] : [],
      ),
  );
  const page = expect.stringMatching(/^https:\/\/dashboard\.stripe\.com\/test\/payments\/pi_\w+$/);
  const all = { to: 'operator@tamis.test', customer: ada.user.email, page };
  expect([...mails.values()]).toEqual([
    { ...all, what: 'refund', cents: 100, reason: expect.stringContaining('100 cents') },
    {
      ...all,
      what: 'dispute',
      cents: 200,
      reason: 'product_unacceptable',
      dueAt: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ]);
});

it('emails the operator about an inquiry, and again when it becomes a dispute', async () => {
  const ada = await stage.person();
  const charge = await buyPack(ada);
  const path = `charges/${charge}/dispute`;
  const sentMails = () =>
    stage
      .context()
      .mails.flatMap(({ content }) =>
        content.template === 'money_taken_back' ? [content.params.what] : [],
      );
  await stage.program(path, { inquiry: true });
  await stage.deliverAll();
  expect(new Set(sentMails())).toEqual(new Set(['inquiry']));
  await stage.program(path, { close: 'escalated' });
  await stage.deliverAll();
  expect(new Set(sentMails())).toEqual(new Set(['inquiry', 'dispute']));
  expect(await stage.balance(ada)).toMatchObject({ available: 0, held: 1000 });
  await dispute(charge, 'lost');
  await stage.deliverAll();
  expect(await stage.balance(ada)).toMatchObject({ available: 0, held: 0, debt: 0 });
});

it('records a late fraud warning without an alarm or email', async () => {
  const ada = await stage.person();
  const charge = await buyPack(ada);
  await stage.program(`charges/${charge}/warn`, { type: 'of_next_year' });
  await dispute(charge);
  await stage.deliver((await stage.events()).toReversed());
  expect(Object.values((await onlyPurchase(ada)).fraudWarnings ?? {})).toEqual(['misc']);
  expect(stage.logged('payment_reported')).toEqual([]);
  const mailIds = stage.context().mails.map(({ id }) => id);
  expect(mailIds.filter((id) => id.startsWith('operator:fraud'))).toEqual([]);
});

it('leaves a disputed payment of a closed account to the bank, and refunds it once the dispute is won', async () => {
  const ada = await stage.person();
  const charge = await buyPack(ada);
  await stage.remove(ada);
  await dispute(charge);
  await stage.deliverAll();
  const refunded = async () => (await stage.sdk().charges.retrieve(charge)).refunded;
  expect(await refunded()).toBe(false);
  await dispute(charge, 'won');
  await stage.deliverAll();
  expect(await refunded()).toBe(true);
});
