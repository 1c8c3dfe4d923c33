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
}
