import type { FactStore } from '../model/facts.ts';

/** Wraps a store so that it never throws: failed reads return nothing, failed writes are lost. */
export function createFailSafeFacts(
  facts: FactStore,
  onError: (error: unknown) => void,
): FactStore {
  async function attempt<T>(work: () => Promise<T>, fallback: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      onError(error);
      return fallback;
    }
  }

  return {
    domains: (names) => attempt(() => facts.domains(names), new Map()),
    putDomain: (name, fact, ttl) => attempt(() => facts.putDomain(name, fact, ttl), undefined),
    provider: (key) => attempt(() => facts.provider(key), undefined),
    putProvider: (key, fact, ttl) => attempt(() => facts.putProvider(key, fact, ttl), undefined),
  };
}
