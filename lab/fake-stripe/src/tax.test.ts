import type { Stripe } from 'stripe';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestStripe } from '../tests/test-stripe.ts';
import type { TestStripe } from '../tests/test-stripe.ts';
import { idOf, createCatalog, openCheckoutSession } from '../tests/catalog.ts';
import type { Catalog } from '../tests/catalog.ts';

/** Tax by the buyer's country and tax id: https://docs.stripe.com/tax/zero-tax */

let fake: TestStripe;
let stripe: Stripe;
let catalog: Catalog;

beforeEach(async () => {
  fake = await startTestStripe();
  onTestFinished(() => fake[Symbol.asyncDispose]());
  ({ stripe } = fake);
  catalog = await createCatalog(stripe);
});

const VAT_DE = { type: 'eu_vat', value: 'DE123456789' } as const;

test.each([
  ['FR', undefined, 'standard_rated', 100],
  ['FR', { type: 'eu_vat', value: 'FR40303265045' } as const, 'standard_rated', 100],
  ['DE', VAT_DE, 'reverse_charge', 0],
  ['DE', undefined, 'not_collecting', 0],
  ['AT', VAT_DE, 'not_collecting', 0],
  ['US', undefined, 'not_collecting', 0],
])('taxes a customer in %s with tax id %o as %s', async (country, taxId, reason, amount) => {
  const customer = catalog.customer.id;
  await stripe.customers.update(customer, { address: { country } });
  const owner = { type: 'customer', customer } as const;
  if (taxId) await stripe.taxIds.create({ ...taxId, owner });
  for (const [price, times] of [
    [catalog.pack, 1],
    [catalog.small, 3],
  ] as const) {
    const session = await openCheckoutSession(stripe, catalog, price);
    await fake.runControl(`/stripe/sessions/${session.id}/pay`);
    const { invoice } = await stripe.checkout.sessions.retrieve(session.id);
    const { total_taxes, customer_address } = await stripe.invoices.retrieve(idOf(invoice));
    expect(total_taxes).toMatchObject([{ amount: amount * times, taxability_reason: reason }]);
    expect(customer_address).toMatchObject({ country });
  }
});

test('shows a tax id on invoices until it or its customer is deleted', async () => {
  const owner = { type: 'customer', customer: catalog.customer.id } as const;
  const createTaxId = (type: 'eu_vat' | 'fr_siren', value: string) =>
    stripe.taxIds.create({ type, value, owner });
  await expect(createTaxId('fr_siren', '303 265')).rejects.toMatchObject({
    code: 'tax_id_invalid',
    param: 'value',
  });
  const { id } = await createTaxId('eu_vat', 'DE123456789');
  await createTaxId('fr_siren', '303265045');
  const list = async () => (await stripe.taxIds.list({ owner })).data.map(({ value }) => value);
  expect(await list()).toEqual(['303265045', 'DE123456789']);
  await stripe.taxIds.del(id);
  expect(await list()).toEqual(['303265045']);
  await stripe.customers.del(catalog.customer.id);
  expect(await list()).toEqual([]);
});

test('requires an address for tax, saved before or entered on the page', async () => {
  await expect(
    openCheckoutSession(stripe, catalog, catalog.pack, { customer_update: { name: 'auto' } }),
  ).rejects.toMatchObject({ code: 'customer_tax_location_invalid' });
  const tax_id_collection = { enabled: true };
  await expect(
    openCheckoutSession(stripe, catalog, catalog.pack, {
      tax_id_collection,
      customer_update: { address: 'auto' },
    }),
  ).rejects.toThrow('`customer_update[name]`');
});
