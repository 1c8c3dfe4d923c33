/** Facts about a domain that are stored between runs. An absent field is unknown. */
export interface DomainFact {
  /**
   * Mail hosts for which the other fields were learned. `,` separates hosts of equal preference,
   * `;` hosts of different preference.
   */
  mx?: string | undefined;
  /** Id of the mail hosts' provider in the provider table. */
  provider?: string | undefined;
  catchAll?: 'yes' | 'no' | 'unclear' | undefined;
  /** Maximum recipients that the server accepted in one transaction, if it refused more. */
  recipientCap?: number | undefined;
  dmarc?: 'yes' | 'no' | undefined;
  /** Name of the egress address that a greylisting server has seen. */
  egress?: string | undefined;
  /** When `catchAll` was determined, in milliseconds since the epoch. */
  at?: number | undefined;
}

export interface BlockReport {
  /** Digest of the recipient's domain. */
  domain: string;
  /** Digest of the customer. */
  customer: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Whether the server reported the block before it knew a recipient: one report then suffices. */
  isSure: boolean;
}

/** Facts about a server or provider seen from one egress address, or about that address. */
export interface ProviderFact {
  /** Learned limit of concurrent connections to the server or provider; may be fractional. */
  pace?: number | undefined;
  /** Block reports about our address since the last success. */
  reports?: readonly BlockReport[] | undefined;
  /** When a session last succeeded after a report, in milliseconds since the epoch. */
  servedAt?: number | undefined;
  /** Number of trial sessions since block reports stopped normal sessions. */
  trials?: number | undefined;
  /** Earliest time of the next trial, in milliseconds since the epoch. */
  trialAt?: number | undefined;
  /** First use of an egress address, in milliseconds since the epoch. */
  since?: number | undefined;
  /** Last use of an egress address, in milliseconds since the epoch, accurate to a day. */
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
