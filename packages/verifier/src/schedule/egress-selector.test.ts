import { expect, test } from 'vitest';
import { createCircuitBreaker } from '../flow/circuit-breaker.ts';
import { createMemoryFacts } from '../facts/memory-facts.ts';
import { isAboutEgress } from '../verdict/outcome.ts';
import type { Egress } from '../model/types.ts';
import { createConcurrencyLimiter } from '../capacity/concurrency-limiter.ts';
import { createDestination } from './destination.ts';
import { createDomain, createDomainBatch } from './domain-batch.ts';
import { createEgressSelector } from './egress-selector.ts';
import { createEgressReputation } from '../capacity/egress-reputation.ts';

test('a domain that no egress address may contact does not keep others at its hosts from a working one', () => {
  const first: Egress = { kind: 'direct', helo: 'mta1.test' };
  const second: Egress = { kind: 'direct', helo: 'mta2.test' };
  const egress = [first, second];
  const facts = createMemoryFacts();
  const outage = createCircuitBreaker(1, 30_000, () => 0);
  outage.open();
  const healthy = createCircuitBreaker(1, 30_000, () => 0);
  const choice = createEgressSelector(
    {
      config: { egress, timeScale: 1 },
      limiter: createConcurrencyLimiter(facts, () => 0),
      reputation: createEgressReputation({ egress, facts, now: () => 0, onError: () => {} }),
    },
    {
      signal: new AbortController().signal,
      customer: '',
      priority: 0,
      attempt: 0,
      outageOf: (each) => (each === first ? outage : healthy),
    },
  );
  const route = { key: 'mx.test', hosts: ['mx.test'], first: 0, address: '192.0.2.1' };
  const destination = createDestination({ kind: 'route', ...route }, 0, first);
  const refused = createDomain('refused.test');
  refused.refusedBy = new Set([second]);
  const batch = createDomainBatch(refused);
  batch.deferred = true;
  destination.batches.add(batch);

  expect(choice.forNextSession(destination)).toEqual([]);
  expect(isAboutEgress(choice.refusal(destination))).toBe(true);
  expect(choice.usableFor(destination, createDomain('other.test'))).toEqual([second]);
});
