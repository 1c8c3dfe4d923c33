import { expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import { listPlans } from '../checkout/list-plans.ts';

const stage = createBillingHarness({ settings: { TAX: 'stripe' } });
const VAT = { type: 'eu_vat', value: 'DE123456789' } as const;

// The order matters: each country is reported only once.
it.each([
  { country: 'FR', vat: undefined, reported: [] },
  { country: 'DE', vat: VAT, reported: [] },
  { country: 'DE', vat: undefined, reported: ['DE'] },
  { country: 'DE', vat: undefined, reported: [] },
  { country: 'AT', vat: undefined, reported: ['AT'] },
  { country: 'US', vat: undefined, reported: [] },
])(
  'reports countries in which Stripe collects no VAT, and grants the credits: $country, $vat',
  async (given) => {
    const { country, vat, reported } = given;
    for (const plan of ['pack_1000', 'monthly_5000']) {
      const ada = await stage.person();
      const url = await stage.click(ada, plan);
      const customer = (await stage.user(ada)).stripeCustomerId ?? '';
      await stage.sdk().customers.update(customer, { address: { country } });
      const owner = { type: 'customer', customer } as const;
      if (vat) await stage.sdk().taxIds.create({ ...vat, owner });
      await stage.pay(url);
      await stage.deliverAll();
      expect((await stage.balance(ada)).available).toBeGreaterThan(0);
      expect(stage.logged('tax_missing')).toEqual([]);
    }
    const lines = stage.logged('vat_not_collected');
    expect(lines.map((line) => /"country":"(\w+)"/.exec(line)?.[1])).toEqual(reported);
  },
);

it.each([
  { TAX: undefined, vat: 'excluded' },
  { TAX: 'stripe', vat: 'excluded' },
  { TAX: 'franchise-293B', vat: 'not_applicable' },
] as const)('labels a price as excluding VAT or not: $TAX', async ({ TAX, vat }) => {
  const { clock, env, secrets } = stage.context();
  const deps = { clock, secrets, env: { ...env, TAX } };
  const { user } = await stage.person();
  const plans = await listPlans(deps, user.id, user.id);
  expect(plans.find(({ id }) => id === 'pack_1000')).toMatchObject({
    vat,
    price: '€5.00',
  });
});
