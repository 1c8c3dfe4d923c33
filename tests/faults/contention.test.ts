import { expect, it } from 'vitest';
import { checks } from '../../infra/features/checks.ts';
import { lists } from '../../infra/features/lists.ts';
import { queueConcurrencyOf } from '../../infra/features/concurrency.ts';
import { createStageConfig, type StageConfig } from '../../infra/stage/config.ts';
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
/** Lambda quota of a new AWS account, which all functions share. */
const QUOTA = 10;

it('a list needs no execution that waits for another, so ten are enough', async () => {
  const world = await createPipelineHarness(table, { paid: true });
  await world.grant(10_000);
  const addresses = Array.from({ length: 10_000 }, (_, at) => `ok${at}@d${at % 200}.fr`);
  const listId = await world.upload(addresses.join('\n'));
  const config = createStageConfig('dev', { ...PRODUCTION_CONFIG, kind: 'dev' });
  const { verify, engineExpress: express, engineBulk: bulk } = concurrencyOf(config);
  let executions = 0;
  let most = 0;
  const run = async (message: WaitingMessage): Promise<void> => {
    executions += 1;
    most = Math.max(most, executions);
    // Let all runs of this moment start before one of them finishes.
    await new Promise((resolve) => setImmediate(resolve));
    await world.deliver(message);
    executions -= 1;
  };
  for (let round = 0; round < 1000 && (await world.list(listId))?.open !== 0; round += 1) {
    const due = world.queues.waiting.filter(
      ({ visibleAt }) => visibleAt <= world.context.clock.now(),
    );
    const begun = Object.entries({ verify, express, bulk, list: 2 }).flatMap(([name, limit]) =>
      due.filter(({ queue }) => queue === name).slice(0, limit),
    );
    await Promise.all(begun.map(run));
    if (begun.length === 0) world.context.clock.advance(1000);
  }
  expect(await world.list(listId)).toMatchObject({ open: 0, valid: 10_000 });
  expect(world.queues.waiting.every(({ receives }) => receives === 0)).toBe(true);
  expect(most).toBeGreaterThan(2);
  expect(most).toBeLessThanOrEqual(QUOTA);
});

const concurrencyOf = (config: StageConfig) => ({
  verify: queueConcurrencyOf('verify', lists.workers.verify, config),
  engineExpress: queueConcurrencyOf('engineExpress', checks.workers.engine, config),
  engineBulk: queueConcurrencyOf('engineBulk', checks.workers.engine, config),
});
