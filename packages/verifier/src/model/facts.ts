/** What is stored about a domain between runs. An absent field is not known. */
export interface DomainFact {
  /**
   * The mail hosts for which the other fields are valid: hosts of one preference joined by `,`, and
   * the preferences by `;`.
   */
  mx?: string | undefined;
  /** Id of their provider in the provider table. */
  provider?: string | undefined;
  catchAll?: 'yes' | 'no' | 'unclear' | undefined;
  /** Most recipients that the server accepted in one transaction, if it objected to more. */
  recipientCap?: number | undefined;
  /** Whether the domain has a DMARC record. */
  dmarc?: 'yes' | 'no' | undefined;
  /** Name of the egress address that a server which greylists has seen. */
  egress?: string | undefined;
  /** When `catchAll` was found out, in milliseconds since the epoch. */
  at?: number | undefined;
}

/** A server said that our egress address is blocked. */
export interface BlockReport {
  /** Digests of the domain that was asked for, and of the customer who asked. */
  domain: string;
  customer: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** A server said it for itself, before it knew a recipient: no second report is needed. */
  isSure: boolean;
}

/**
 * What is stored about a provider or a server, as seen from one egress address, or about an egress
 * address as all providers see it.
 */
export interface ProviderFact {
  /** Connections at once that it accepted last. */
  pace?: number | undefined;
  /** What was said about our address since the last success. */
  reports?: readonly BlockReport[] | undefined;
  /** When it served us last after a report, in milliseconds since the epoch. */
  servedAt?: number | undefined;
  /** Trials since the reports closed it, and when the next one may begin. */
  trials?: number | undefined;
  trialAt?: number | undefined;
  /** When an egress address was first used and when last, the latter to a day. */
  since?: number | undefined;
  usedAt?: number | undefined;
}

/**
 * Facts that runs share: a Map in the command line, a table in the cloud. A put replaces the fact
 * before. Reads may be stale and writes may be lost: that costs time, but changes no verdict.
 * Implementations apply the TTL. When one throws, nothing is known, or the write is lost, and
 * `onError` gets the error.
 */
export interface FactStore {
  domains(names: readonly string[]): Promise<ReadonlyMap<string, DomainFact>>;
  putDomain(name: string, fact: DomainFact, ttlSeconds: number): Promise<void>;
  provider(key: string): Promise<ProviderFact | undefined>;
  putProvider(key: string, fact: ProviderFact, ttlSeconds: number): Promise<void>;
}
