import { expect, it } from 'vitest';
import { cacheWithTtl } from './cache-with-ttl.ts';

/**
 * Caches a function that returns these values one after another, and throws those that are errors.
 * Returns the cached function (`ask`), and `pass`, which advances the clock.
 */
function reading(...values: (string | Error | undefined)[]) {
  let now = 0;
  let reads = 0;
  const read = async (): Promise<string | undefined> => {
    const value = values[reads];
    reads += 1;
    if (value instanceof Error) throw value;
    return value;
  };
  return {
    ask: cacheWithTtl(read, 1000, { now: () => now }),
    pass: (ms: number) => (now += ms),
    reads: () => reads,
  };
}

it('reads once per period, even for concurrent calls', async () => {
  const { ask, pass, reads } = reading('a', 'b');
  expect(await Promise.all([ask(), ask()])).toEqual(['a', 'a']);
  pass(999);
  expect(await ask()).toBe('a');
  expect(reads()).toBe(1);
  pass(1);
  expect(await ask()).toBe('b');
});

it('does not cache failures and missing values', async () => {
  const { ask } = reading(new Error('away'), undefined, 'c');
  await expect(ask()).rejects.toThrow('away');
  expect(await ask()).toBeUndefined();
  expect(await ask()).toBe('c');
});
