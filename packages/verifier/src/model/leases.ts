/** The sessions at a provider that one process may have open. Times are epoch milliseconds. */
export interface Lease {
  /** Identifies the process. */
  holder: string;
  sessions: number;
  /** Sessions that it has use for; more than `sessions` while it waits for some. */
  need: number;
  /** The lease ends unless it is renewed before. */
  until: number;
  /** When it got the first of its sessions. */
  since: number;
  /** A digest of the customer for whom it needs them. */
  customer: string;
  priority: Priority;
}

/** Whose sessions come first: those of a check at a screen, a short list, a long list. */
export type Priority = 2 | 1 | 0;

/** The leases of all processes behind one egress address at one provider, first come first. */
export interface ProviderLeases {
  /** Sessions that the provider accepts from all of them together; grows in fractions. */
  limit: number;
  /** When the limit was halved last, after a complaint. */
  halvedAt: number;
  leases: readonly Lease[];
}

/**
 * Where the processes behind one egress address divide the sessions at each provider. Both methods
 * throw if they fail; a write that fails may have happened.
 */
export interface LeaseStore {
  /** The present state, never an older one; undefined if nothing was written yet. */
  read(key: string): Promise<{ version: number; state: ProviderLeases } | undefined>;
  /**
   * Replaces the state that was read with this version, and adds 1 to the version. False if another
   * process replaced it before.
   *
   * @param version 0 if there was none
   */
  write(key: string, version: number, state: ProviderLeases): Promise<boolean>;
}
