/**
 * The six accounts of a user, in whole credits. `source` is the outside world and goes negative,
 * and so does `debt`: it lends what was taken back and could not be found any more.
 */
export type CreditAccount = 'source' | 'available' | 'reserved' | 'consumed' | 'held' | 'debt';

/** Those that a balance shows. */
export const BALANCE_ACCOUNTS = ['available', 'reserved', 'consumed', 'held', 'debt'] as const;

/** Every kind of movement there is: from which account to which. */
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
  /** Deterministic: the same event always makes the same id, and an id is written at most once. */
  readonly id: string;
  readonly kind: EntryKind;
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
   * of before this was recorded have none.
   */
  readonly by?: string | undefined;
}

/** What an entry does to the balance. */
export type Movement = Pick<LedgerEntry, 'from' | 'to' | 'amount'>;

/**
 * What a user has. Nothing is ever below zero. `debt` are credits that were taken back after their
 * use: what becomes available pays them, so that while there is some, `available` is zero.
 */
export type Balance = Readonly<Record<(typeof BALANCE_ACCOUNTS)[number], number>>;
