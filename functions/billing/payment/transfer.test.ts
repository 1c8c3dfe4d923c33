import { expect, it } from 'vitest';
import { billingStage } from '../../../tests/support/billing-stage.ts';
import type { Person } from '../../../tests/support/people.ts';
import { compareBilling } from '../reconciliation/compare-billing.ts';

const stage = billingStage();

/** What somebody does in Stripe's dashboard: an invoice with our prices, sent, and paid by transfer. */
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

it('a company that pays its invoice by transfer gets the credits once, and pays', async () => {
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

it('a pack that is bought on the payment page is granted by its session alone', async () => {
  const ada = await stage.person();
  await stage.buy(ada, 'pack_1000');
  await stage.deliver((await stage.events()).toReversed());
  await stage.deliverAll();
  expect((await stage.balance(ada)).available).toBe(1000);
  expect(await stage.context().purchases.count(ada.user.id)).toBe(1);
});

it('the invoice of a customer without an account is told and not sent back', async () => {
  const { id: customer } = await stage.sdk().customers.create({ email: 'buyer@firm.test' });
  const id = await invoiceByHand(customer, { pack_1000_v1: 1 });
  await stage.sdk().invoices.pay(id, { paid_out_of_band: true });
  await stage.deliverAll();
  expect(stage.context().lines.join('\n')).toContain('payment_without_account');
});
