import type { DomainFact, FactStore, ProviderFact } from '../model/facts.ts';
import { createTtlCache } from '../flow/ttl-cache.ts';

/** Keeps facts of up to `capacity` domains and `capacity` providers; drops the oldest. */
export function createMemoryFacts(now: () => number = Date.now, capacity = 50_000): FactStore {
  const domains = createTtlCache<DomainFact>(capacity, now);
  const providers = createTtlCache<ProviderFact>(capacity, now);
  return {
    async domains(names) {
      const known = new Map<string, DomainFact>();
      for (const name of names) {
        const fact = domains.get(name);
        if (fact) known.set(name, fact);
      }
      return known;
    },
    putDomain: async (...given) => domains.set(...given),
    provider: async (key) => providers.get(key),
    putProvider: async (...given) => providers.set(...given),
  };
}
