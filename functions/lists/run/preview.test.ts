import { beforeEach, describe, expect, it } from 'vitest';
import { callHandler } from '../../../tests/support/call.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { crashAtSomeCalls } from '../../../tests/support/crash-at-each-call.ts';
import { exhaustFreeAnswers } from '../../../tests/support/free-answers.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { routes } from '../../../tests/support/routes.ts';
import { DAY_MS, nextUtcMidnight } from '../../../shared/model/duration.ts';
import type { ListedRow } from '../../../shared/contract/list-rows.ts';
import { deleteList } from '../history/delete-list.ts';
import { computePreviewSize, drawSample } from './start-list.ts';
import { newList } from '../rules/list.ts';
import { formatRecheckId } from '../rules/recheck-id.ts';
import { start } from '../rules/transitions.ts';

let world: PipelineHarness;

const table = await startFileTable();
beforeEach(async () => {
  world = await createPipelineHarness(table);
});

const NAMES = ['ok', 'bad', 'any', 'odd'];
/** Forty distinct addresses, a repeated one and a malformed one. */
const FILE = [
  ...Array.from({ length: 40 }, (_, at) => `${NAMES[at % 4]}${at}@d${at % 3}.fr`),
  'OK0@d0.fr',
  'nobody@',
].join('\n');
const INCONCLUSIVE_COUNT = 10;

const createListAwaitingCredits = async (credits = 12, content = FILE): Promise<string> => {
  await world.grant(credits);
  const listId = await world.upload(content);
  await world.drain();
  return listId;
};

const rowsOf = async (listId: string): Promise<ListedRow[]> => {
  const { context, headers } = world;
  const { body } = await callHandler(context, routes.listRows, { headers, params: { id: listId } });
  return (body['data'] as { rows: ListedRow[] }).rows;
};

const detailOf = async (listId: string) => {
  const { context, headers } = world;
  return (await callHandler(context, routes.getFile, { headers, params: { id: listId } })).body[
    'data'
  ];
};

const balance = () => world.context.ledger.balance(world.userId);

/** Conclusive results must be charged once, and all others not at all. */
async function expectFinished(listId: string, credits: number): Promise<void> {
  const list = await world.list(listId);
  expect(list).toMatchObject({ status: 7, total: 41, processed: 41, duplicates: 1 });
  expect(list).toMatchObject({
    valid: 10,
    invalid: 11,
    risky: 10,
    unknown: INCONCLUSIVE_COUNT,
    charged: 30,
  });
  expect(await balance()).toMatchObject({ reserved: 0, consumed: 30, available: credits - 30 });
  const lines = world.result(listId).trim().split('\r\n');
  expect(lines).toHaveLength(43);
  await expectInvariants(world);
}

describe('a list larger than the credits', () => {
  it('is reported by one email with its preview, unless the rest is paid for first', async () => {
    const listId = await createListAwaitingCredits();
    const list = await world.list(listId);
    const share = (part = 0) => `${Math.round((part / 12) * 100)}%`;
    expect(world.sent.map(({ subject }) => subject)).toEqual([
      `“My list”: ${share(list?.valid)} safe, ${share((list?.invalid ?? 0) - 1)} to remove`,
    ]);
    expect(world.sent[0]?.text).toContain('Credits needed: 28');
    expect(world.sent[0]?.text).toContain(`/lists/${listId}`);
    expect(world.sent[0]?.text).not.toContain('/pricing-plan');
    const paid = await world.upload(FILE.replaceAll('@', 'x@'));
    await world.grant(80);
    await world.drain();
    await world.advanceMinutes(31);
    expect(await world.list(paid)).toMatchObject({ status: 7 });
    expect(world.sent.filter(({ subject }) => subject.includes('safe'))).toHaveLength(1);
  });

  it('verifies as many addresses as there are credits, and the rest once it is paid for', async () => {
    const listId = await createListAwaitingCredits();
    const list = await world.list(listId);
    expect(list).toMatchObject({ status: 5, reason: 'insufficient_credit', startDate: null });
    expect(list).toMatchObject({ look: 12, processed: 13, open: 0, reserved: 12 });
    expect(world.engine.attempts.size).toBe(12);
    expect(new Set((await rowsOf(listId)).map(({ email }) => email))).toEqual(
      new Set(world.engine.attempts.keys()),
    );
    const charged = list?.charged ?? 0;
    expect(await detailOf(listId)).toMatchObject({
      credits_needed: 28,
      credits_reserved: 12 - charged,
      credits_charged: charged,
    });
    expect(world.queues.waiting).toEqual([]);
    await expectInvariants(world);

    await world.grant(27);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 5 });
    await world.grant(1);
    await world.drain();
    await expectFinished(listId, 40);
    expect([...world.engine.attempts.values()]).toEqual(Array.from({ length: 40 }, () => 1));
    const entries = await Array.fromAsync(world.context.ledger.entries(world.userId));
    const amountsOf = (kind: string) =>
      entries.flatMap((each) => (each.kind === kind ? each.amount : []));
    expect(amountsOf('reserve').toSorted()).toEqual([12, 28]);
    expect([amountsOf('settle'), amountsOf('release')]).toEqual([[30], [10]]);
  });

  it('starts if it is paid for before its preview has started', async () => {
    await world.grant(12);
    const listId = await world.upload(FILE);
    await world.drain(async () => (await world.list(listId))?.look !== undefined);
    expect(world.engine.attempts.size).toBe(0);
    await world.context.ledger.grant(world.userId, { source: 'adm:x', amount: 28, why: 'test' });
    const resume = { kind: 'resume', v: 1, userId: world.userId } as const;
    world.queues.put('list', resume);
    const message = world.queues.waiting.findLast(({ queue }) => queue === 'list');
    if (message) await world.deliver(message);
    expect(await world.list(listId)).toMatchObject({ status: 3, open: 2, reserved: 40 });
    await world.drain();
    await expectFinished(listId, 40);
    expect([...world.engine.attempts.values()]).toEqual(Array.from({ length: 40 }, () => 1));
  });

  it('reserves nothing for a run that read the list before its preview', async () => {
    const listId = await createListAwaitingCredits();
    const list = await world.list(listId);
    if (!list) throw new Error('list not found');
    await world.context.ledger.grant(world.userId, { source: 'adm:x', amount: 40, why: 'test' });
    const { context } = world;
    const staleList = { ...list, reserved: 0, look: undefined };
    expect(
      await context.lists.reserve(
        staleList,
        start(staleList, { tasks: 1, window: 7 }, context.clock.now(), undefined),
      ),
    ).toBe(undefined);
    expect(await balance()).toMatchObject({ available: 40, reserved: 12 });
    await expectInvariants(world);
  });

  it('retries deferred addresses of the preview, and resends its lost messages', async () => {
    const grey = Array.from({ length: 40 }, (_, at) => `grey${at}@d.fr`).join('\n');
    await world.grant(12);
    const listId = await world.upload(grey);
    await world.drain(async () => (await world.list(listId))?.look !== undefined);
    world.queues.waiting.splice(0);
    expect(await world.list(listId)).toMatchObject({ status: 5, open: 1, processed: 0 });
    await world.advanceMinutes(90);
    expect(await world.list(listId)).toMatchObject({ status: 5, open: 0, valid: 12, charged: 12 });
    await expectInvariants(world);
  });

  it('marks addresses that crash every worker as unknown, free of charge', async () => {
    const poison = Array.from({ length: 30 }, (_, at) => `poison${at}@d.fr`).join('\n');
    const listId = await createListAwaitingCredits(10, poison);
    await world.advanceMinutes(60);
    expect(await world.list(listId)).toMatchObject({ status: 5, open: 0, unknown: 10, charged: 0 });
    await world.grant(20);
    await world.advanceMinutes(60);
    expect(await world.list(listId)).toMatchObject({ status: 7, unknown: 30, charged: 0 });
    expect(await balance()).toMatchObject({ available: 30, reserved: 0 });
    await expectInvariants(world);
  });

  it('releases unused credits if it is deleted or not paid for in time', async () => {
    const deleted = await createListAwaitingCredits();
    const { charged = 0 } = (await world.list(deleted)) ?? {};
    await deleteList(world.context, world.userId, deleted);
    expect(await balance()).toMatchObject({ available: 12 - charged, consumed: charged });
    await world.grant(charged);
    const listId = await world.upload(FILE);
    await world.drain();
    world.context.clock.advance(31 * 24 * 3600 * 1000);
    await world.advanceMinutes(2);
    const ended = await world.list(listId);
    expect(ended).toMatchObject({ status: 6, reason: 'paused_too_long', reserved: 0 });
    expect(ended?.charged).toBeGreaterThan(0);
    const spent = charged + (ended?.charged ?? 0);
    expect(await balance()).toMatchObject({ available: 12 + charged - spent, consumed: spent });
    await expectInvariants(world);
  });

  it('is canceled after 30 days even if its preview never starts', async () => {
    const { context } = world;
    await world.grant(12);
    for (let day = 0; day < 32; day += 1)
      await exhaustFreeAnswers(world, context.clock.now() + day * DAY_MS);
    const listId = await world.upload(FILE);
    await world.drain();
    await world.advanceMinutes(29 * 24 * 60, 60);
    expect(await world.list(listId)).toMatchObject({ status: 5, open: 0, reason: 'daily_limit' });
    await world.advanceMinutes(2 * 24 * 60, 60);
    expect(await world.list(listId)).toMatchObject({ status: 6, reason: 'paused_too_long' });
    expect(await balance()).toMatchObject({ available: 12, reserved: 0 });
    await expectInvariants(world);
  });

  it('gets its preview soon after midnight if the daily limit delays it', async () => {
    const { context } = world;
    // Start right after midnight UTC, because a list paused shortly before midnight is reviewed
    // late.
    context.clock.advance(nextUtcMidnight(context.clock.now()) - context.clock.now());
    await world.grant(12);
    await exhaustFreeAnswers(world, context.clock.now());
    const listId = await world.upload(FILE);
    await world.drain();
    const now = context.clock.now();
    await world.advanceMinutes((nextUtcMidnight(now) - now) / 60_000 + 2, 1);
    expect(await world.list(listId)).toMatchObject({ status: 5, open: 0, processed: 13 });
  });

  it('charges no address twice after a crash at any call', async () => {
    const calls = await crashAtSomeCalls(async (crash) => {
      world = await createPipelineHarness(table);
      await world.grant(12);
      await world.drain();
      const listId = await world.upload(FILE);
      await crash(world.faults, () => world.drain());
      await expectInvariants(world);
      await world.advanceMinutes(40, 2);
      expect(await world.list(listId)).toMatchObject({ status: 5, look: 12, processed: 13 });
      await world.grant(28);
      await world.advanceMinutes(2);
      await expectFinished(listId, 40);
    });
    expect(calls).toBeGreaterThan(20);
  });
});

describe('the size of a preview', () => {
  const list = newList(
    { userId: 'u', listId: 'l', name: 'l', sourceName: 'l.csv', createdAt: '' },
    0,
  );
  const sizeFor = (total: number, available: number, more = {}) =>
    computePreviewSize({ ...list, total, badSyntax: 10, ...more }, available);

  it('equals the available credits, from ten to a thousand', () => {
    expect([9, 10, 100, 1000, 4000].map((available) => sizeFor(5010, available))).toEqual([
      undefined,
      10,
      100,
      1000,
      1000,
    ]);
  });

  it('is undefined if the credits suffice and for a recheck', () => {
    expect(sizeFor(110, 100)).toBeUndefined();
    const recheckOf = { listId: 'l', result: 'l' };
    expect(sizeFor(500, 100, { listId: formatRecheckId('l', 1), recheckOf })).toBeUndefined();
  });
});

describe('a sample', () => {
  it('is deterministic, without repetition, and specific to the list', () => {
    const drawn = drawSample('a', 5000, 1000);
    expect(drawn).toEqual(drawSample('a', 5000, 1000));
    expect(drawn.size).toBe(1000);
    expect([...drawn].every((number) => number >= 0 && number < 5000)).toBe(true);
    expect(drawSample('b', 5000, 1000)).not.toEqual(drawn);
    expect(drawSample('a', 7, 7).size).toBe(7);
  });

  it('contains all addresses with equal probability', () => {
    const counts = Array.from({ length: 20 }, () => 0);
    for (let seed = 0; seed < 2000; seed += 1)
      for (const number of drawSample(`list ${seed}`, 20, 5))
        counts[number] = (counts[number] ?? 0) + 1;
    // Each count is expected to be 500, with a standard deviation of 19.
    for (const each of counts) expect(Math.abs(each - 500)).toBeLessThan(95);
  });
});
