import { expect, test } from 'vitest';
import { GREYLIST_SCHEDULE, retryDelaySeconds } from './retry.ts';

test('retries greylisting 5, 15, 30 and 60 minutes after the first attempt, then gives up', () => {
  const delays = [0, 1, 2, 3, 4].map((attempt) => retryDelaySeconds('greylisted', attempt, 1));
  expect(delays).toEqual([300, 600, 900, 1800, undefined]);
  let at = 0;
  expect(GREYLIST_SCHEDULE.map((delay) => (at += delay) / 60)).toEqual([5, 15, 30, 60]);
});

test.each([
  ['throttled', 0, 1, 0, 300],
  ['throttled', 1, 1, 0, 600],
  ['throttled', 2, 1, 0, undefined],
  ['server_unreachable', 2, 1, 0, undefined],
  ['greylisted', 3, 1, 0, 1800],
  ['dns_error', 0, 1, 0, 300],
  ['timeout', 1, 60, 0, 10],
  ['server_unreachable', 0, 1000, 0, 1],
  ['throttled', 0, 1, 600_000, 600],
  ['throttled', 0, 60, 600_000, 600],
  ['not_answered', 3, 1, 0, 30],
  ['ip_blocked', 0, 1, 3_600_000, 3600],
  ['greylisted', 0, 60, 0, 5],
  ['throttled', 4, 1, 0, undefined],
  ['policy', 0, 1, 0, undefined],
  ['egress_off', 0, 1, 0, undefined],
] as const)('%s, attempt %i, scale %i, wait %i ms: %s s', (reason, attempt, scale, wait, delay) =>
  expect(retryDelaySeconds(reason, attempt, scale, wait)).toBe(delay),
);
