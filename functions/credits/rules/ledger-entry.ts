/**
 * The six accounts of a user, in whole credits. `source` is the outside world, whose balance is
 * negative. The balance of `debt` is negative too: users borrow from it the credits that were taken
 * back after they were spent.
 */
export type CreditAccount = 'source' | 'available' | 'reserved' | 'consumed' | 'held' | 'debt';

export const BALANCE_ACCOUNTS = ['available', 'reserved', 'consumed', 'held', 'debt'] as const;

/** Source and destination account of each kind of movement. */
export const MOVEMENTS = {
  grant: ['source', 'available'],
  reserve: ['available', 'reserved'],
  settle: ['reserved', 'consumed'],
  release: ['reserved', 'available'],
  debit: ['available', 'consumed'],
  undo: ['consumed', 'available'],
  clawback: ['available', 'source'],
  correction: ['available', 'source'],
  hold: ['available', 'held'],
  unhold: ['held', 'available'],
  forfeit: ['available', 'source'],
  borrow: ['debt', 'available'],
  repay: ['available', 'debt'],
} as const satisfies Record<string, readonly [CreditAccount, CreditAccount]>;
export type LedgerEntryKind = keyof typeof MOVEMENTS;
export const ENTRY_KINDS = Object.keys(MOVEMENTS) as LedgerEntryKind[];

export interface LedgerEntry {
  /** Derived from the event, so an event always has the same id. Written at most once. */
  readonly id: string;
  readonly kind: LedgerEntryKind;
  readonly from: CreditAccount;
  readonly to: CreditAccount;
  /** 0 only if an event that moves no credits must be recorded. */
  readonly amount: number;
  /**
   * Requested amount, by which a repeated event is recognized. Set if `amount` also depends on
   * other events of the same dispute.
   */
  readonly asked?: number | undefined;
  /** Purpose of the movement in words, for support agents. */
  readonly why: string;
  /** Origin of a check: `web`, or four characters of the API key. Missing in older entries. */
  readonly by?: string | undefined;
}

/** The part of an entry that changes the balance. */
export type Movement = Pick<LedgerEntry, 'from' | 'to' | 'amount'>;

/**
 * Credits of a user. No account is ever below zero. `debt` counts credits that were taken back
 * after they were spent. Available credits repay the debt first, so `available` is zero while there
 * is debt.
 */
export type Balance = Readonly<Record<(typeof BALANCE_ACCOUNTS)[number], number>>;
