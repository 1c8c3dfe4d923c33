import { expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import { routes } from '../../../tests/support/routes.ts';
import { idOf } from '../../../lab/fake-stripe/tests/catalog.ts';
import { compareBilling } from '../reconciliation/compare-billing.ts';

const stage = createBillingHarness({ settings: { TAX: 'stripe' } });

const differences = () => {
  stage.context().clock.advance(2 * 3_600_000);
  return Array.fromAsync(compareBilling(stage.context()));
};
const purchaseOf = async (id: string) => {
  const purchases = await Array.fromAsync(stage.context().purchases.list(id));
  return purchases[0];
};

it('halves the price of a pack; a refund takes back credits in proportion to the amount paid', async () => {
  const ada = await stage.person();
  const session = await stage.pay(await stage.click(ada, 'pack_1000'), 'ok', 50);
  await stage.deliverAll();
  expect((await stage.balance(ada)).available).toBe(1000);
  expect(await purchaseOf(ada.user.id)).toMatchObject({
    credits: 1000,
    cents: 300,
    invoice: { netCents: 250, vatCents: 50 },
  });
  const charge = await stage.chargeOf(session.payment_intent);
  await stage.program(`charges/${charge}/refund`, { amount: 150 });
  await stage.deliverAll();
  expect((await stage.balance(ada)).available).toBe(500);
  expect(await differences()).toEqual([]);
});

it('grants a pack that costs nothing, from which nothing can be taken back', async () => {
  const ada = await stage.person();
  const session = await stage.pay(await stage.click(ada, 'pack_1000'), 'ok', 100);
  expect(session).toMatchObject({ payment_status: 'no_payment_required', payment_intent: null });
  await stage.deliverAll();
  expect(await stage.grants(ada)).toEqual([`grant:cs:${session.id}`]);
  expect(await purchaseOf(ada.user.id)).toMatchObject({ cents: 0, refunded: 0, revoked: 0 });
  expect(await stage.user(ada)).toMatchObject({ paid: true });
  expect(await differences()).toEqual([]);
  const [row] = (await stage.get(routes.billings, { headers: ada.headers })).data.data;
  const { hosted_invoice_url } = await stage.sdk().invoices.retrieve(idOf(session.invoice));
  expect(await stage.follow(row?.receipt_url ?? '')).toBe(hosted_invoice_url);
});

it.each([
  [30, 1260],
  [100, 0],
])(
  'takes %d %% off each month of a subscription, which still grants all its credits',
  async (off, cents) => {
    const ada = await stage.person();
    await stage.pay(await stage.click(ada, 'monthly_5000'), 'ok', off);
    await stage.deliverAll();
    expect((await stage.balance(ada)).available).toBe(5000);
    await stage.advance('P1M1D');
    expect((await stage.balance(ada)).available).toBe(10_000);
    expect(await purchaseOf(ada.user.id)).toMatchObject({ credits: 5000, cents });
    expect(await stage.user(ada)).toMatchObject({ planId: 'monthly_5000' });
    expect(await differences()).toEqual([]);
  },
);
