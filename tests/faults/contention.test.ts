import { expect, it } from 'vitest';
import { ENGINE_BUSY_SECONDS } from '../../functions/checks/check-attempt.ts';
import { lists } from '../../infra/features/lists.ts';
import { maxWorkerConcurrency } from '../../infra/features/concurrency.ts';
import { createLocalConfig, createStageConfig } from '../../infra/stage/config.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { PRODUCTION_CONFIG } from '../infra/production.ts';
import { CONTENDED_RETRY_POLICY, DEFAULT_RETRY_POLICY } from '../../functions/platform/retry.ts';
import { completeUnderContention } from '../support/contention.ts';
import { startTable } from '../support/dynamo.ts';
import { startFileTable } from '../support/file-table.ts';
import type { WaitingMessage } from '../support/memory-queues.ts';
import { createPipelineHarness } from '../support/pipeline-harness.ts';
import { randomFrom } from '../support/random.ts';

/** Milliseconds that a task reserves for recording its results. */
const RESERVE_MS = 20_000;
const WORKERS = 200;

it.each([10, 20])(
  'two hundred workers each complete a task of one list at the same time, at %i ms per transaction',
  async (transactionMs) => {
    await using table = await startTable();
    const random = randomFrom(transactionMs);
    const load = { workers: WORKERS, transactionMs, retryTimes: CONTENDED_RETRY_POLICY, random };
    const { failed, durationsMs, list } = await completeUnderContention(table, load);
    expect(failed).toBe(0);
    expect(list).toMatchObject({ open: 0, processed: 200, valid: 200, version: 201 });
    // The completions ran one after another, and even the last one was in time.
    expect(durationsMs.at(-1)).toBeGreaterThanOrEqual(200 * transactionMs);
    expect(durationsMs.at(-1)).toBeLessThan(RESERVE_MS);
  },
);

it('some completions fail with the fewer retries that other writes have', async () => {
  await using table = await startTable();
  const load = {
    workers: WORKERS,
    transactionMs: 20,
    retryTimes: DEFAULT_RETRY_POLICY,
    random: randomFrom(1),
  };
  const { failed, list } = await completeUnderContention(table, load);
  expect(failed).toBeGreaterThan(50);
  // A failed completion has no effect, and its message is delivered again.
  expect(list).toMatchObject({ open: failed, processed: 200 - failed });
});

const table = await startFileTable();
/** Executions of a new account, which the workers and the engine share. */
const QUOTA = 10;
const { maxReceives } = createLocalConfig();
const VALID = { prod: 0, dev: 10_000 };

it.each(['prod', 'dev'] as const)(
  'workers that share ten executions with the engine lose no receive, with the settings of %s',
  async (kind) => {
    const world = await createPipelineHarness(table, { paid: true });
    await world.grant(10_000);
    const addresses = Array.from({ length: 10_000 }, (_, at) => `ok${at}@d${at % 200}.fr`);
    const listId = await world.upload(addresses.join('\n'));
    const isTask = ({ queue }: WaitingMessage): boolean => queue === 'bulk';
    for (let turn = 0; turn < 5 && !world.queues.waiting.some(isTask); turn += 1)
      await world.deliverQueue('list');
    const tasks = world.queues.waiting.filter(isTask).length;
    expect(tasks).toBeGreaterThan(QUOTA);

    let executions = 0;
    let throttled = 0;
    const verify = world.engine.verify.bind(world.engine);
    world.engine.verify = async function* (...call) {
      if (executions >= QUOTA) {
        throttled += 1;
        throw new AppError('checks_unavailable');
      }
      executions += 1;
      // Mail servers answer only after all callers of this moment have called.
      await new Promise((resolve) => setImmediate(resolve));
      yield* verify(...call);
      executions -= 1;
    };
    const config = createStageConfig(kind, { ...PRODUCTION_CONFIG, kind });
    const workers = Math.min(QUOTA, maxWorkerConcurrency(lists.workers.verify, config));
    const round = async (): Promise<void> => {
      const visible = world.queues.waiting.filter(
        (each) => isTask(each) && each.visibleAt <= world.context.clock.now(),
      );
      await Promise.all(
        visible.slice(0, workers).map(async (message) => {
          executions += 1;
          await world.deliver(message);
          executions -= 1;
        }),
      );
      world.context.clock.advance(ENGINE_BUSY_SECONDS * 1000);
    };
    for (let turn = 0; turn < 30; turn += 1) await round();
    expect(world.queues.waiting.every(({ receives }) => receives === 0)).toBe(true);
    const valid = (await world.list(listId))?.valid;
    // Each task was throttled more often than a message may be received.
    const isStarved = throttled > tasks * maxReceives;
    expect({ isStarved, valid }).toEqual({ isStarved: kind === 'prod', valid: VALID[kind] });
  },
);
