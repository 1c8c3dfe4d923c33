import { expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import type { Person } from '../../../tests/support/people.ts';
import { compareBilling } from '../reconciliation/compare-billing.ts';

const stage = createBillingHarness();

/**
 * Sends an invoice for our packs, to be paid by bank transfer, as a person does in Stripe's
 * dashboard.
 */
async function invoiceByHand(customer: string, packs: Record<string, number>): Promise<string> {
  const { invoices, invoiceItems, prices } = stage.sdk();
  const { id } = await invoices.create({
    customer,
    collection_method: 'send_invoice',
    days_until_due: 30,
    pending_invoice_items_behavior: 'exclude',
  });
  for (const [version, quantity] of Object.entries(packs)) {
    const { data } = await prices.list({ lookup_keys: [version] });
    const pricing = { price: data[0]?.id ?? '' };
    await invoiceItems.create({ customer, invoice: id, pricing, quantity });
  }
  await invoices.finalizeInvoice(id);
  return id;
}

const customerOf = async (ada: Person): Promise<string> => {
  const { id } = await stage.sdk().customers.create({ metadata: { user_id: ada.user.id } });
  await stage.context().accounts.setCustomer(ada.user.id, id);
  return id;
};
const differences = () => Array.fromAsync(compareBilling(stage.context()));

it('grants the credits once to a company that pays its invoice by transfer, which then counts as paid', async () => {
  const ada = await stage.person();
  const id = await invoiceByHand(await customerOf(ada), { pack_100000_v1: 2, pack_1000_v1: 1 });
  await stage.deliverAll();
  expect((await stage.balance(ada)).available).toBe(0);
  await stage.sdk().invoices.pay(id, { paid_out_of_band: true });
  const paid = await stage.events();
  await stage.deliver(paid);
  await stage.deliver(paid);
  expect((await stage.balance(ada)).available).toBe(201_000);
  const [row, ...others] = await Array.fromAsync(stage.context().purchases.list(ada.user.id));
  expect(others).toEqual([]);
  expect(row).toMatchObject({ credits: 201_000, cents: 305_00, invoice: { id } });
  expect((await stage.user(ada)).paid).toBe(true);
  expect(await differences()).toEqual([]);
});

it('grants a pack bought on the payment page only through its session', async () => {
  const ada = await stage.person();
  await stage.buy(ada, 'pack_1000');
  await stage.deliver((await stage.events()).toReversed());
  await stage.deliverAll();
  expect((await stage.balance(ada)).available).toBe(1000);
  expect(await stage.context().purchases.count(ada.user.id)).toBe(1);
});

const pay = (id: string) => stage.sdk().invoices.pay(id, { paid_out_of_band: true });
const credit = async (id: string, amount: number): Promise<void> => {
  await stage.program(`invoices/${id}/credit`, { amount });
};

it('grants no credits for the amount that a credit note deducted before payment', async () => {
  const ada = await stage.person();
  const id = await invoiceByHand(await customerOf(ada), { pack_1000_v1: 3 });
  await credit(id, 10_01);
  await pay(id);
  await stage.deliverAll();
  expect((await stage.balance(ada)).available).toBe(998);
  const [row] = await Array.fromAsync(stage.context().purchases.list(ada.user.id));
  expect(row).toMatchObject({ cents: 4_99, invoice: { netCents: 4_99, vatCents: 0 } });
});

it('lets the rest of a partly credited invoice be paid by card and refunded', async () => {
  const ada = await stage.person();
  const id = await invoiceByHand(await customerOf(ada), { pack_1000_v1: 3 });
  await credit(id, 10_00);
  const { hosted_invoice_url: page } = await stage.sdk().invoices.retrieve(id);
  await fetch(page ?? '', { method: 'POST', body: new URLSearchParams({ card: 'ok' }) });
  await stage.deliverAll();
  expect((await stage.balance(ada)).available).toBe(1000);
  const [charge] = (await stage.sdk().charges.list({ limit: 1 })).data;
  expect(charge?.amount).toBe(5_00);
  await stage.program(`charges/${charge?.id}/refund`);
  await stage.deliverAll();
  expect((await stage.balance(ada)).available).toBe(0);
  expect(stage.logged('credit_note_missing')).toEqual([]);
  const [row] = await Array.fromAsync(stage.context().purchases.list(ada.user.id));
  expect(row?.creditNotes).toMatchObject([{ cents: 5_00 }]);
  stage.context().clock.advance(2 * 3_600_000);
  expect((await differences()).filter(({ object }) => object === charge?.id)).toEqual([]);
});

it.each(['in order', 'before its payment arrives'])(
  'takes back credits in proportion to the credit notes of a manual refund, delivered %s',
  async (when) => {
    const ada = await stage.person();
    const id = await invoiceByHand(await customerOf(ada), { pack_1000_v1: 3 });
    await pay(id);
    if (when === 'in order') await stage.deliverAll();
    await credit(id, 5_00);
    const events = await stage.events();
    await stage.deliver([...events.toReversed(), ...stage.copies(events, 1)]);
    expect((await stage.balance(ada)).available).toBe(2000);
    const purchaseOf = async () =>
      (await Array.fromAsync(stage.context().purchases.list(ada.user.id)))[0];
    expect(await purchaseOf()).toMatchObject({ refunded: 5_00, creditNotes: [{ cents: 5_00 }] });
    const mail = stage.context().mails.at(-1)?.content;
    expect(mail).toMatchObject({
      template: when === 'in order' ? 'refunded' : 'purchase',
    });
    expect((await stage.user(ada)).paid).toBe(true);
    await credit(id, 10_00);
    await stage.deliverAll();
    expect((await stage.balance(ada)).available).toBe(0);
    expect(stage.context().mails.at(-1)?.content).toMatchObject({
      template: 'refunded',
      params: { cents: 15_00, total: 15_00, creditNote: expect.stringMatching(/-CN-02$/) },
    });
    expect((await stage.user(ada)).paid).toBe(false);
    expect(stage.logged('payment_refunded')).toEqual([]);
  },
);

it('grants nothing for an invoice that was credited in full', async () => {
  const ada = await stage.person();
  const id = await invoiceByHand(await customerOf(ada), { pack_1000_v1: 3 });
  await credit(id, 15_00);
  await stage.deliverAll();
  expect((await stage.sdk().invoices.retrieve(id)).status).toBe('paid');
  expect((await stage.balance(ada)).available).toBe(0);
  expect(await stage.context().purchases.count(ada.user.id)).toBe(0);
  expect(stage.logged('invoice_without_credits')).toEqual([]);
});

it('records no Stripe payment for a transfer after a declined card', async () => {
  const ada = await stage.person();
  const id = await invoiceByHand(await customerOf(ada), { pack_1000_v1: 1 });
  const { hosted_invoice_url: page } = await stage.sdk().invoices.retrieve(id);
  const declined = { method: 'POST', body: new URLSearchParams({ card: 'declined' }) };
  await fetch(page ?? '', declined);
  expect(await stage.sdk().invoices.retrieve(id)).toMatchObject({
    status: 'open',
    attempted: true,
  });
  await pay(id);
  await stage.deliverAll();
  const [row] = await Array.fromAsync(stage.context().purchases.list(ada.user.id));
  expect(row).toMatchObject({ cents: 5_00, credits: 1000 });
  expect(row?.paymentId).toBeUndefined();
});

it('voids the open invoices of a deactivated account', async () => {
  const ada = await stage.person();
  const id = await invoiceByHand(await customerOf(ada), { pack_1000_v1: 1 });
  await stage.setStatus(ada, 2);
  await stage.context().billingQueue.send({ kind: 'renewal', v: 1, userId: ada.user.id });
  await stage.work();
  expect((await stage.sdk().invoices.retrieve(id)).status).toBe('void');
});

it('raises an alarm for a paid invoice that contains none of our packs', async () => {
  const { id: stranger } = await stage.sdk().customers.create({ email: 'buyer@firm.test' });
  const customer = await customerOf(await stage.person());
  const sold = await invoiceByHand(customer, { monthly_5000_v1: 1 });
  const free = await invoiceByHand(customer, { monthly_5000_v1: 1 });
  await credit(free, 15_00);
  for (const id of [sold, await invoiceByHand(stranger, { monthly_5000_v1: 1 })]) await pay(id);
  await stage.deliverAll();
  const alarms = stage.logged('invoice_without_credits');
  expect(alarms).toEqual([expect.stringContaining(sold)]);
});

it('grants nothing for a month of a subscription sold at a different price, and raises an alarm', async () => {
  const ada = await stage.person();
  const { subscription } = await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  const [item] = stage.stripe().state.subscriptions[String(subscription)]?.items.data ?? [];
  Object.assign(item ?? {}, { quantity: 2 });
  await stage.advance('P1M1D');
  expect((await stage.balance(ada)).available).toBe(5000);
  expect(stage.logged('invoice_without_credits')).toHaveLength(1);
});

it('raises an alarm for the paid invoice of a customer without an account, and does not refund it', async () => {
  const { id: customer } = await stage.sdk().customers.create({ email: 'buyer@firm.test' });
  const id = await invoiceByHand(customer, { pack_1000_v1: 1 });
  await stage.sdk().invoices.pay(id, { paid_out_of_band: true });
  await stage.deliverAll();
  expect(stage.context().lines.join('\n')).toContain('payment_without_account');
});
