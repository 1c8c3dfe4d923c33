import { expect, it } from 'vitest';
import { startTable } from '../support/dynamo.ts';
import { deliveryDelayMs, runHostileLoad } from './webhooks/hostile-load.ts';

/**
 * Measures how long hostile webhook receivers delay the events of honest accounts, on a queue that
 * scales like SQS and Lambda. docs/operators/security.md states the limit.
 */

const SECONDS = 90;
const HOSTILE = 100;
const MAX_DELAY_MS = 10_000;

it.each([
  [1, undefined],
  [2, 'slow'],
  [3, 'justFast'],
] as const)(
  'a hundred hostile accounts delay a delivery by at most 10 s: seed %i, %s',
  async (seed, kind) => {
    const run = async (hostile: number) => {
      await using table = await startTable();
      return await runHostileLoad(table, {
        seed,
        hostile,
        seconds: SECONDS,
        ...(kind && { kind }),
      });
    };
    const baseline = await run(0);
    const contended = await run(HOSTILE);
    const lost = [...contended.sentEvents.values()].filter(
      ({ arrivedAt }) => arrivedAt === undefined,
    );
    expect(lost).toEqual([]);
    const later = [...contended.sentEvents].map(([name, each]) => {
      const without = baseline.sentEvents.get(name);
      if (!without) throw new Error(`${name} did not get exactly its own events`);
      return deliveryDelayMs(each) - deliveryDelayMs(without);
    });
    const worst = Math.max(...later);
    console.log(
      `${kind ?? 'mixed'}: ${later.length} honest deliveries, delayed by ${worst} ms at most; ` +
        `${contended.requests.size} hostile and honest URLs, ${contended.mostBatches} concurrent batches`,
    );
    expect(worst).toBeLessThanOrEqual(MAX_DELAY_MS);
    const disordered = [...contended.sentEvents.values()].filter(
      ({ account, subject, n, arrivedAt = 0 }) => {
        const before = contended.sentEvents.get(`${account} ${n - 1}`);
        return before?.subject === subject && (before.arrivedAt ?? Infinity) > arrivedAt;
      },
    );
    expect(disordered).toEqual([]);
  },
);
