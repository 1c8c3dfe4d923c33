/**
 * The six accounts of a user, in whole credits. `source` is the outside world and goes negative,
 * and so does `debt`: it lends what was taken back and could not be found any more.
 */
export type CreditAccount = 'source' | 'available' | 'reserved' | 'consumed' | 'held' | 'debt';

/** Those that a balance tells. */
export const BALANCE_ACCOUNTS = ['available', 'reserved', 'consumed', 'held', 'debt'] as const;

export const ENTRY_KINDS = [
  'grant',
  'reserve',
  'settle',
  'release',
  'debit',
  'undo',
  'clawback',
  'hold',
  'unhold',
  'forfeit',
  'borrow',
  'repay',
] as const;

/** One immutable movement of credits between two accounts. */
export interface LedgerEntry {
  /** Deterministic: the same event always makes the same id, and an id is written at most once. */
  readonly id: string;
  readonly kind: (typeof ENTRY_KINDS)[number];
  readonly from: CreditAccount;
  readonly to: CreditAccount;
  /** 0 only where the event alone has to be remembered. */
  readonly amount: number;
  /** What the event asks for, where `amount` also depends on the other events of its dispute. */
  readonly asked?: number | undefined;
  /** What the movement is for, in words a support person understands. */
  readonly why: string;
  /**
   * Of a single check: `web` for the web app, or the last four characters of the API key. Entries
   * of before this was noted have none.
   */
  readonly by?: string | undefined;
}

/** What an entry does to the balance. */
export type Movement = Pick<LedgerEntry, 'from' | 'to' | 'amount'>;

/** What a user has. Nothing is ever below zero; while there is `debt`, `available` is zero. */
export interface Balance {
  readonly available: number;
  readonly reserved: number;
  readonly consumed: number;
  readonly held: number;
  /** Credits that were taken back after their use: what becomes available pays them. */
  readonly debt: number;
}
