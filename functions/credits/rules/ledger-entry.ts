/**
 * The six accounts of a user, in whole credits. `source` is the outside world and goes negative,
 * and so does `debt`, which lends credits that were taken back but already spent.
 */
export type CreditAccount = 'source' | 'available' | 'reserved' | 'consumed' | 'held' | 'debt';

export const BALANCE_ACCOUNTS = ['available', 'reserved', 'consumed', 'held', 'debt'] as const;

/** All kinds of movements, as pairs of source and destination account. */
export const MOVEMENTS = {
  grant: ['source', 'available'],
  reserve: ['available', 'reserved'],
  settle: ['reserved', 'consumed'],
  release: ['reserved', 'available'],
  debit: ['available', 'consumed'],
  undo: ['consumed', 'available'],
  clawback: ['available', 'source'],
  hold: ['available', 'held'],
  unhold: ['held', 'available'],
  forfeit: ['available', 'source'],
  borrow: ['debt', 'available'],
  repay: ['available', 'debt'],
} as const satisfies Record<string, readonly [CreditAccount, CreditAccount]>;
export type EntryKind = keyof typeof MOVEMENTS;
export const ENTRY_KINDS = Object.keys(MOVEMENTS) as EntryKind[];

/** One immutable movement of credits between two accounts. */
export interface LedgerEntry {
  /** Deterministic: the same event always has the same id, and an id is written at most once. */
  readonly id: string;
  readonly kind: EntryKind;
  readonly from: CreditAccount;
  readonly to: CreditAccount;
  /** 0 only if the event has to be recorded without moving credits. */
  readonly amount: number;
  /** The requested amount, if `amount` also depends on other events of the same dispute. */
  readonly asked?: number | undefined;
  /** The purpose of the movement, in words a support person understands. */
  readonly why: string;
  /**
   * For a single check: `web` for the web app, or the last four characters of the API key. Missing
   * on older entries.
   */
  readonly by?: string | undefined;
}

/** The part of an entry that changes the balance. */
export type Movement = Pick<LedgerEntry, 'from' | 'to' | 'amount'>;

/**
 * A user's credits; no account is ever below zero. `debt` counts credits taken back after their
 * use. Available credits repay it first, so with any debt, `available` is zero.
 */
export type Balance = Readonly<Record<(typeof BALANCE_ACCOUNTS)[number], number>>;
