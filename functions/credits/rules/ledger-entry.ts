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
