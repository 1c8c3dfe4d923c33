import { expect, test } from 'vitest';
import { estimateRemainingTime } from './progress-text.tsx';

/** A list with 1,200 of 4,800 addresses processed in 10 minutes; 400 of the 1,200 are malformed. */
const running = {
  start_date: '2026-11-21T09:00:00.000Z',
  eta: '2026-11-21T09:55:00.000Z',
  total_email: 4800,
  processed: 1200,
  reasons: { bad_syntax: 400, accepted: 800 },
};

test('estimates the rate from checked addresses, and the time left as a range', () => {
  expect(estimateRemainingTime(running)).toEqual({
    perMinute: 80,
    earliest: 0.5 * 45 * 60,
    latest: (3 * 45 + 10) * 60,
  });
});

test.each([
  ['the server has no rate', { eta: null }],
  ['the list has not started', { start_date: null }],
  ['it ended when it started', { eta: running.start_date }],
])('returns no estimate if %s', (_, change) => {
  expect(estimateRemainingTime({ ...running, ...change })).toBeUndefined();
});

test('allows the last addresses as much time as all before them', () => {
  const end = { ...running, processed: 4799 };
  expect(estimateRemainingTime(end)).toMatchObject({
    earliest: 0.375,
    latest: 2.25 + (4399 * 60) / 80,
  });
});
