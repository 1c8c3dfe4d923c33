/** The five accounts of a user, in whole credits. `source` is the outside world and goes negative. */
export type CreditAccount = 'source' | 'available' | 'reserved' | 'consumed' | 'held';

/** One immutable movement of n > 0 credits between two accounts. */
export interface LedgerEntry {
  /** Deterministic: the same event always makes the same id, and an id is written at most once. */
  readonly id: string;
  readonly kind: 'grant' | 'reserve' | 'settle' | 'release' | 'debit' | 'undo';
  readonly from: CreditAccount;
  readonly to: CreditAccount;
  readonly amount: number;
  /** What the movement is for, in words a support person understands. */
  readonly why: string;
}

export interface Balance {
  readonly available: number;
  readonly reserved: number;
  readonly consumed: number;
  readonly held: number;
}

export interface Ledger {
  /** Zeros for a user who never had a credit. Strongly consistent. */
  balance(userId: string): Promise<Balance>;
  /** Every entry of the user, in no particular order. */
  entries(userId: string): Promise<readonly LedgerEntry[]>;
  /**
   * Writes entries and the balance in one transaction, once.
   * - `applied`: written now;
   * - `replayed`: these entries were there already, with the same content; nothing was written;
   * - `insufficient`: an account would have gone below zero; nothing was written.
   * Throws LedgerMismatch when an entry of the same id and other content exists. Conflicts,
   * throttling and lost answers are retried inside, under the same ids.
   */
  move(
    userId: string,
    entries: readonly LedgerEntry[],
  ): Promise<'applied' | 'replayed' | 'insufficient'>;
}
