import { expect, test } from 'vitest';
import { createMemoryFacts } from './memory-facts.ts';
import { createTtlCache } from '../flow/ttl-cache.ts';

test('replaces the facts of a domain, and forgets them after their TTL', async () => {
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

test('a full cache forgets the oldest entries', () => {
  const cache = createTtlCache<number>(4, () => 0);
  for (const [value, key] of [...'abcbade'].entries()) cache.set(key, value, 10);
  expect([...'abcde'].map((key) => cache.get(key))).toEqual([4, undefined, undefined, 5, 6]);
});
