import { describe, expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import type { Person } from '../../../tests/support/people.ts';
import { routes } from '../../../tests/support/routes.ts';

const stage = createBillingHarness();
const PRICING = 'https://app.tamis.example/pricing-plan';

const submitForm = async (url: string, fields: Record<string, string>): Promise<void> => {
  await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  await stage.deliverAll();
};
const paidOf = async (customer: string): Promise<number[]> => {
  const { data } = await stage.sdk().invoices.list({ customer, status: 'paid', limit: 100 });
  return data.map(({ subtotal }) => subtotal).toReversed();
};

async function setUpDowngrade(): Promise<{ ada: Person; customer: string; subscription: string }> {
  const ada = await stage.person();
  const bought = await stage.buy(ada, 'monthly_100000');
  await stage.deliverAll();
  await stage.confirm(await stage.click(ada, 'monthly_25000'));
  return { ada, customer: String(bought.customer), subscription: String(bought.subscription) };
}

describe('another change while one is scheduled', () => {
  it.each(['monthly_5000', 'monthly_25000', 'monthly_100000', 'monthly_500000'])(
    'to %s opens the first page of the portal, which offers nothing to confirm',
    async (planId) => {
      const { ada } = await setUpDowngrade();
      const url = await stage.click(ada, planId);
      expect(stage.portalSession(url)).toMatchObject({ flow: null });
      await stage.confirm(url, 400);
    },
  );

  it('can be made once the first is canceled: the month between is not billed', async () => {
    const { ada, customer, subscription } = await setUpDowngrade();
    const url = await stage.click(ada, 'monthly_5000');
    const page = await (await fetch(url)).text();
    expect(page).toContain('Cancel scheduled update');
    expect(page).not.toContain('Change plan');
    await submitForm(url, { action: 'unschedule', subscription });
    expect((await stage.user(ada)).renewal?.changesTo).toBeUndefined();
    await stage.confirm(await stage.click(ada, 'monthly_5000'));
    expect((await stage.user(ada)).renewal?.changesTo).toBe('monthly_5000');
    await stage.advance('P1M1D');
    await stage.advance('P1M1D');
    expect(await paidOf(customer)).toEqual([12_000, 1500, 1500]);
    expect(await stage.user(ada)).toMatchObject({ planId: 'monthly_5000' });
  });

  it('is dropped when the customer cancels, who is then not charged again', async () => {
    const { ada, customer } = await setUpDowngrade();
    const cancel = async () => {
      const query = { flow: 'cancel' };
      return (await stage.get(routes.subscription, { headers: ada.headers, query })).data;
    };
    const first = await cancel();
    await stage.deliverAll();
    // Leaving the page without canceling keeps the plan.
    const { planId, renewal } = await stage.user(ada);
    expect([planId, renewal]).toEqual([
      'monthly_100000',
      { pastDue: false, ends: false, at: expect.any(String) },
    ]);
    expect(stage.portalSession(await cancel())).toMatchObject({
      flow: { type: 'subscription_cancel' },
    });
    await stage.confirm(first);
    await stage.advance('P1M1D');
    await stage.advance('P1M1D');
    expect(await paidOf(customer)).toEqual([12_000]);
    expect((await stage.user(ada)).planId).toBeUndefined();
  });

  it('is an ordinary change once the scheduled change has taken effect', async () => {
    const { ada } = await setUpDowngrade();
    await stage.advance('P1M1D');
    expect(await stage.user(ada)).toMatchObject({ planId: 'monthly_25000' });
    const url = await stage.click(ada, 'monthly_5000');
    expect(stage.portalSession(url)).toMatchObject({
      flow: { type: 'subscription_update_confirm' },
    });
    expect(await stage.click(ada, 'monthly_25000')).toBe(PRICING);
  });
});

it('changes nothing if the payment for a larger plan is declined, and does not count as a failed renewal', async () => {
  const ada = await stage.person();
  const { customer } = await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  await stage.program(`customers/${String(customer)}/card`, { card: 'declined' });
  await stage.confirm(await stage.click(ada, 'monthly_25000'), 402);
  expect(await stage.user(ada)).toMatchObject({
    planId: 'monthly_5000',
    renewal: { pastDue: false, ends: false },
  });
  expect(stage.mailIds().filter((id) => !id.startsWith('purchase:'))).toEqual([]);
  const outboxEvents = await Array.fromAsync(stage.context().outbox.listForUser(ada.user.id));
  expect(outboxEvents.map(({ type }) => type)).not.toContain('payment.failed');
});
