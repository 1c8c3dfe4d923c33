import { expect, test } from 'vitest';
import { createMemoryFacts } from './memory-facts.ts';
import { createTtlCache } from './ttl-cache.ts';

test('facts of a domain replace those before and are forgotten in time', async () => {
  let now = 0;
  const facts = createMemoryFacts(() => now);
  await facts.putDomain('a.test', { recipientCap: 5 }, 100);
  await facts.putDomain('a.test', { catchAll: 'yes' }, 10);
  expect(await facts.domains(['a.test', 'b.test'])).toEqual(
    new Map([['a.test', { catchAll: 'yes' }]]),
  );
  now = 10_000;
  expect(await facts.domains(['a.test'])).toEqual(new Map());
});

test('a full cache forgets what was stored longest ago', () => {
  const cache = createTtlCache<number>(2, () => 0);
  cache.set('a', 1, 10);
  cache.set('b', 2, 10);
  cache.set('a', 3, 10);
  cache.set('c', 4, 10);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([3, undefined, 4]);
});
