import type { WriteItem } from '../platform/dynamo/db.ts';
import type { Balance, LedgerEntry } from './rules/ledger-entry.ts';

export interface Ledger {
  /** Zeros for a user who never had a credit. Strongly consistent. */
  balance(userId: string): Promise<Balance>;
  /** The balances of several users, as `balance` tells each. */
  balances(userIds: readonly string[]): Promise<ReadonlyMap<string, Balance>>;
  /** Every entry of the user, in no particular order. */
  entries(userId: string): Promise<readonly LedgerEntry[]>;
  /**
   * Writes entries and the balance in one transaction, once. Where they make credits available, a
   * debt is paid from these first, by an entry more.
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

/**
 * What became of an event. `replayed`: it was booked before, for the same amount, and nothing was
 * written; `stale`: a condition of a companion did not hold, and nothing was written. An event that
 * was booked for another amount is `stale` too where a companion shows that this one was decided on
 * what is no longer so.
 */
export type Booked = 'applied' | 'replayed' | 'stale';

/**
 * The ledger with writes of other items in the same transaction, and with events that depend on the
 * balance they meet. An event names itself; told again it is `replayed`, whatever the balance is
 * now, and told with another amount it throws LedgerMismatch. Amounts are whole and not negative.
 */
export interface TransactionalLedger extends Ledger {
  /**
   * As `move`, with writes of other items in the same transaction. `stale`: a condition of one of
   * these did not hold, and nothing was written.
   */
  transact(
    userId: string,
    entries: readonly LedgerEntry[],
    companions: readonly WriteItem[],
  ): Promise<'applied' | 'replayed' | 'insufficient' | 'stale'>;

  /** Credits arrive: `source` names what brings them (`cs:<session>`, `in:<invoice>`, `adm:<uuid>`). */
  grant(
    userId: string,
    given: { readonly source: string; readonly amount: number; readonly why: string },
    companions?: readonly WriteItem[],
  ): Promise<Booked>;
  /** Credits leave, those available first; what is missing becomes debt. May come before its grant. */
  clawBack(
    userId: string,
    given: { readonly id: string; readonly amount: number; readonly why: string },
    companions?: readonly WriteItem[],
  ): Promise<Booked>;
  /**
   * Sets aside available credits, as many of `amount` as there are. Nothing once the dispute has
   * ended.
   */
  hold(
    userId: string,
    given: { readonly dispute: string; readonly amount: number },
    companions?: readonly WriteItem[],
  ): Promise<Booked>;
  /** What the dispute's hold took becomes available again. */
  unhold(
    userId: string,
    given: { readonly dispute: string },
    companions?: readonly WriteItem[],
  ): Promise<Booked>;
  /**
   * The dispute is lost: `amount` credits leave, those that are held for it first, the rest as by
   * `clawBack`. What was held beyond `amount` becomes available again.
   */
  forfeit(
    userId: string,
    given: { readonly dispute: string; readonly amount: number; readonly why: string },
    companions?: readonly WriteItem[],
  ): Promise<Booked>;
}
