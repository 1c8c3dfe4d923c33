import { expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import type { Person } from '../../../tests/support/people.ts';

const stage = createBillingHarness({ settings: { OPERATOR_EMAIL: 'operator@tamis.test' } });

async function subscribe() {
  const ada = await stage.person();
  const { subscription, customer } = await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  const { data } = await stage.sdk().charges.list({ limit: 1 });
  return {
    ada,
    customer: String(customer),
    charge: data[0]?.id ?? '',
    id: String(subscription),
    subscription: () => stage.sdk().subscriptions.retrieve(String(subscription)),
  };
}
async function setStatus(who: Person, status: 1 | 2): Promise<void> {
  await stage.setStatus(who, status);
  await stage.context().billingQueue.send({ kind: 'renewal', v: 1, userId: who.user.id });
  await stage.work();
  await stage.deliverAll();
}
const mails = (): string[] => [
  ...new Set(stage.context().mails.map(({ content }) => content.template)),
];

it('does not charge a deactivated customer again', async () => {
  const { ada, subscription } = await subscribe();
  await setStatus(ada, 2);
  expect(await subscription()).toMatchObject({ cancel_at_period_end: true });
  await stage.advance('P1M1D');
  expect(await subscription()).toMatchObject({ status: 'canceled' });
  expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
  expect((await stage.user(ada)).planId).toBeUndefined();
});

it('expires the open payment page of a deactivated customer', async () => {
  const { ada } = await subscribe();
  const page = await stage.click(ada, 'pack_1000');
  await setStatus(ada, 2);
  const id = /cs_\w+/.exec(page)?.[0] ?? '';
  expect(await stage.sdk().checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' });
  await stage.program(`sessions/${id}/pay`, {}, 400);
  await stage.deliverAll();
  expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
});

it('asks a reactivated customer to renew, and renews the plan if the customer agrees', async () => {
  const { ada, subscription } = await subscribe();
  await setStatus(ada, 2);
  await setStatus(ada, 1);
  await setStatus(ada, 1);
  expect(await subscription()).toMatchObject({ cancel_at_period_end: true });
  expect(mails()).toEqual(['purchase', 'subscription_cancelled', 'renewal_stopped']);

  await stage
    .sdk()
    .subscriptions.update((await subscription()).id, { cancel_at_period_end: false });
  await stage.deliverAll();
  expect(await subscription()).toMatchObject({ cancel_at_period_end: false, metadata: {} });
  await stage.advance('P1M1D');
  expect(await stage.balance(ada)).toMatchObject({ available: 10_000 });
});

it('does not renew a plan with a scheduled change either', async () => {
  const { ada, subscription } = await subscribe();
  const small = await stage.click(ada, 'monthly_25000');
  await stage.confirm(small);
  await stage.confirm(await stage.click(ada, 'monthly_5000'));
  expect((await subscription()).schedule).toMatch(/^sub_sched_/);
  await setStatus(ada, 2);
  expect(await subscription()).toMatchObject({ cancel_at_period_end: true, schedule: null });
});

/** Opens or decides a dispute over a charge, and delivers all its events twice. */
async function dispute(charge: string, body: object = {}): Promise<void> {
  await stage.program(`charges/${charge}/dispute`, body);
  const events = await stage.events();
  await stage.deliver([...events, ...stage.copies(events, 1)]);
  await stage.deliverAll();
}
const mailsTo = ({ user }: Person) => [
  ...new Map(
    stage
      .context()
      .mails.filter(({ to }) => to === user.email)
      .map((mail) => [mail.id, mail.content]),
  ).values(),
];

it('cancels a subscription at period end after a dispute over its payment, with one email', async () => {
  const { ada, charge, subscription } = await subscribe();
  await dispute(charge, { reason: 'general' });
  const { cancel_at_period_end, items } = await subscription();
  expect(cancel_at_period_end).toBe(true);
  const endsAt = new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString();
  const mail = mailsTo(ada).at(-1);
  expect(mail).toEqual({ template: 'payment_disputed', params: { cents: 1500, endsAt } });
  expect(stage.logged('payment_disputed').length).toBeGreaterThan(0);
  await stage.advance('P1M1D');
  expect(await subscription()).toMatchObject({ status: 'canceled' });
  expect(mailsTo(ada).map(({ template }) => template)).toEqual(['purchase', 'payment_disputed']);
  expect(await stage.balance(ada)).toMatchObject({ available: 0, held: 5000 });
});

it.each(['won', 'lost'] as const)(
  'charges a customer again who renews after a dispute: %s',
  async (close) => {
    const { ada, id, charge, subscription } = await subscribe();
    await dispute(charge, { reason: 'general' });
    await stage.sdk().subscriptions.update(id, { cancel_at_period_end: false });
    await stage.deliverAll();
    await dispute(charge, { close });
    expect(await subscription()).toMatchObject({ cancel_at_period_end: false, metadata: {} });
    expect(mailsTo(ada).at(-1)?.params).not.toHaveProperty('endsAt', expect.any(String));
    await stage.advance('P1M1D');
    const available = close === 'won' ? 10_000 : 5000;
    expect(await stage.balance(ada)).toMatchObject({ available, held: 0 });
    // A later cancellation sends a separate confirmation email.
    await stage.sdk().subscriptions.update(id, { cancel_at_period_end: true });
    await stage.deliverAll();
    expect(mailsTo(ada).at(-1)).toMatchObject({ template: 'subscription_cancelled' });
  },
);

it('does not renew the subscription automatically when the dispute is won', async () => {
  const { charge, subscription } = await subscribe();
  await dispute(charge);
  await dispute(charge, { close: 'won' });
  expect(await subscription()).toMatchObject({ cancel_at_period_end: true });
  const params = { lost: false, endsAt: expect.any(String) };
  expect(stage.context().mails.at(-1)?.content).toMatchObject({
    template: 'dispute_ended',
    params,
  });
});

it('does not touch the subscription after a dispute over a pack', async () => {
  const { ada, subscription } = await subscribe();
  await stage.program('clock', { advance: 'PT1M' });
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  const { data } = await stage.sdk().charges.list({ limit: 1 });
  const before = await subscription();
  await dispute(data[0]?.id ?? '');
  await dispute(data[0]?.id ?? '', { close: 'lost' });
  expect(await subscription()).toEqual(before);
  const disputeMails = mailsTo(ada).filter(({ template }) => /dispute/.test(template));
  expect(disputeMails.map(({ params }) => params)).toEqual([
    { cents: 500 },
    { cents: 500, lost: true },
  ]);
  await stage.advance('P1M1D');
  expect(await stage.balance(ada)).toMatchObject({ available: 10_000, held: 0 });
});

it('emails the operator about an inquiry, even a closed one, and changes nothing', async () => {
  const { ada, charge, subscription } = await subscribe();
  const before = await subscription();
  for (const body of [{ inquiry: true }, { close: 'lost' }]) {
    await dispute(charge, body);
    expect(await subscription()).toEqual(before);
    expect(await stage.balance(ada)).toMatchObject({ available: 5000, held: 0 });
    expect(await stage.user(ada)).toMatchObject({ paid: true, planId: 'monthly_5000' });
    expect(mailsTo(ada).map(({ template }) => template)).toEqual(['purchase']);
  }
  expect(mailsTo({ user: { email: 'operator@tamis.test' } } as Person)).toEqual([
    expect.objectContaining({ params: expect.objectContaining({ what: 'inquiry', cents: 1500 }) }),
  ]);
  expect(stage.logged('payment_disputed').every((line) => line.includes('inquiry'))).toBe(true);
});

it.each([
  ['fraudulent', false],
  ['subscription_canceled', false],
  ['product_unacceptable', true],
])('sets API access after a dispute lost as %s to: %s', async (reason, paid) => {
  const { ada, charge, subscription } = await subscribe();
  await dispute(charge, { reason });
  await dispute(charge, { close: 'lost' });
  expect(await subscription()).toMatchObject({ status: 'active', cancel_at_period_end: true });
  expect(await stage.user(ada)).toMatchObject({ paid, planId: 'monthly_5000' });
  await stage.program('clock', { advance: 'PT1M' });
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  expect(await stage.user(ada)).toMatchObject({ paid: true });
  expect(await stage.balance(ada)).toMatchObject({ available: 1000, held: 0, debt: 0 });
});

it('revokes the key after a dispute lost as fraudulent, until the next purchase', async () => {
  const ada = await stage.person();
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  await stage.program('clock', { advance: 'PT1M' });
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  const { data } = await stage.sdk().charges.list({ limit: 1 });
  await stage.program(`charges/${data[0]?.id}/dispute`);
  await stage.program(`charges/${data[0]?.id}/dispute`, { close: 'lost' });
  await stage.deliverAll();
  expect((await stage.user(ada)).apiKeyHash).toBeUndefined();
  await stage.program('clock', { advance: 'PT1M' });
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  expect((await stage.user(ada)).apiKeyHash).toBeDefined();
});

it('emails the customer once about a refund, with the total refunded', async () => {
  const { ada, charge } = await subscribe();
  await stage.program(`charges/${charge}/refund`, { amount: 300 });
  const events = await stage.events();
  await stage.deliver([...events, ...events]);
  expect(stage.context().mails.at(-1)).toMatchObject({
    to: ada.user.email,
    content: { template: 'refunded', params: { cents: 300, total: 1500, credits: 1000 } },
  });
  expect(stage.mailIds().filter((id) => id.startsWith('refunded:'))).toHaveLength(1);
  expect(stage.logged('payment_refunded')).toHaveLength(1);
});
