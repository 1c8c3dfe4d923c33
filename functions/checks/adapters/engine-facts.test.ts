import { expect, it } from 'vitest';
import { startTable } from '../../../tests/support/dynamo.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { createFactStore } from './engine-stores.ts';

it('stores domains and providers until their time to live is over', async () => {
  await using table = await startTable();
  const clock = testClock();
  const facts = createFactStore(table.db(clock), clock);
  const known = { mx: 'mx1.a.fr,mx2.a.fr', provider: 'ovh', catchAll: 'yes', dmarc: 'no' } as const;
  await facts.putDomain('a.fr', known, 60);
  await facts.putDomain('b.fr', { recipientCap: 5 }, 600);
  const report = { domain: 'd', customer: 'c', at: 5, isSure: true };
  const google = { pace: 3, reports: [report], servedAt: 1, trials: 2, trialAt: 7 };
  await facts.putProvider('google', google, 600);
  expect(await facts.domains(['a.fr', 'b.fr', 'c.fr', 'a.fr'])).toEqual(
    new Map<string, object>([
      ['a.fr', known],
      ['b.fr', { recipientCap: 5 }],
    ]),
  );
  expect(await facts.provider('google')).toEqual(google);
  expect(await facts.provider('yahoo')).toBeUndefined();
  clock.advance(61_000);
  expect([...(await facts.domains(['a.fr', 'b.fr'])).keys()]).toEqual(['b.fr']);
});
