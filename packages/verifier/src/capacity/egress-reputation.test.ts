import { expect, test } from 'vitest';
import { createMemoryFacts } from '../facts/memory-facts.ts';
import { providerOf } from '../data/provider-of.ts';
import type { Egress } from '../model/types.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { createEgressReputation } from './egress-reputation.ts';
import { loadPace } from '../schedule/connection-slot.ts';

const DAY = 86_400_000;
const nameOf = (number: number) => `mta${number}.test`;
const addresses = (count: number): Egress[] =>
  Array.from({ length: count }, (_, i) => ({ kind: 'direct', helo: nameOf(i + 1) }));

test('a new address gets more sessions each day while an old one exists', async () => {
  let time = 100 * DAY;
  const now = () => time;
  const facts = createMemoryFacts(now);
  await facts.putProvider(`*|${nameOf(2)}`, { since: 1, usedAt: 1 }, 100_000);
  for (const number of [1, 2])
    await facts.putProvider(`google|${nameOf(number)}`, { pace: 8 }, 10_000_000);
  const egress = addresses(2);
  const google = providerOf('aspmx.l.google.com');

  /** Returns the concurrent sessions at Google by egress address, in a new process. */
  async function sessions(): Promise<number[]> {
    const config = { egress, warmUpDays: 14, facts, now, onError: () => {} };
    const reputation = createEgressReputation(config);
    const limiter = createConcurrencyLimiter(facts, now);
    await reputation.load();
    const counts: number[] = [];
    for (const each of egress) {
      const key = `google|${each.helo}`;
      await loadPace({ limiter, reputation }, key, google, each);
      counts.push(limiter.available(key));
    }
    return counts;
  }
  const grown: (number | undefined)[] = [];
  for (let day = 0; day < 14; day += 1) {
    const [first, second] = await sessions();
    grown.push(first);
    expect(second).toBe(8);
    time += DAY;
  }
  expect(grown).toEqual([1, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 6, 7, 8]);
  // An address that was idle for a month counts as new.
  time += 31 * DAY;
  expect(await sessions()).toEqual([1, 1]);
});

test('no address is limited to trials if many providers block all of them', () => {
  const now = () => 0;
  const facts = createMemoryFacts(now);
  const reputation = createEgressReputation({
    egress: addresses(2),
    facts,
    now,
    onError: () => {},
  });
  const areTrialOnly = () => [1, 2].map((number) => reputation.isTrialOnly(nameOf(number)));
  for (const provider of ['google', 'orange', 'yahoo']) reputation.recordBlock(nameOf(1), provider);
  expect(areTrialOnly()).toEqual([true, false]);
  for (const provider of ['google', 'orange', 'ovh']) reputation.recordBlock(nameOf(2), provider);
  expect(areTrialOnly()).toEqual([false, false]);
  reputation.recordSuccess(nameOf(2), 'ovh');
  expect(areTrialOnly()).toEqual([true, false]);
});
