import { CONTENDED_RETRIES, USUAL_RETRIES } from '../../functions/platform/dynamo/retry-times.ts';
import { completeInAStorm } from '../support/contention.ts';
import { startEngine } from '../support/dynamo.ts';
import { randomFrom } from '../support/random.ts';
import { report } from './figure.ts';

const WORKS = [
  ['at_once', { workers: 200, tasks: 1, taskMs: 0 }],
  ['tasks_of_5s', { workers: 200, tasks: 4, taskMs: 5000 }],
  // As many as may run at once in the cloud.
  ['30_workers_tasks_of_1s', { workers: 30, tasks: 20, taskMs: 1000 }],
] as const;

const WAYS = [
  ['few_tries', { retryTimes: USUAL_RETRIES }],
  ['more_tries', { retryTimes: CONTENDED_RETRIES }],
  ['eight_counters', { retryTimes: USUAL_RETRIES, counters: 8 }],
] as const;

/** How completions of tasks of one list get in each other's way, in virtual time. */
export async function benchContention({ seed }: { seed: number }): Promise<void> {
  for (const transactionMs of [10, 20])
    for (const [work, load] of WORKS)
      for (const [way, how] of WAYS) {
        await using table = await startEngine();
        const storm = { ...load, ...how, transactionMs, random: randomFrom(seed) };
        const { failed, took, tries } = await completeInAStorm(table, storm);
        const name = `contention.${transactionMs}ms.${work}.${way}`;
        report(`${name}.failed`, failed, 'completions');
        report(`${name}.tries`, tries / took.length, 'transactions');
        report(`${name}.p50`, took[Math.floor(took.length / 2)] ?? 0, 'ms');
        report(`${name}.max`, took.at(-1) ?? 0, 'ms');
      }
}
