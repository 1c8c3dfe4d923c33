import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../shared/model/duration.ts';
import { createBillingHarness } from '../../tests/support/billing-harness.ts';
import type { Person } from '../../tests/support/people.ts';

const stage = createBillingHarness();

let days = 0;
/** Advances Stripe's clock only; purchases still use the real time. */
async function advanceDays(more: number): Promise<void> {
  await stage.program('clock', { advance: `P${more}D` });
  days += more;
}
/** Runs the hourly reconciler at the time of Stripe's clock. */
async function reconcile() {
  const { clock } = stage.context();
  clock.advance(days * DAY_MS);
  const found = await stage.reconcile();
  clock.advance(-days * DAY_MS);
  return found;
}
/** Processes Stripe's events without webhooks: only the hourly run finds them. */
async function review(): Promise<void> {
  await reconcile();
  await stage.work();
}
async function buy(who: Person, planId: string): Promise<Stripe.Checkout.Session> {
  const session = await stage.buy(who, planId);
  await review();
  return session;
}

describe('while the webhook endpoint is disabled, the hourly run finds', () => {
  it('a refund, and takes the credits back', async () => {
    const ada = await stage.person();
    const session = await buy(ada, 'pack_1000');
    expect(await stage.balance(ada)).toMatchObject({ available: 1000 });
    await advanceDays(9);
    await stage.program(`charges/${await stage.chargeOf(session.payment_intent)}/refund`);
    await review();
    expect(await stage.balance(ada)).toMatchObject({ available: 0, debt: 0 });
  });

  it('a dispute, and holds the credits', async () => {
    const ada = await stage.person();
    const session = await buy(ada, 'pack_1000');
    await advanceDays(9);
    await stage.program(`charges/${await stage.chargeOf(session.payment_intent)}/dispute`);
    await review();
    expect(await stage.balance(ada)).toMatchObject({ available: 0, held: 1000 });
  });

  it('the end of a subscription, and removes the plan', async () => {
    const ada = await stage.person();
    const session = await buy(ada, 'monthly_5000');
    expect(await stage.user(ada)).toMatchObject({ planId: 'monthly_5000' });
    await stage.program(`subscriptions/${String(session.subscription)}/cancel`);
    await review();
    expect((await stage.user(ada)).planId).toBeUndefined();
  });

  it('a monthly payment nine days after its invoice was created', async () => {
    const ada = await stage.person();
    const session = await buy(ada, 'monthly_5000');
    const customer = `customers/${String(session.customer)}/card`;
    await stage.program(customer, { card: 'declined' });
    await advanceDays(31);
    await review();
    expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
    await stage.program(customer, { card: 'ok' });
    await advanceDays(9);
    await review();
    expect(await stage.balance(ada)).toMatchObject({ available: 10_000 });
    // In some months, it would renew during a later test, which counts events.
    await stage.program(`subscriptions/${String(session.subscription)}/cancel`);
    await review();
  });

  it('a deleted customer, and unlinks it from the account', async () => {
    const ada = await stage.person();
    const { customer } = await buy(ada, 'monthly_5000');
    await stage.sdk().customers.del(String(customer));
    await review();
    const { planId, stripeCustomerId } = await stage.user(ada);
    expect({ planId, stripeCustomerId }).toEqual({});
  });

  it('all events of three weeks, over several pages, each once', async () => {
    const people: Person[] = [];
    for (const count of [51, 1, 2]) {
      for (let times = 0; times < count; times += 1) {
        const who = await stage.person();
        people.push(who);
        await stage.buy(who, 'pack_1000');
      }
      await advanceDays(7);
    }
    expect(await reconcile()).toMatchObject({ waiting: 0, missed: 162, failed: 0 });
    await stage.work();
    const balances = await Promise.all(people.map((who) => stage.balance(who)));
    expect(balances.map(({ available }) => available)).toEqual(people.map(() => 1000));
    expect(await reconcile()).toMatchObject({ waiting: 0, missed: 0 });
  });
});

it('a checkout creates a new customer if the customer was deleted at Stripe', async () => {
  const ada = await stage.person();
  const { customer } = await buy(ada, 'monthly_5000');
  await stage.sdk().customers.del(String(customer));
  const again = await stage.buy(ada, 'pack_1000');
  expect(again.customer).not.toBe(customer);
  await review();
  expect(await stage.user(ada)).toMatchObject({ stripeCustomerId: again.customer });
  expect(await stage.balance(ada)).toMatchObject({ available: 6000 });
});

it('continues after a run that was out of time', async () => {
  const ada = await stage.person();
  await stage.buy(ada, 'pack_1000');
  await advanceDays(20);
  const { clock, stripe } = stage.context();
  const { listEvents } = stripe;
  const asked: number[] = [];
  Object.assign(stripe, {
    async *listEvents(from: number, to: number | undefined) {
      clock.advance(2 * 60_000);
      asked.push(from);
      yield* listEvents(from, to);
    },
  });
  const runs = [];
  for (let run = 0; run < 40; run += 1) {
    await review();
    runs.push(asked.splice(0));
  }
  expect(runs[0]).toHaveLength(3);
  expect(runs[1]?.[0]).toBe((runs[0]?.[2] ?? 0) + 5 * 3_600_000);
  expect(runs.at(-1)).toHaveLength(1);
  expect(await stage.balance(ada)).toMatchObject({ available: 1000 });
});
