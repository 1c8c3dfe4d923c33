import { expect, it } from 'vitest';
import { CONTENDED_RETRY_POLICY, DEFAULT_RETRY_POLICY } from '../../functions/platform/retry.ts';
import { completeUnderContention } from '../support/contention.ts';
import { startTable } from '../support/dynamo.ts';
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
