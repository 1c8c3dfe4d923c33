import { expect, it } from 'vitest';
import { createBillingHarness } from '../../tests/support/billing-harness.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { createPipelineHarness } from '../../tests/support/pipeline-harness.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { chargeAndVerify } from '../checks/check-email.ts';
import { getWeeklyFigures } from './weekly-figures.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
const stage = createBillingHarness({ settings: { TAX: 'stripe' } });

const table = await startFileTable();

const now = async (context: TestContext) => (await getWeeklyFigures(context)).at(-1);

it('has null figures before the first counted week, and zeros for empty weeks after it', async () => {
  const empty = { signups: null, verified: null, revenue_cents: null };
  const context = testContext(table);
  const before = await getWeeklyFigures(context);
  expect(before).toHaveLength(12);
  expect(before[0]).toMatchObject(empty);
  expect(before[11]).toEqual({ week: before[11]?.week, ...empty });

  const world = await createPipelineHarness(table);
  await world.grant(1);
  await chargeAndVerify(world.context, { userId: world.userId, email: 'ok1@a.fr', by: 'web' });
  world.context.clock.advance(2 * WEEK_MS);
  const none = { signups: 0, verified: 0, revenue_cents: 0 };
  expect((await getWeeklyFigures(world.context)).slice(-4)).toMatchObject([
    empty,
    { ...none, verified: 1 },
    none,
    none,
  ]);
});

it('counts an address that costs a credit once, however often its list is settled', async () => {
  const world = await createPipelineHarness(table);
  // A separate week, unaffected by the other tests.
  world.context.clock.advance(20 * WEEK_MS);
  await world.grant(10);
  const check = (email: string) =>
    chargeAndVerify(world.context, { userId: world.userId, email, by: 'web' });
  await check('ok2@a.fr');
  await check('odd2@a.fr');
  const listId = await world.upload('ok1@a.fr\nbad1@a.fr\nodd1@a.fr\nbad1@a.fr\n');
  await world.drain();
  expect(await now(world.context)).toMatchObject({ verified: 3 });

  for (let turn = 0; turn < 2; turn += 1)
    world.queues.put('finalize', { kind: 'finalize', v: 1, userId: world.userId, listId });
  await world.drain();
  expect(await now(world.context)).toMatchObject({ verified: 3 });
});

it('counts the net revenue of a purchase minus its refunds, once, for events in any order', async () => {
  const context = stage.context();
  for (const turn of [0, 1, 2]) {
    const before = (await now(context))?.revenue_cents ?? 0;
    const revenue = async () => ((await now(context))?.revenue_cents ?? 0) - before;
    const ada = await stage.person();
    const url = await stage.click(ada, 'pack_1000');
    const customer = (await stage.user(ada)).stripeCustomerId ?? '';
    await stage.sdk().customers.update(customer, { address: { country: 'FR' } });
    const session = await stage.pay(url);
    expect(session.amount_total).toBe(600);
    await stage.deliver(stage.shuffled(stage.copies(await stage.events(), 3), turn));
    await stage.deliverAll();
    expect(await revenue()).toBe(500);

    const charge = await stage.chargeOf(session.payment_intent);
    await stage.program(`charges/${charge}/refund`, { amount: 120 });
    await stage.deliver(stage.shuffled(stage.copies(await stage.events(), 3), turn));
    await stage.deliverAll();
    expect(await revenue()).toBe(400);

    await stage.program(`charges/${charge}/dispute`, {});
    await stage.deliverAll();
    expect(await revenue()).toBe(400);
    await stage.program(`charges/${charge}/dispute`, { close: 'lost' });
    await stage.deliver(stage.shuffled(stage.copies(await stage.events(), 3), turn));
    await stage.deliverAll();
    expect(await revenue()).toBe(0);
  }
});

it('deducts a later refund from the week of the purchase', async () => {
  const context = stage.context();
  const ada = await stage.person();
  const session = await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  const charge = await stage.chargeOf(session.payment_intent);
  const sold = (await now(context))?.revenue_cents ?? 0;
  context.clock.advance(WEEK_MS);
  await stage.program(`charges/${charge}/refund`, {});
  await stage.deliverAll();
  expect((await getWeeklyFigures(context)).slice(-2)).toMatchObject([
    { revenue_cents: sold - 500 },
    { revenue_cents: 0 },
  ]);
});
