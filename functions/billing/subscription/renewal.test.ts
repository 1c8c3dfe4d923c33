import { expect, it } from 'vitest';
import { billingStage } from '../../../tests/support/billing-stage.ts';
import type { Person } from '../../../tests/support/people.ts';

const stage = billingStage();

const program = async (path: string, body = {}): Promise<void> => {
  expect((await stage.stripe().program(`/stripe/${path}`, body)).status).toBe(200);
};
async function subscribed() {
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
/** As an administrator does, and what follows. */
async function setStatus(who: Person, status: 1 | 2): Promise<void> {
  await stage.setStatus(who, status);
  await stage.context().billingQueue.send({ kind: 'renewal', v: 1, userId: who.user.id });
  await stage.work();
  await stage.deliverAll();
}
const passMonth = async (): Promise<void> => {
  await program('clock', { advance: 'P1M1D' });
  await stage.deliverAll();
};
const mails = (): string[] => [
  ...new Set(stage.context().mails.map(({ content }) => content.template)),
];

it('a deactivated customer is not charged again', async () => {
  const { ada, subscription } = await subscribed();
  await setStatus(ada, 2);
  expect(await subscription()).toMatchObject({ cancel_at_period_end: true });
  await passMonth();
  expect(await subscription()).toMatchObject({ status: 'canceled' });
  expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
  expect((await stage.user(ada)).planId).toBeUndefined();
});

it('who is active again is asked to go on, and goes on by saying so', async () => {
  const { ada, subscription } = await subscribed();
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
  await passMonth();
  expect(await stage.balance(ada)).toMatchObject({ available: 10_000 });
});

it('a plan that was to change is not renewed either', async () => {
  const { ada, subscription } = await subscribed();
  const small = await stage.click(ada, 'monthly_25000');
  const confirm = (url: string) =>
    program(`portal-sessions/${/bps_\w+/.exec(url)?.[0] ?? 'none'}/confirm`);
  await confirm(small);
  await stage.deliverAll();
  await confirm(await stage.click(ada, 'monthly_5000'));
  await stage.deliverAll();
  expect((await subscription()).schedule).toMatch(/^sub_sched_/);
  await setStatus(ada, 2);
  expect(await subscription()).toMatchObject({ cancel_at_period_end: true, schedule: null });
});

it('with a dispute open the next month is not charged; once it is won, it is', async () => {
  const { ada, charge, subscription } = await subscribed();
  await program(`charges/${charge}/dispute`, { reason: 'general' });
  await stage.deliverAll();
  expect(await subscription()).toMatchObject({ cancel_at_period_end: true });
  expect(stage.logged('payment_disputed').length).toBeGreaterThan(0);
  await program(`charges/${charge}/dispute`, { close: 'won' });
  await stage.deliverAll();
  expect(await subscription()).toMatchObject({ cancel_at_period_end: false, metadata: {} });
  expect(mails()).toEqual(['purchase', 'payment_disputed', 'dispute_ended']);
  await passMonth();
  expect(await stage.balance(ada)).toMatchObject({ available: 10_000 });

  const other = await subscribed();
  await program(`charges/${other.charge}/dispute`, { reason: 'general' });
  await stage.deliverAll();
  // Those of other tests have an end in this month, too.
  const toldOther = () =>
    stage.mailIds().filter((id) => id.includes(other.id) && id.startsWith('subscription_'));
  expect(toldOther()).toEqual([]);
  await passMonth();
  expect(await other.subscription()).toMatchObject({ status: 'canceled' });
  expect(toldOther()).toEqual([expect.stringMatching(/^subscription_cancelled:/)]);
  expect(await stage.balance(other.ada)).toMatchObject({ available: 0, held: 5000 });
});

it('what the customer has cancelled stays cancelled when a dispute is won', async () => {
  const { charge, subscription } = await subscribed();
  await program(`subscriptions/${(await subscription()).id}/cancel`, { at_period_end: true });
  await stage.deliverAll();
  await program(`charges/${charge}/dispute`);
  await program(`charges/${charge}/dispute`, { close: 'won' });
  await stage.deliverAll();
  expect((await subscription()).cancel_at).not.toBeNull();
});

it.each([
  ['fraudulent', 'canceled', false],
  ['subscription_canceled', 'canceled', false],
  ['product_unacceptable', 'active', true],
] as const)('a dispute lost as %s leaves the subscription %s', async (reason, status, paid) => {
  const { ada, charge, subscription } = await subscribed();
  await program('clock', { advance: 'PT1M' });
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  await program(`charges/${charge}/dispute`, { reason });
  await program(`charges/${charge}/dispute`, { close: 'lost' });
  const events = await stage.events();
  await stage.deliver([...events, ...events.toReversed()]);
  await stage.deliverAll();
  expect((await subscription()).status).toBe(status);
  const { apiKeyHash, planId } = await stage.user(ada);
  expect([apiKeyHash !== undefined, planId !== undefined]).toEqual([true, paid]);
  expect(await stage.balance(ada)).toMatchObject({ available: 1000, held: 0, debt: 0 });
});

it('a dispute lost as fraudulent ends the key of all that was bought before it, not after', async () => {
  const ada = await stage.person();
  await stage.buy(ada, 'pack_1000');
  await program('clock', { advance: 'PT1M' });
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  const { data } = await stage.sdk().charges.list({ limit: 1 });
  await program(`charges/${data[0]?.id}/dispute`);
  await program(`charges/${data[0]?.id}/dispute`, { close: 'lost' });
  await stage.deliverAll();
  expect((await stage.user(ada)).apiKeyHash).toBeUndefined();
  await program('clock', { advance: 'PT1M' });
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  expect((await stage.user(ada)).apiKeyHash).toBeDefined();
});

it('a refund is told once, with what went back in all', async () => {
  const { ada, charge } = await subscribed();
  await program(`charges/${charge}/refund`, { amount: 300 });
  const events = await stage.events();
  await stage.deliver([...events, ...events]);
  expect(stage.context().mails.at(-1)).toMatchObject({
    to: ada.user.email,
    content: { template: 'refunded', params: { cents: 300, total: 1500, credits: 1000 } },
  });
  expect(stage.mailIds().filter((id) => id.startsWith('refunded:'))).toHaveLength(1);
  expect(stage.logged('payment_refunded')).toHaveLength(1);
});
