import { beforeEach, describe, expect, it } from 'vitest';
import { crashAtSomeCalls } from '../../../tests/support/crash-at-each-call.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { exhaustFreeAnswers, readFreeAnswers } from '../../../tests/support/free-answers.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { USER_STATUS } from '../../../shared/model/account.ts';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { deleteList } from '../history/delete-list.ts';
import { recheckList } from '../recheck/recheck-list.ts';
import { cancelList } from './run-on-list.ts';

const table = await startFileTable();
const MINUTES_PER_DAY = 24 * 60;

let world: PipelineHarness;

/** Spreads the addresses over domains, so that no task is slowed down. */
const inconclusive = (count: number, domain: string): string =>
  Array.from({ length: count }, (_, at) => `odd${at}@${at % 30}.${domain}\n`).join('');

/** Starts at midnight UTC, so that the limit lasts for a whole day. */
async function setUp(credits: number, traits: { paid?: boolean } = {}): Promise<void> {
  world = await createPipelineHarness(table, traits);
  const { clock } = world.context;
  clock.advance(DAY_MS - (clock.now() % DAY_MS));
  await world.grant(credits);
}

const upload = async (content: string): Promise<string> => {
  const listId = await world.upload(content);
  await world.drain();
  return listId;
};

describe('a trial account without free answers', () => {
  beforeEach(async () => {
    await setUp(1000);
    await exhaustFreeAnswers(world);
  });

  it('has its lists paused with a reason until the next day', async () => {
    const listId = await upload(inconclusive(5, 'b.fr'));
    await world.advanceMinutes(60, 10);
    expect(world.engine.attempts.size).toBe(0);
    expect(await world.list(listId)).toMatchObject({
      status: 5,
      reason: 'daily_limit',
      reserved: 5,
    });
    const events = await Array.fromAsync(world.context.outbox.listForUser(world.userId));
    expect(events.map(({ type }) => type)).toEqual(['list.paused']);
    await expectInvariants(world);
    await world.advanceMinutes(MINUTES_PER_DAY, 30);
    expect(await world.list(listId)).toMatchObject({ status: 7, unknown: 5, charged: 0 });
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({ available: 1000 });
    expect(await readFreeAnswers(world)).toEqual({ used: 5, limit: 200 });
    await expectInvariants(world);
  });

  it('gets no preview, and continues immediately when it buys credits', async () => {
    const paused = await upload(inconclusive(5, 'b.fr'));
    const unaffordable = await upload(inconclusive(1010, 'c.fr'));
    expect(await world.list(unaffordable)).toMatchObject({ reason: 'daily_limit', reserved: 0 });
    expect(world.engine.attempts.size).toBe(0);
    await world.context.apiKeys.setPaid(world.userId, true);
    await world.grant(100);
    await world.drain();
    await world.advanceMinutes(20, 5);
    expect(await world.list(paused)).toMatchObject({ status: 7, unknown: 5 });
    expect(await world.list(unaffordable)).toMatchObject({ status: 7, unknown: 1010 });
    await expectInvariants(world);
  });
});

describe('the free answers of a trial account', () => {
  /** Two answers are free and three are charged. */
  const FILE = 'ok1@a.fr\nodd1@b.fr\nok2@c.fr\nodd2@d.fr\nbad1@e.fr\n';

  it('are reserved for a list when it starts, and returned if they are charged', async () => {
    await setUp(100);
    await world.upload(FILE);
    await world.drain(async () => world.queues.waiting.some(({ queue }) => queue !== 'list'));
    expect(await readFreeAnswers(world)).toEqual({ used: 5, limit: 300 });
    await world.drain();
    expect(await readFreeAnswers(world)).toEqual({ used: 2, limit: 300 });
  });

  it('suffice for one of two lists that read the same budget', async () => {
    await setUp(100);
    await exhaustFreeAnswers(world, undefined, 6);
    const { freeAnswers } = world.context;
    const { read } = freeAnswers;
    const second = await world.upload(FILE);
    await world.upload(FILE.replaceAll('1@', '3@'));
    freeAnswers.read = async (...given) => {
      const budget = await read(...given);
      freeAnswers.read = read;
      await world.drain();
      return budget;
    };
    await world.drain();
    await world.advanceMinutes(60, 5);
    const lists = await world.context.lists.listWithRechecks(world.userId);
    expect(lists.map(({ status }) => status).toSorted()).toEqual([5, 7]);
    expect(await readFreeAnswers(world)).toEqual({ used: 296, limit: 300 });
    await world.advanceMinutes(MINUTES_PER_DAY, 30);
    expect(await world.list(second)).toMatchObject({ status: 7, unknown: 2 });
    await expectInvariants(world);
  });

  it('are used up by a deleted list, but not by one that the service cancels', async () => {
    await setUp(100);
    const start = async () => {
      const listId = await world.upload(FILE);
      await world.drain(async () => (await world.list(listId))?.status === 3);
      return listId;
    };
    const list = await world.list(await start());
    if (list) await cancelList(world.context, list, 'processing_failed');
    expect(await readFreeAnswers(world)).toEqual({ used: 0, limit: 300 });
    await deleteList(world.context, world.userId, await start());
    expect(await readFreeAnswers(world)).toEqual({ used: 5, limit: 300 });
    await world.drain();
    expect(await readFreeAnswers(world)).toEqual({ used: 5, limit: 300 });
  });

  it('are not returned a second time when an ended list is deleted', async () => {
    await setUp(100);
    const finished = await upload(FILE);
    expect(await readFreeAnswers(world)).toEqual({ used: 2, limit: 300 });
    await deleteList(world.context, world.userId, finished);
    expect(await readFreeAnswers(world)).toEqual({ used: 2, limit: 300 });
    const canceled = await world.upload(FILE);
    await world.drain(async () => ((await world.list(canceled))?.charged ?? 0) > 0);
    const list = await world.list(canceled);
    if (list) await cancelList(world.context, list, 'too_many_refusals');
    const ended = await world.list(canceled);
    expect(ended).toMatchObject({ status: 6, reserved: 0, charged: list?.charged });
    const after = { used: 2 + 5 - (ended?.charged ?? 0), limit: 300 };
    expect(await readFreeAnswers(world)).toEqual(after);
    await deleteList(world.context, world.userId, canceled);
    expect(await readFreeAnswers(world)).toEqual(after);
    await expectInvariants(world);
  });

  it('equal the unknown results after a crash at any call', async () => {
    const calls = await crashAtSomeCalls(async (crash) => {
      await setUp(100);
      const listId = await world.upload(FILE);
      await crash(world.faults, () => world.drain());
      await world.advanceMinutes(48, 16);
      expect(await world.list(listId)).toMatchObject({ status: 7, unknown: 2 });
      expect(await readFreeAnswers(world)).toEqual({ used: 2, limit: 300 });
      await expectInvariants(world);
    });
    expect(calls).toBeGreaterThan(20);
  });

  it('are reserved for a preview, and for the rest unless it is bought', async () => {
    await setUp(12);
    const listId = await upload(inconclusive(40, 'a.fr'));
    expect(await world.list(listId)).toMatchObject({ look: 12, unknown: 12 });
    expect(await readFreeAnswers(world)).toEqual({ used: 12, limit: 212 });
    await world.advanceMinutes(MINUTES_PER_DAY, 60);
    await world.context.apiKeys.setPaid(world.userId, true);
    await world.grant(100);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, unknown: 40 });
    expect(await readFreeAnswers(world)).toEqual({ used: 0, limit: 312 });
  });
});

describe('a paying account', () => {
  it('never has a list paused for inconclusive results', async () => {
    await setUp(1000, { paid: true });
    await exhaustFreeAnswers(world);
    const listId = await upload(inconclusive(500, 'a.fr'));
    expect(await world.list(listId)).toMatchObject({ status: 7, unknown: 500 });
    expect(await readFreeAnswers(world)).toEqual({ used: 1200, limit: 1200 });
  });

  it('has a recheck paused that exceeds what it has or was charged in 30 days', async () => {
    await setUp(300, { paid: true });
    const listId = await upload(inconclusive(260, 'a.fr'));
    const recheck = async () => {
      const { listId: id } = await recheckList(world.context, world.userId, listId, { by: 'web' });
      await world.drain();
      return world.list(id);
    };
    expect(await recheck()).toMatchObject({ status: 7, unknown: 260, charged: 0 });
    expect(await readFreeAnswers(world)).toEqual({ used: 260, limit: 500 });
    expect(await recheck()).toMatchObject({ status: 5, reason: 'daily_limit', reserved: 260 });
    await world.advanceMinutes(MINUTES_PER_DAY, 30);
    expect(await readFreeAnswers(world)).toEqual({ used: 260, limit: 440 });
    const third = await recheck();
    expect(third).toMatchObject({ status: 5 });
    await world.advanceMinutes(31 * MINUTES_PER_DAY, 60);
    expect(await world.list(third?.listId ?? '')).toMatchObject({ status: 7 });
    await expectInvariants(world);
  });
});

it('runs no preview of an account that was deactivated', async () => {
  world = await createPipelineHarness(table);
  const { context, userId } = world;
  await world.grant(20);
  const listId = await world.upload(inconclusive(40, 'e.fr'));
  await world.drain(async () => (await world.list(listId))?.open === 1);
  const user = await context.accounts.get(userId);
  expect(user).toBeDefined();
  await context.accounts.setStatus(userId, USER_STATUS.inactive);
  await world.drain();
  await world.advanceMinutes(60, 20);
  expect(world.engine.attempts.size).toBe(0);
  await context.accounts.setStatus(userId, USER_STATUS.active);
  await world.advanceMinutes(60, 20);
  expect(world.engine.attempts.size).toBe(20);
});
