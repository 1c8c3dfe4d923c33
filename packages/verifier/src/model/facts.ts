/** Facts about a domain that are stored between runs. An absent field is unknown. */
export interface DomainFact {
  /** Hosts to which the fields apply: equal preference separated by `,`, others by `;`. */
  mx?: string | undefined;
  /** Id of the mail hosts' provider in the provider table. */
  provider?: string | undefined;
  catchAll?: 'yes' | 'no' | 'unclear' | undefined;
  /** Maximum recipients that the server accepted in one transaction, if it refused more. */
  recipientCap?: number | undefined;
  /** Whether the domain has a DMARC record. */
  dmarc?: 'yes' | 'no' | undefined;
  /** Name of the egress address that a greylisting server has seen. */
  egress?: string | undefined;
  /** When `catchAll` was determined, in milliseconds since the epoch. */
  at?: number | undefined;
}

export interface BlockReport {
  /** Digests of the recipient's domain and of the customer. */
  domain: string;
  customer: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Whether the server reported the block before it knew a recipient: one report then suffices. */
  isSure: boolean;
}

/** Facts about a server or provider for an egress address, or about the address itself. */
export interface ProviderFact {
  /** Number of concurrent connections that the provider or server last accepted. */
  pace?: number | undefined;
  /** Reports about our address since the last success. */
  reports?: readonly BlockReport[] | undefined;
  /** When the provider or server last served us after a report, in milliseconds since the epoch. */
  servedAt?: number | undefined;
  /** Number of trials since the reports closed it, and the earliest time of the next one. */
  trials?: number | undefined;
  trialAt?: number | undefined;
  /** First and last use of an egress address; the last use is accurate to a day. */
  since?: number | undefined;
  usedAt?: number | undefined;
}

/**
 * Facts that runs share: a Map in the command line, a table in the cloud. A put replaces the
 * previous fact. Reads may be stale and writes may be lost, which costs time but changes no
 * verdict. Implementations apply the TTL. If a method throws, the fact is unknown or the write is
 * lost, and `onError` gets the error.
 */
export interface FactStore {
  domains(names: readonly string[]): Promise<ReadonlyMap<string, DomainFact>>;
  putDomain(name: string, fact: DomainFact, ttlSeconds: number): Promise<void>;
  provider(key: string): Promise<ProviderFact | undefined>;
  putProvider(key: string, fact: ProviderFact, ttlSeconds: number): Promise<void>;
}
