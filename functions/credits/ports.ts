import type { WriteItem } from '../platform/dynamo/db.ts';
import type { Balance, LedgerEntry } from './rules/ledger-entry.ts';

/**
 * What became of an event. `replayed`: it was written before, for the same amount, and nothing was
 * written; `stale`: a condition of an extra write did not hold, and nothing was written. An event that
 * was written for another amount is `stale` too where an extra write shows that this one was decided
 * on what is no longer so.
 */
export type LedgerOutcome = 'applied' | 'replayed' | 'stale';

/**
 * The credit ledger. Entries may be written together with writes of other items, all or nothing, and
 * events may depend on the balance they meet. An event names itself; told again it is `replayed`,
 * whatever the balance is now, and told with another amount it throws LedgerMismatchError. Amounts are
 * whole and not negative. Conflicts, throttling and lost responses are retried inside, under the same
 * ids.
 */
export interface Ledger {
  /** Zeros for a user who never had a credit. Strongly consistent. */
  balance(userId: string): Promise<Balance>;
  /** The balances of several users, as `balance` tells each. */
  balances(userIds: readonly string[]): Promise<ReadonlyMap<string, Balance>>;
  /** Every entry of the user, in no particular order. */
  entries(userId: string): Promise<readonly LedgerEntry[]>;
  /**
   * Writes entries and the balance in one transaction, once. Where they make credits available, a
   * debt is paid from these first, by an entry more. `insufficient`: an account would have gone below
   * zero; nothing was written.
   */
  transact(
    userId: string,
    entries: readonly LedgerEntry[],
    extraWrites?: readonly WriteItem[],
  ): Promise<LedgerOutcome | 'insufficient'>;

  /** Credits arrive: `source` names what brings them (`cs:<session>`, `in:<invoice>`, `adm:<uuid>`). */
  grant(
    userId: string,
    given: { readonly source: string; readonly amount: number; readonly why: string },
    extraWrites?: readonly WriteItem[],
  ): Promise<LedgerOutcome>;
  /** Credits leave, those available first; what is missing becomes debt. May come before its grant. */
  clawBack(
    userId: string,
    given: { readonly id: string; readonly amount: number; readonly why: string },
    extraWrites?: readonly WriteItem[],
  ): Promise<LedgerOutcome>;
  /**
   * Sets aside available credits, as many of `amount` as there are. Nothing once the dispute has
   * ended.
   */
  hold(
    userId: string,
    given: { readonly dispute: string; readonly amount: number },
    extraWrites?: readonly WriteItem[],
  ): Promise<LedgerOutcome>;
  /** What the dispute's hold took becomes available again. */
  unhold(
    userId: string,
    given: { readonly dispute: string },
    extraWrites?: readonly WriteItem[],
  ): Promise<LedgerOutcome>;
  /**
   * The dispute is lost: `amount` credits leave, those that are held for it first, the rest as by
   * `clawBack`. What was held beyond `amount` becomes available again.
   */
  forfeit(
    userId: string,
    given: { readonly dispute: string; readonly amount: number; readonly why: string },
    extraWrites?: readonly WriteItem[],
  ): Promise<LedgerOutcome>;
}

/** Whole journals that are made all at once, for demo data, each in place of the balance there was. */
export interface BulkLedger {
  put(journals: ReadonlyMap<string, readonly LedgerEntry[]>): Promise<void>;
}

/** A balance as it is stored; `version` counts its writes, and is undefined where there was none. */
export interface StoredBalance {
  readonly balance: Balance;
  readonly version: number | undefined;
  /** Of a closed account: when its bookkeeping goes, in epoch seconds. */
  readonly ttl: number | undefined;
}

/** What whoever checks the ledger reads of it. */
export interface LedgerAudit {
  /** Everybody who has a balance or an entry. Reads the whole table. */
  users(): AsyncIterable<string>;
  stored(userId: string): Promise<StoredBalance>;
  entries(userId: string): AsyncIterable<LedgerEntry>;
}
