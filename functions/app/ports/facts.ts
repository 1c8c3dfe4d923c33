/** What is remembered of a domain between runs of the engine; absent means not known. */
interface DomainFact {
  mx?: string | undefined;
  provider?: string | undefined;
  catchAll?: 'yes' | 'no' | 'unclear' | undefined;
  recipientCap?: number | undefined;
}

/** What is remembered of a provider; `blockedUntil` in epoch milliseconds. */
interface ProviderFact {
  pace?: number | undefined;
  blockedUntil?: number | undefined;
}

/** Memory of the engine. Reads may be stale and writes may be lost; neither changes a verdict. */
export interface Facts {
  domains(names: readonly string[]): Promise<ReadonlyMap<string, DomainFact>>;
  putDomain(name: string, fact: DomainFact, ttlSeconds: number): Promise<void>;
  provider(key: string): Promise<ProviderFact | undefined>;
  putProvider(key: string, fact: ProviderFact, ttlSeconds: number): Promise<void>;
}
