import { describe, expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { MINUTE_MS } from '../../../shared/model/duration.ts';
import { deleteList } from '../history/delete-list.ts';
import { recheckList } from '../recheck/recheck-list.ts';

/** Many lists of one account, whose engine works on one message after another. */

const table = await startFileTable();

const addresses = (count: number, from = 0): string =>
  Array.from(
    { length: count },
    (_, at) => `ok${from + at}@d${Math.floor((from + at) / 5)}.fr`,
  ).join('\n');

async function createCustomer(paid: boolean): Promise<PipelineHarness> {
  const world = await createPipelineHarness(table, { paid });
  await world.grant(100_000);
  await world.drain();
  return world;
}

/** Delivers the messages of all queues except the engine's. Returns their number. */
async function drainOthers(world: PipelineHarness): Promise<number> {
  const { clock } = world.context;
  for (let count = 0; ; count += 1) {
    const next = world.queues.waiting.find(
      ({ queue, visibleAt }) => queue !== 'express' && queue !== 'bulk' && visibleAt <= clock.now(),
    );
    if (!next) return count;
    await world.deliver(next);
  }
}

/** Delivers one message to the engine, from the express queue if it has one. */
async function runEngine(world: PipelineHarness): Promise<void> {
  const { waiting } = world.queues;
  const next =
    waiting.find(({ queue }) => queue === 'express') ??
    waiting.find(({ queue }) => queue === 'bulk');
  if (next) await world.deliver(next);
  await drainOthers(world);
}

async function uploadMany(world: PipelineHarness, count: number, size: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    ids.push(await world.upload(addresses(size, 50_000 + at * size)));
    await drainOthers(world);
  }
  return ids;
}

const statuses = async (world: PipelineHarness, ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => world.list(id)))).map((list) => list?.status);

describe('the small lists of an account', () => {
  it.each([
    ['paying', true],
    ['trial', false],
  ])('end before half of a large one that was sent first, %s', async (_, paid) => {
    const world = await createCustomer(paid);
    const large = await world.upload(addresses(20_000));
    await drainOthers(world);
    const small = await uploadMany(world, 10, 10);
    for (let run = 0; run < 20; run += 1) await runEngine(world);
    expect(await statuses(world, small)).toEqual(small.map(() => 7));
    expect((await world.list(large))?.processed).toBeLessThan(10_000);
  });

  it.each([
    ['buys credits', false],
    ['gets its payment back', true],
  ])('all end without waiting if the account %s in the meantime', async (_, paid) => {
    const world = await createCustomer(paid);
    const ids = await uploadMany(world, 9, 40);
    await world.context.apiKeys.setPaid(world.userId, !paid);
    await world.drain();
    expect(await statuses(world, ids)).toEqual(ids.map(() => 7));
    await expectInvariants(world);
  });

  it('go on without the ones that are deleted, and leave no record of their tasks', async () => {
    const world = await createCustomer(true);
    const ids = await uploadMany(world, 12, 40);
    const deleted = ids.slice(0, 8);
    for (const id of deleted) await deleteList(world.context, world.userId, id);
    await world.drain();
    expect(await statuses(world, ids.slice(8))).toEqual([7, 7, 7, 7]);
    await world.advanceMinutes(40, 5);
    for (const id of ids)
      expect(await Array.fromAsync(world.context.db.query({ partition: `LIST#${id}` }))).toEqual(
        [],
      );
    expect(
      world.blobs.keysWithContent().filter((key) => deleted.some((id) => key.includes(id))),
    ).toEqual([]);
    await expectInvariants(world);
  });

  it('are deleted with a recheck that the engine works on, whose credits return', async () => {
    const world = await createCustomer(true);
    const listId = await world.upload(
      Array.from({ length: 50 }, (_, at) => `late${at}@d${at}.fr`).join('\n'),
    );
    await world.drain();
    await world.advanceMinutes(30, 10);
    await recheckList(world.context, world.userId, listId, { by: 'web' });
    await drainOthers(world);
    await deleteList(world.context, world.userId, listId);
    await world.drain();
    await world.advanceMinutes(40, 10);
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({
      available: 100_000,
      reserved: 0,
    });
    expect(world.blobs.keysWithContent()).toEqual([]);
  });
});

it('twenty long lists need few messages per task, although the engine is slower than its queue', async () => {
  const world = await createCustomer(true);
  const ids = await uploadMany(world, 20, 3600);
  const tasks = new Set<string>();
  let others = 0;
  let minutes = 0;
  for (
    ;
    minutes < 60 && (await statuses(world, ids)).some((status) => status !== 7);
    minutes += 1
  ) {
    world.context.clock.advance(MINUTE_MS);
    await world.reconcile();
    others += await drainOthers(world);
    const { size } = world.engine.attempts;
    for (const message of world.queues.waiting.filter(({ queue }) => queue === 'bulk')) {
      if (world.engine.attempts.size >= size + 7 * 500) break;
      const { listId, task } = JSON.parse(message.body).task;
      tasks.add(`${listId}#${task}`);
      await world.deliver(message);
    }
    others += await drainOthers(world);
  }
  expect(minutes).toBeLessThanOrEqual(25);
  expect(others).toBeLessThanOrEqual(4 * tasks.size);
  expect([...world.engine.attempts.values()].every((times) => times === 1)).toBe(true);
});
