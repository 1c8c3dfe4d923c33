import { describe, expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { USER_STATUS } from '../../../shared/model/account.ts';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { DAILY_TRIAL_INCONCLUSIVE_RESULTS } from '../../../shared/model/credits.ts';

const table = await startFileTable();

/** Spread over domains, so that no task is slowed down. */
const inconclusive = (count: number, domain: string): string =>
  Array.from({ length: count }, (_, at) => `odd${at}@${at % 30}.${domain}\n`).join('');

async function exhaustTrial(traits: { paid?: boolean } = {}): Promise<PipelineHarness> {
  const world = await createPipelineHarness(table, traits);
  const { clock } = world.context;
  // Start at midnight UTC, so that the limit lasts for a whole day.
  clock.advance(DAY_MS - (clock.now() % DAY_MS));
  await world.grant(1000);
  const listId = await world.upload(inconclusive(DAILY_TRIAL_INCONCLUSIVE_RESULTS, 'a.fr'));
  await world.drain();
  expect(await world.list(listId)).toMatchObject({
    status: 7,
    unknown: DAILY_TRIAL_INCONCLUSIVE_RESULTS,
  });
  world.engine.attempts.clear();
  return world;
}

const MINUTES_PER_DAY = 24 * 60;

describe('a trial account at its daily limit of inconclusive results', () => {
  it('has its lists paused with a reason until the next day', async () => {
    const world = await exhaustTrial();
    const listId = await world.upload(inconclusive(5, 'b.fr'));
    await world.drain();
    await world.advanceMinutes(60, 10);
    expect(world.engine.attempts.size).toBe(0);
    expect(await world.list(listId)).toMatchObject({
      status: 5,
      reason: 'daily_limit',
      reserved: 5,
    });
    const events = await Array.fromAsync(world.context.outbox.listForUser(world.userId));
    expect(events.map(({ type }) => type).toSorted()).toEqual(['list.finished', 'list.paused']);
    await expectInvariants(world);
    await world.advanceMinutes(MINUTES_PER_DAY, 30);
    expect(await world.list(listId)).toMatchObject({ status: 7, unknown: 5, charged: 0 });
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({ available: 1000 });
    await expectInvariants(world);
  });

  it('gets no preview, and continues immediately when it buys credits', async () => {
    const world = await exhaustTrial();
    const paused = await world.upload(inconclusive(5, 'b.fr'));
    const unaffordable = await world.upload(inconclusive(1010, 'c.fr'));
    await world.drain();
    expect(await world.list(unaffordable)).toMatchObject({
      reason: 'insufficient_credit',
      open: 1,
    });
    expect(world.engine.attempts.size).toBe(0);
    await world.context.apiKeys.setPaid(world.userId, true);
    await world.grant(100);
    await world.drain();
    await world.advanceMinutes(20, 5);
    expect(await world.list(paused)).toMatchObject({ status: 7, unknown: 5 });
    expect(await world.list(unaffordable)).toMatchObject({ status: 7, unknown: 1010 });
    await expectInvariants(world);
  });

  it('loses no verdicts of a task that was running when another task paused the list', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(2000);
    const listId = await world.upload(inconclusive(1200, 'd.fr'));
    // Tasks with many addresses of a domain wait for each other.
    await world.advanceMinutes(5);
    expect(await world.list(listId)).toMatchObject({ status: 5, reason: 'daily_limit' });
    const asked = world.engine.attempts.size;
    expect(asked).toBeLessThan(1200);
    expect((await world.list(listId))?.unknown).toBe(asked);
    for (let day = 0; day < 3; day += 1) await world.advanceMinutes(MINUTES_PER_DAY, 60);
    expect(await world.list(listId)).toMatchObject({ status: 7, unknown: 1200 });
    await expectInvariants(world);
  });
});

it('never pauses a paying account for inconclusive results', async () => {
  const world = await exhaustTrial({ paid: true });
  const listId = await world.upload(inconclusive(5, 'b.fr'));
  await world.drain();
  expect(await world.list(listId)).toMatchObject({ status: 7, unknown: 5 });
});

it('runs no preview of an account that was deactivated', async () => {
  const world = await createPipelineHarness(table);
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
