import { expect, it } from 'vitest';
import { billingStage } from '../../../tests/support/billing-stage.ts';
import type { Person } from '../../../tests/support/people.ts';
import { routes } from '../../../tests/support/routes.ts';
import { applyLanguage } from './apply-language.ts';
import { apiEvent, lambdaContext } from '../../../tests/support/api-event.ts';
import { elsewhere } from '../../../tests/support/account-stage.ts';

const stage = billingStage();

const choose = async ({ headers }: Person, language: 'en' | 'fr'): Promise<void> => {
  const body = JSON.stringify({ language });
  const event = apiEvent(routes.setLanguage.route, {
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
    sourceIp: elsewhere(),
  });
  const handler = routes.setLanguage.on(stage.context());
  expect((await handler(event, lambdaContext())).statusCode).toBe(200);
};
const localesOf = async (ada: Person): Promise<string[] | null> => {
  const customer = await stage
    .sdk()
    .customers.retrieve((await stage.user(ada)).stripeCustomerId ?? '');
  return customer.deleted ? [] : (customer.preferred_locales ?? null);
};

it('a change of language reaches Stripe, and is tried again where Stripe fails', async () => {
  const ada = await stage.person();
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  const [before] = (await localesOf(ada)) ?? [];
  const other = before === 'fr' ? 'en' : 'fr';
  await choose(ada, other);
  expect(await localesOf(ada)).toEqual([before]);
  await stage.stripe().program('/stripe/faults', { api: { fail: 'before', times: 50 } });
  const [message] = stage.context().stripeEvents;
  if (message === undefined) throw new Error('nobody is told');
  await stage.work(1);
  await stage.stripe().program('/stripe/faults', {});
  stage.context().stripeEvents.push(message);
  await stage.work();
  expect(await localesOf(ada)).toEqual([other]);
});

it('of two choices whose messages change places the last one stays', async () => {
  const ada = await stage.person();
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  for (const language of ['en', 'fr', 'en', 'fr'] as const) await choose(ada, language);
  stage.context().stripeEvents.reverse();
  await stage.work();
  expect(await localesOf(ada)).toEqual(['fr']);
});

it('a message that was lost is made up for with the next purchase', async () => {
  const ada = await stage.person();
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  const other = (await stage.user(ada)).language === 'fr' ? 'en' : 'fr';
  await choose(ada, other);
  stage.context().stripeEvents.splice(0);
  await stage.click(ada, 'pack_5000');
  expect(await localesOf(ada)).toEqual([other]);
});

it('an account that has bought nothing, or is gone, has no customer to tell', async () => {
  const ada = await stage.person();
  const told = () => applyLanguage(stage.context(), ada.user.id);
  expect(await told()).toMatchObject({ outcome: 'no_account' });
  await stage.remove(ada);
  expect(await told()).toMatchObject({ outcome: 'no_account' });
});

const lineOf = async (customer: string) => {
  const { data } = await stage.sdk().invoices.list({ customer, limit: 1 });
  return data[0]?.lines.data[0]?.description;
};

it('a subscription goes on in the other language, as the same plan', async () => {
  const ada = await stage.person();
  await choose(ada, 'en');
  const { customer } = await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  expect(await lineOf(String(customer))).toContain('5,000 credits a month');
  await choose(ada, 'fr');
  await stage.work();
  await stage.deliverAll();
  // Nothing is billed for it, and nothing granted.
  expect((await stage.balance(ada)).available).toBe(5000);
  expect(stage.mailIds().filter((id) => id.startsWith('purchase'))).toHaveLength(1);
  await stage.stripe().program('/stripe/clock', { advance: 'P1M' });
  await stage.deliverAll();
  expect(await lineOf(String(customer))).toContain('5\u202f000 crédits par mois');
  expect((await stage.balance(ada)).available).toBe(10_000);
  expect(await stage.user(ada)).toMatchObject({ planId: 'monthly_5000' });
  // The present plan is known in either language: there is nothing to change to.
  expect(await stage.click(ada, 'monthly_5000')).toBe('https://app.tamis.example/pricing-plan');
});

it('a change that is scheduled goes first, and what it leads to follows', async () => {
  const ada = await stage.person();
  await choose(ada, 'en');
  const { customer } = await stage.buy(ada, 'monthly_25000');
  await stage.deliverAll();
  const id = /bps_\w+/.exec(await stage.click(ada, 'monthly_5000'))?.[0] ?? 'none';
  await stage.stripe().program(`/stripe/portal-sessions/${id}/confirm`);
  await stage.deliverAll();
  await choose(ada, 'fr');
  await stage.work();
  expect((await stage.user(ada)).renewal?.changesTo).toBe('monthly_5000');
  for (const words of ['5,000 credits a month', '5\u202f000 crédits par mois']) {
    await stage.stripe().program('/stripe/clock', { advance: 'P1M' });
    await stage.deliverAll();
    expect(await lineOf(String(customer))).toContain(words);
  }
});

it('never takes back a larger plan that is chosen at the same moment', async () => {
  const ada = await stage.person();
  await choose(ada, 'en');
  const { subscription } = await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  await choose(ada, 'fr');
  const id = /bps_\w+/.exec(await stage.click(ada, 'monthly_25000'))?.[0] ?? 'none';
  const { stripe } = stage.context();
  const { alignLanguage } = stripe;
  Object.assign(stripe, {
    alignLanguage: async (...read: Parameters<typeof alignLanguage>) => {
      await stage.stripe().program(`/stripe/portal-sessions/${id}/confirm`);
      return alignLanguage(...read);
    },
  });
  await stage.work();
  const { items } = await stage.sdk().subscriptions.retrieve(String(subscription));
  expect(items.data[0]?.price.unit_amount).toBe(50_00);
});
