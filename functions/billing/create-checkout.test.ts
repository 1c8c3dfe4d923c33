import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf } from '../../lab/fake-stripe/tests/catalog.ts';
import { createBillingHarness } from '../../tests/support/billing-harness.ts';
import { callHandler } from '../../tests/support/call.ts';
import { createPerson, type Person } from '../../tests/support/people.ts';
import { routes } from '../../tests/support/routes.ts';
import { compareBilling } from './reconciliation/compare-billing.ts';

const stage = createBillingHarness({ settings: { TAX: 'stripe' } });
const ORIGIN = 'https://app.tamis.example';
const LIST = '01K9TJ6ZC9N8T1Y6W2Q4B5D7FH';
const SEED = 20261126;

type Items = readonly (readonly [planId: string, quantity: number])[];
const BASKET: Items = [
  ['pack_100000', 3],
  ['pack_50000', 1],
];

const partsOf = ({ headers }: Person, items: Items, list_id?: string) => ({
  headers,
  body: { items: items.map(([plan_id, quantity]) => ({ plan_id, quantity })), list_id },
});
const open = async (who: Person, items: Items, listId?: string): Promise<string> =>
  (await stage.get(routes.createCheckout, partsOf(who, items, listId))).data;
const refusalOf = async (who: Person, items: Items, listId?: string) =>
  (await callHandler(stage.context(), routes.createCheckout, partsOf(who, items, listId))).body
    .code;
const sessionsOf = async (who: Person) => {
  const { stripeCustomerId: customer = '' } = await stage.user(who);
  return (await stage.sdk().checkout.sessions.list({ customer, expand: ['data.line_items'] })).data;
};
const billingRow = async ({ headers }: Person) =>
  (await stage.get(routes.billings, { headers })).data.data[0];
const differences = () => {
  stage.context().clock.advance(2 * 3_600_000);
  return Array.fromAsync(compareBilling(stage.context()));
};

describe('a basket', () => {
  it('is one payment page, one invoice, one grant and one row', async () => {
    const ada = await stage.person();
    const url = await open(ada, BASKET);
    const [session] = await sessionsOf(ada);
    expect(session).toMatchObject({
      url,
      mode: 'payment',
      amount_subtotal: 54_000,
      cancel_url: `${ORIGIN}/pricing-plan`,
      success_url: expect.stringMatching(/\/invoices\?purchase=ok&since=\d{10}$/),
    });
    expect(
      session?.line_items?.data.map(({ price, quantity }) => [price?.lookup_key, quantity]),
    ).toEqual([
      ['pack_50000_v1', 1],
      ['pack_100000_v1', 3],
    ]);
    await stage.pay(url);
    await stage.deliverAll();
    expect(await stage.grants(ada)).toEqual([`grant:cs:${session?.id}`]);
    expect(await stage.balance(ada)).toMatchObject({ available: 350_000 });
    expect(await billingRow(ada)).toMatchObject({
      no_of_credit: 350_000,
      net_cents: 54_000,
      vat_cents: 10_800,
      items: [
        { plan_id: 'pack_50000', quantity: 1 },
        { plan_id: 'pack_100000', quantity: 3 },
      ],
    });
    expect(await differences()).toEqual([]);
  });

  it.each([LIST, undefined])(
    'of the list %s shows support its invoice and its list',
    async (listId) => {
      const [ada, admin] = [
        await stage.person(),
        await createPerson(stage.context(), { admin: true }),
      ];
      const { payment_intent } = await stage.pay(await open(ada, BASKET, listId));
      await stage.deliverAll();
      const parts = { headers: admin.headers, params: { id: ada.user.id } };
      expect((await stage.get(routes.getUser, parts)).data.payments).toMatchObject([
        {
          invoice_number: expect.stringMatching(/^TAMIS-\d{4}$/),
          stripe_url: `https://dashboard.stripe.com/test/payments/${idOf(payment_intent)}`,
          list_id: listId ?? null,
        },
      ]);
    },
  );

  it('with a subscription is paid with its first invoice, and renews without the packs', async () => {
    const ada = await stage.person();
    const url = await open(ada, [
      ['pack_5000', 1],
      ['monthly_25000', 1],
    ]);
    const session = await stage.pay(url);
    expect(session).toMatchObject({ mode: 'subscription', amount_total: 8400 });
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 30_000 });
    expect(await stage.user(ada)).toMatchObject({ planId: 'monthly_25000' });
    await stage.advance('P1M1D');
    expect(await stage.balance(ada)).toMatchObject({ available: 55_000 });
    expect(await open(ada, [['monthly_5000', 1]])).toContain('/stripe/portal/');
    const mixed: Items = [
      ['monthly_5000', 1],
      ['pack_1000', 1],
    ];
    expect(await refusalOf(ada, mixed)).toBe('wrong_state');
    expect(await differences()).toEqual([]);
  });

  it.each<[string, Items, string | undefined, string]>([
    ['no plan', [], undefined, 'validation'],
    ['no unit of a plan', [['pack_1000', 0]], undefined, 'validation'],
    ['a part of a plan', [['pack_1000', 0.5]], undefined, 'validation'],
    ['too many units', [['pack_1000', 101]], undefined, 'validation'],
    ['a plan that is not on sale', [['pack_7', 1]], undefined, 'not_found'],
    ['the id of a version', [['pack_1000_v1', 1]], undefined, 'not_found'],
    ['two units of a subscription', [['monthly_5000', 2]], undefined, 'wrong_state'],
    [
      'two subscriptions',
      [
        ['monthly_5000', 1],
        ['yearly_60000', 1],
      ],
      undefined,
      'wrong_state',
    ],
    ['a list id that leaves its path', [['pack_1000', 1]], '../invoices', 'validation'],
  ])('is refused with %s', async (_, items, listId, code) => {
    const ada = await stage.person();
    expect(await refusalOf(ada, items, listId)).toBe(code);
    expect((await stage.user(ada)).stripeCustomerId).toBeUndefined();
  });
});

describe('the payment for a list', () => {
  it('returns to its page; two clicks, two tabs or the way back open one session', async () => {
    const ada = await stage.person();
    const [first, second] = await Promise.all([open(ada, BASKET, LIST), open(ada, BASKET, LIST)]);
    expect(second).toBe(first);
    expect(await open(ada, BASKET.toReversed(), LIST)).toBe(first);
    const sessions = await sessionsOf(ada);
    expect(sessions).toMatchObject([
      {
        cancel_url: `${ORIGIN}/lists/${LIST}`,
        success_url: expect.stringMatching(
          new RegExp(`^${ORIGIN}/lists/${LIST}\\?purchase=ok&since=\\d{10}$`),
        ),
      },
    ]);
    // Another basket for the same list replaces the open session; another list has its own.
    const smaller = await open(ada, [['pack_1000', 1]], LIST);
    expect(smaller).not.toBe(first);
    await open(ada, [['pack_1000', 1]], `${LIST}B`);
    const stillOpen = (await sessionsOf(ada)).filter(({ status }) => status === 'open');
    expect(stillOpen.map(({ url }) => url)).toContain(smaller);
    expect(stillOpen).toHaveLength(2);
  });

  it('cannot be made twice while the event of the first one is missing', async () => {
    const ada = await stage.person();
    const url = await open(ada, [['pack_1000', 1]], LIST);
    await stage.pay(url);
    const waiting = await open(ada, [['pack_1000', 1]], LIST);
    expect(waiting).toMatch(new RegExp(`^${ORIGIN}/lists/${LIST}\\?purchase=ok&since=\\d{10}$`));
    expect(await open(ada, BASKET, LIST)).toBe(waiting);
    expect(await sessionsOf(ada)).toHaveLength(1);
    await stage.deliverAll();
    expect(await open(ada, [['pack_1000', 1]], LIST)).toContain('cs_');
  });

  it('cannot be made twice when it was free', async () => {
    const ada = await stage.person();
    await stage.pay(await open(ada, [['pack_1000', 1]], LIST), 'ok', 100);
    expect(await open(ada, [['pack_1000', 1]], LIST)).toContain('purchase=ok');
    await stage.deliverAll();
    expect(await open(ada, [['pack_1000', 1]], LIST)).toContain('cs_');
  });
});

it('refunds of a basket take back credits in proportion, and credit its lines to the cent', async () => {
  const PACKS = ['pack_1000', 'pack_5000', 'pack_10000', 'pack_50000'] as const;
  const items = fc.uniqueArray(
    fc.tuple(fc.constantFrom(...PACKS), fc.integer({ min: 1, max: 3 })),
    {
      minLength: 1,
      selector: ([planId]) => planId,
    },
  );
  const parts = fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(items, parts, async (basket, refunds) => {
      const ada = await stage.person();
      const session = await stage.pay(await open(ada, basket));
      await stage.deliverAll();
      const { available: credits } = await stage.balance(ada);
      const charge = await stage.chargeOf(session.payment_intent);
      const total = session.amount_total ?? 0;
      let refunded = 0;
      for (const part of refunds) {
        const amount = Math.min(part, total - refunded);
        if (amount === 0) break;
        await stage.program(`charges/${charge}/refund`, { amount });
        await stage.deliverAll();
        refunded += amount;
        const taken = Math.floor((credits * refunded) / total);
        expect(await stage.balance(ada)).toMatchObject({ available: credits - taken, debt: 0 });
      }
      const notes = (await billingRow(ada))?.credit_notes ?? [];
      const credited = notes.reduce((sum, note) => sum + note.total_cents, 0);
      expect(credited).toBeLessThanOrEqual(refunded);
      expect(credited).toBeGreaterThanOrEqual(refunded - refunds.length);
    }),
    { seed: SEED, numRuns: 12 },
  );
  expect(await differences()).toEqual([]);
});
