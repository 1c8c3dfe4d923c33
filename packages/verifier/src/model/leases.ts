/** The sessions at a provider that one process may have open. Times are epoch milliseconds. */
export interface Lease {
  holder: string;
  sessions: number;
  /** Number of sessions that the process wants; exceeds `sessions` while it waits for more. */
  need: number;
  /** The lease expires at this time unless it is renewed. */
  until: number;
  /** When the process got the first of its sessions. */
  since: number;
  /** Digest of the customer for whom the process needs the sessions. */
  customer: string;
  priority: Priority;
}

/** 2 for a check whose caller waits, 1 for a short list, 0 for other work. */
export type Priority = 2 | 1 | 0;

/**
 * The leases of all processes behind one egress address at one provider, in the order in which the
 * processes get sessions.
 */
export interface ProviderLeases {
  /**
   * Maximum concurrent sessions that the provider accepts from all processes together. Can be
   * fractional, because it increases by less than one at a time.
   */
  limit: number;
  halvedAt: number;
  leases: readonly Lease[];
}

/**
 * Stores how the processes behind one egress address divide the sessions at each provider. Both
 * methods throw if they fail; a failed write may still have taken effect.
 */
export interface LeaseStore {
  /** Returns the current state, never a stale one; undefined if none has been written yet. */
  read(key: string): Promise<{ version: number; state: ProviderLeases } | undefined>;
  /**
   * Replaces the state at `version` (0 if none) and increments the version. Returns false if
   * another process wrote first.
   */
  write(key: string, version: number, state: ProviderLeases): Promise<boolean>;
}
