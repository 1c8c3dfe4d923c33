import { expect, it } from 'vitest';
import { testClock } from '../../../tests/support/test-clock.ts';
import { createLocalRateLimiter } from './local-limits.ts';

it('allows a burst of all calls, then one per interval, for each subject and rule', async () => {
  const clock = testClock();
  const limits = createLocalRateLimiter(clock, 1);
  const take = async (calls: number, subject = 'me') => {
    let taken = 0;
    for (let time = 0; time < calls; time += 1)
      if ((await limits.consume('poll_user', subject)).allowed) taken += 1;
    return taken;
  };
  expect(await take(301)).toBe(300);
  expect(await limits.consume('poll_user', 'me')).toEqual({
    allowed: false,
    retryAfter: 1,
    quota: { name: 'poll_user', calls: 300, seconds: 60, left: 0, moreAfter: 1 },
  });
  expect(await take(1, 'you')).toBe(1);
  expect(await limits.consume('key_user', 'me')).toEqual({
    allowed: true,
    quota: { name: 'key_user', calls: 10, seconds: 1, left: 9, moreAfter: 1 },
  });
  clock.advance(200);
  expect(await take(2)).toBe(1);
  clock.advance(60_000);
  expect(await take(301)).toBe(300);
});

it('keeps the buckets of recent callers when it drops idle ones', async () => {
  const clock = testClock();
  const limits = createLocalRateLimiter(clock, 1);
  for (let caller = 0; caller < 10_000; caller += 1)
    await limits.consume('poll_user', `caller ${caller}`);
  for (let call = 0; call < 300; call += 1) await limits.consume('poll_user', 'busy');
  clock.advance(1000);
  await limits.consume('poll_user', 'another');
  const responses = [];
  for (let call = 0; call < 6; call += 1) responses.push(await limits.consume('poll_user', 'busy'));
  expect(responses.filter(({ allowed }) => allowed)).toHaveLength(5);
});
