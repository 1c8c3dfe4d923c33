import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../shared/model/duration.ts';
import { hasFailedTooLong, computeNextAttemptAt, computePauseEnd } from './backoff.ts';
import type { WaitingDelivery } from './delivery.ts';
import { selectDueDeliveries } from '../deliver.ts';

const failed = { attempts: 1, firstAt: 0, now: 0, random: 0, timeScale: 1 };

it('backs off between attempts, until three days after the first', () => {
  const gaps: number[] = [];
  let now = 0;
  for (let attempts = 1; ; attempts += 1) {
    const next = computeNextAttemptAt({ ...failed, attempts, now });
    if (next === undefined) break;
    gaps.push((next - now) / 1000);
    now = next;
  }
  expect(gaps.slice(0, 9)).toEqual([5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800]);
  expect(gaps.slice(9, 13)).toEqual([43_200, 43_200, 43_200, 43_200]);
  expect(now).toBe(72 * HOUR_MS);
});

it('adds jitter, and shortens delays in simulated time', () => {
  expect(computeNextAttemptAt({ ...failed, attempts: 4, random: 0.5 })).toBe(660_000);
  expect(computeNextAttemptAt({ ...failed, attempts: 4, timeScale: 60 })).toBe(10_000);
});

it.each([
  ['120', 120_000],
  ['0', 5000],
  ['99999', HOUR_MS],
  ['Thu, 01 Jan 1970 00:10:00 GMT', 600_000],
  ['Wed, 31 Dec 1969 00:00:00 GMT', 5000],
  ['soon', 5000],
])('honors Retry-After %s, up to an hour', (retryAfter, next) => {
  expect(computeNextAttemptAt({ ...failed, retryAfter })).toBe(next);
});

it('disables an endpoint after three days, and pauses it for at most ten minutes', () => {
  expect(hasFailedTooLong(null, 72 * HOUR_MS, 1)).toBe(false);
  expect(hasFailedTooLong(1, 72 * HOUR_MS, 1)).toBe(false);
  expect(hasFailedTooLong(0, 72 * HOUR_MS, 1)).toBe(true);
  expect(computePauseEnd(5000, 0, 1)).toBe(5000);
  expect(computePauseEnd(HOUR_MS, 0, 1)).toBe(600_000);
});

async function* waiting(...items: [id: string, dueAt: number, attempts?: number][]) {
  for (const [id, dueAt, attempts = 0] of items)
    yield { id, subject: id.slice(0, 1), dueAt, attempts } as WaitingDelivery;
}
const ids = async (items: AsyncIterable<WaitingDelivery>) => {
  const { subjects, next } = await selectDueDeliveries(items, 10);
  return [subjects.map((each) => each.map(({ id }) => id).join(' ')), next];
};

it('selects due deliveries by subject, in the order of events', async () => {
  expect(await ids(waiting(['a1', 1], ['b1', 10], ['a2', 3], ['c1', 11]))).toEqual([
    ['a1 a2', 'b1'],
    11,
  ]);
});

it('blocks later events of a subject until an earlier one has failed four times', async () => {
  expect(await ids(waiting(['a1', 20, 3], ['a2', 1], ['b1', 1]))).toEqual([['b1'], 20]);
  expect(await ids(waiting(['a1', 20, 4], ['a2', 1]))).toEqual([['a2'], 20]);
});

it('reads a limited number of deliveries, and continues with a whole subject', async () => {
  const many = Array.from({ length: 201 }, (_, at): [string, number] => [
    String.fromCodePoint(1000 + at),
    1,
  ]);
  const { subjects, from } = await selectDueDeliveries(waiting(...many), 10);
  expect([subjects.length, from]).toEqual([200, `${many.at(-1)?.[0]}#`]);
  const sameSubject = many.map(([id]): [string, number] => [`a${id}`, 11]);
  expect(await selectDueDeliveries(waiting(...sameSubject), 10)).toEqual({
    subjects: [],
    next: 11,
    from: 'a#~',
  });
});
