import { expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import {
  type PipelineHarness as Harness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { USER_STATUS } from '../../../shared/model/account.ts';
import { createDebitEntry } from '../../credits/rules/ledger.ts';
import { describeList } from '../history/describe-list.ts';
import { startWatch } from './watch-list.ts';

const table = await startFileTable();

const DAY_MINUTES = 24 * 60;
/** Four addresses are charged. After a month, `ok1`, `ok2` and the unknown `odd` are due. */
const LIST = 'ok1@a.fr\nok2@a.fr\nbad1@b.fr\nany@c.fr\nodd@d.fr';

const detail = (world: Harness, id: string) => describeList(world.context, world.userId, id, 'en');
const watch = ({ context, userId }: Harness, id: string) =>
  startWatch(context, userId, id, { every: 'month', maxCredits: 100 });

it('never buys credits or waits for them, even if another check reserves them first', async () => {
  const world = await createPipelineHarness(table);
  const { context, userId } = world;
  await world.grant(2 * 4 + 4 + 1);
  const ids = [await world.upload(LIST), await world.upload(LIST)];
  await world.drain();
  const topUp = { planId: 'pack_1000', below: 1, timesAMonth: 2, failures: 0 };
  await context.lowBalanceAlerts.change(userId, () => ({ topUp }));
  for (const id of ids) await watch(world, id);
  await world.advanceMinutes(30, 30);
  world.sent.length = 0;
  // Both checks are due in the same minute, but the credits cover only one.
  await context.ledger.transact(userId, [createDebitEntry('x', 1)]);
  context.clock.advance(30 * DAY_MINUTES * 60_000);
  await world.reconcile();
  await world.drain();
  await world.advanceMinutes(60, 1);
  expect(context.stripeEvents).toEqual([]);
  const watches = await Promise.all(ids.map(async (id) => (await detail(world, id)).watch));
  expect(watches.map((each) => each?.stopped).toSorted()).toEqual(['insufficient_credit', null]);
  expect(world.sent.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('no longer watched'),
  ]);
  await expectInvariants(world);
  world.engine.attempts.clear();
  await world.grant(100);
  await world.advanceMinutes(DAY_MINUTES, 60);
  expect([...world.engine.attempts.keys()]).toEqual([]);
  const stopped = ids[watches.findIndex((each) => each?.stopped !== null)] ?? '';
  await watch(world, stopped);
  await world.advanceMinutes(DAY_MINUTES, DAY_MINUTES);
  expect([...world.engine.attempts.keys()].toSorted()).toEqual([
    'odd@d.fr',
    'ok1@a.fr',
    'ok2@a.fr',
  ]);
  await expectInvariants(world);
});

it('ends a check that became due while the owner was inactive if the credits were spent since', async () => {
  const world = await createPipelineHarness(table);
  await world.grant(9);
  const listId = await world.upload(LIST);
  await world.drain();
  await world.advanceMinutes(30, 30);
  world.sent.length = 0;
  const { context, userId } = world;
  world.engine.attempts.clear();
  await watch(world, listId);
  context.clock.advance(30 * DAY_MINUTES * 60_000);
  await world.reconcile();
  await context.accounts.setStatus(userId, USER_STATUS.inactive);
  await world.drain();
  await context.ledger.transact(userId, [createDebitEntry('y', 5)]);
  await context.accounts.setStatus(userId, USER_STATUS.active);
  await world.advanceMinutes(2 * DAY_MINUTES, DAY_MINUTES);
  expect((await detail(world, listId)).watch).toMatchObject({ stopped: 'insufficient_credit' });
  expect(world.sent).toHaveLength(1);
  const events = await Array.fromAsync(context.outbox.listForUser(userId));
  expect(events.map(({ type }) => type)).not.toContain('list.paused');
  await world.grant(100);
  await world.advanceMinutes(2 * DAY_MINUTES, DAY_MINUTES);
  expect([...world.engine.attempts.keys()]).toEqual([]);
  await expectInvariants(world);
});

it('stays stopped if the list was renamed at that moment and credits arrive later', async () => {
  const world = await createPipelineHarness(table);
  const { context, userId } = world;
  await world.grant(5);
  const listId = await world.upload(LIST);
  await world.drain();
  await world.advanceMinutes(30, 30);
  world.sent.length = 0;
  world.engine.attempts.clear();
  await watch(world, listId);
  context.clock.advance(30 * DAY_MINUTES * 60_000);
  const { rename, setWatch } = context.lists;
  context.lists.setWatch = async (...args) => {
    context.lists.setWatch = setWatch;
    await rename(userId, listId, 'Renamed');
    return setWatch(...args);
  };
  await world.reconcile();
  await world.drain();
  expect(world.sent.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('no longer watched'),
  ]);
  expect((await detail(world, listId)).watch).toMatchObject({ stopped: 'insufficient_credit' });
  await world.grant(100);
  await world.advanceMinutes(2 * DAY_MINUTES, DAY_MINUTES);
  expect([...world.engine.attempts.keys()]).toEqual([]);
});
