import { beforeEach, describe, expect, it } from 'vitest';
import { invoke } from '../../tests/support/invoke.ts';
import { createApiEvent } from '../../tests/support/api-event.ts';
import { callHandler } from '../../tests/support/call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import {
  createPipelineHarness,
  type PipelineHarness,
} from '../../tests/support/pipeline-harness.ts';
import { createDebitEntry } from '../credits/rules/ledger.ts';
import { routes } from '../../tests/support/routes.ts';
import { checkCredits } from './check-credits.ts';
import { reviewAlert } from './sweep-low-balance-alerts.ts';

let world: PipelineHarness;

const table = await startFileTable();
beforeEach(async () => {
  world = await createPipelineHarness(table, { paid: true });
});

const choose = async (warn_below: number | null) => {
  const { headers, context } = world;
  return (
    await callHandler(context, routes.saveLowCredits, {
      headers,
      body: { warn_below, top_up: null },
    })
  ).body;
};
const check = async (headers = world.headers, email = 'ok1@a.fr') => {
  const event = createApiEvent(routes.checkEmail.route, { headers, body: { email } });
  const { statusCode } = await invoke(routes.checkEmail, world.context, event);
  expect(statusCode).toBe(200);
};

/** Returns the available credits stated in each email sent so far. */
async function sentAlerts(): Promise<number[]> {
  await world.drain();
  await world.reconcile();
  await world.drain();
  return world.sent.flatMap(({ subject, text }) =>
    subject.includes('are left')
      ? Number(/Credits available: ([\d,]+)/.exec(text)?.[1]?.replace(',', ''))
      : [],
  );
}

it('warns once when a check falls below the level, and again after the balance was above it', async () => {
  await world.grant(12);
  expect(await choose(10)).toEqual({ data: { warn_below: 10, top_up: null } });
  for (let n = 0; n < 2; n += 1) await check();
  expect(await sentAlerts()).toEqual([]);
  await check({ 'X-Api-Key': world.owner.apiKey ?? '' });
  expect(await sentAlerts()).toEqual([9]);
  // The warning is sent below the level, not at the level.
  await world.grant(2);
  for (let n = 0; n < 2; n += 1) await check();
  expect(await sentAlerts()).toEqual([9]);
  await world.grant(4);
  for (let n = 0; n < 4; n += 1) await check();
  expect(await sentAlerts()).toEqual([9, 9]);
});

it('warns about a list that takes almost all credits, even right after a grant', async () => {
  await world.grant(5);
  await choose(3);
  await world.upload('ok1@a.fr\nok2@a.fr\nok3@a.fr\n');
  expect(await sentAlerts()).toEqual([2]);
  await world.grant(2);
  await world.upload('ok1@a.fr\nok2@a.fr\n');
  expect(await sentAlerts()).toEqual([2, 2]);
});

it('warns about a list whose tasks could not be sent at first', async () => {
  await world.grant(5);
  await choose(3);
  await world.upload('ok1@a.fr\nok2@a.fr\nok3@a.fr\n');
  world.faults.failWhen((name) => (name === 'queues.sendVerify' ? 'before' : undefined));
  await world.drain();
  world.faults.failWhen(undefined);
  expect(await sentAlerts()).toEqual([2]);
});

it('also warns about the next drop if the alert changes while a warning is sent', async () => {
  const { context, userId } = world;
  await world.grant(10);
  await choose(5);
  await context.ledger.transact(userId, [createDebitEntry('many', 6)]);
  const mailQueue: typeof context.mailQueue = {
    async send(mail) {
      await context.mailQueue.send(mail);
      await context.lowBalanceAlerts.change(userId, () => ({ askedAt: undefined }));
    },
  };
  await reviewAlert({ ...context, mailQueue }, { userId, at: context.clock.now() });
  await world.grant(5);
  await check();
  await context.ledger.transact(userId, [createDebitEntry('more', 5)]);
  await check();
  expect(await sentAlerts()).toEqual([4, 2]);
});

it('sends one email, despite concurrent reviews and a crash after sending', async () => {
  const { context, userId } = world;
  await world.grant(10);
  await choose(5);
  await context.ledger.transact(userId, [createDebitEntry('many', 6)]);
  const user = await context.accounts.get(userId);
  await checkCredits(context, user);
  // The email was sent, but the process crashed before recording it.
  const due = { userId, at: context.clock.now() };
  const broken = {
    ...context.lowBalanceAlerts,
    change: () => Promise.reject(new Error('cut off')),
  };
  await expect(reviewAlert({ ...context, lowBalanceAlerts: broken }, due)).rejects.toThrow(
    'cut off',
  );
  await Promise.all([1, 2, 3, 4].map(() => reviewAlert(context, due)));
  expect(await sentAlerts()).toEqual([4]);
});

it('warns about the next drop even if a run was killed after its warning and the balance recovered', async () => {
  const { context, userId } = world;
  await world.grant(10);
  await choose(5);
  await context.ledger.transact(userId, [createDebitEntry('many', 6)]);
  await checkCredits(context, await context.accounts.get(userId));
  const { change } = context.lowBalanceAlerts;
  context.lowBalanceAlerts.change = () => Promise.reject(new Error('killed'));
  expect(await sentAlerts()).toEqual([4]);
  context.lowBalanceAlerts.change = change;
  await world.grant(5);
  expect(await sentAlerts()).toEqual([4]);
  await context.ledger.transact(userId, [createDebitEntry('more', 6)]);
  await check();
  expect(await sentAlerts()).toEqual([4, 2]);
});

describe('a list that waits for credits', () => {
  const waiting = async () => (await world.context.lowBalanceAlerts.find(world.userId)).waiting;
  const remove = (id: string) =>
    callHandler(world.context, routes.deleteFile, { headers: world.headers, params: { id } });
  beforeEach(async () => {
    const { lowBalanceAlerts } = world.context;
    await lowBalanceAlerts.update(await lowBalanceAlerts.find(world.userId), {
      topUp: { planId: 'pack_1000', below: 1, timesAMonth: 1, failures: 0 },
    });
    await world.grant(1);
  });

  it('is forgotten once it is deleted', async () => {
    const id = await world.upload('ok1@a.fr\nok2@a.fr\n');
    await world.drain();
    expect(await waiting()).toMatchObject({ needed: 2 });
    await remove(id);
    expect(await waiting()).toBeUndefined();
  });

  it('is forgotten if it starts to wait while it is being deleted', async () => {
    const id = await world.upload('ok1@a.fr\nok2@a.fr\n');
    const { get } = world.context.lists;
    world.context.lists.get = async (userId, listId) => {
      world.context.lists.get = get;
      await world.drain();
      expect(await waiting()).toMatchObject({ needed: 2 });
      return get(userId, listId);
    };
    await remove(id);
    expect(await waiting()).toBeUndefined();
  });

  it('is not recorded if it is deleted first', async () => {
    const id = await world.upload('ok1@a.fr\nok2@a.fr\n');
    const { change } = world.context.lowBalanceAlerts;
    world.context.lowBalanceAlerts.change = async (userId, decide) => {
      world.context.lowBalanceAlerts.change = change;
      await remove(id);
      await change(userId, decide);
    };
    await world.drain();
    expect(await world.list(id)).toBeUndefined();
    expect(await waiting()).toBeUndefined();
  });
});

it('sends no warning if the level is removed, or is set above the current balance', async () => {
  await world.grant(10);
  await choose(20);
  await check();
  expect(await sentAlerts()).toEqual([]);
  await choose(8);
  await choose(null);
  for (let n = 0; n < 3; n += 1) await check();
  expect(await sentAlerts()).toEqual([]);
});

it('does not fail a check if it fails itself, and the next check finds the due warning', async () => {
  await world.grant(10);
  await choose(10);
  world.faults.failWhen((name) => (name === 'db.put' ? 'before' : undefined));
  const user = await world.context.accounts.get(world.userId);
  await world.context.ledger.transact(world.userId, [createDebitEntry('one', 1)]);
  await checkCredits(world.context, user);
  world.faults.failWhen(undefined);
  expect(world.context.lines.join('')).toContain('credits_not_noted');
  expect(await sentAlerts()).toEqual([]);
  await check();
  expect(await sentAlerts()).toEqual([8]);
});

it('costs two reads for a user with an alert, and nothing for other users', async () => {
  await world.grant(10);
  const costOfCheck = async () => {
    const cost = { 'db.get': 0, 'db.put': 0, 'db.transact': 0, mailQueue: 0 };
    world.faults.failWhen((name) => {
      for (const each of Object.keys(cost) as (keyof typeof cost)[])
        if (name.startsWith(each)) cost[each] += 1;
      return undefined;
    });
    await check();
    world.faults.failWhen(undefined);
    return cost;
  };
  // The first check of a day also reads the budget of free answers.
  await check();
  const without = await costOfCheck();
  await choose(5);
  expect(await costOfCheck()).toEqual({ ...without, 'db.get': without['db.get'] + 2 });
  await choose(null);
  expect(await costOfCheck()).toEqual(without);
});

it('counts credits that a list has reserved and that a form has spent', async () => {
  await world.grant(12);
  await choose(10);
  await world.upload('ok1@a.fr\nok2@a.fr\nok3@a.fr\n');
  expect(await sentAlerts()).toEqual([9]);
  await world.grant(3);
  await check();
  const { headers, context } = world;
  const body = { name: 'Shop', origins: ['https://shop.example'], daily_checks: 9 };
  const form = await callHandler(context, routes.createForm, { headers, body });
  const key = form.body.data?.['live_key'];
  for (const email of ['ok4@a.fr', 'ok5@a.fr'])
    await callHandler(context, routes.checkForm, {
      headers: { 'Content-Type': 'text/plain;charset=UTF-8', Origin: 'https://shop.example' },
      body: JSON.stringify({ key, ask: 'mailbox', email }),
    });
  expect(await sentAlerts()).toEqual([9, 9]);
});

it('asks the billing worker to buy a pack that is due', async () => {
  const { context, userId } = world;
  const topUp = { planId: 'pack_1000', below: 10, timesAMonth: 2, failures: 0 };
  await context.lowBalanceAlerts.change(userId, () => ({ topUp }));
  await world.grant(10);
  await check();
  await world.reconcile();
  expect(context.stripeEvents).toEqual([{ kind: 'top_up', v: 1, userId }]);
});

it("sends one event to the customer's endpoints per email", async () => {
  await world.grant(12);
  await choose(10);
  for (let n = 0; n < 4; n += 1) await check();
  await sentAlerts();
  await world.reconcile();
  const events = await Array.fromAsync(world.context.outbox.listForUser(world.userId));
  expect(events).toMatchObject([{ type: 'credits.low', data: { available: 8, warn_below: 10 } }]);
});
