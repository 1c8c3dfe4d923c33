import type { Clock } from '../../platform/clock.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import type { LedgerEntry } from '../rules/ledger-entry.ts';
import { isSameEntry } from '../rules/ledger.ts';
import { balanceKey, entryKey } from './keys.ts';
import {
  parseStoredBalance,
  balanceWrite,
  parseLedgerEntry,
  entryWrite,
  type WritePrecondition,
  type StoredBalance,
} from './ledger-items.ts';
import { usageWrites } from './usage-lines.ts';

/** Two different movements use the same entry id, which is a bug that must not go unnoticed. */
export class LedgerMismatchError extends Error {
  override readonly name = 'LedgerMismatchError';
}

interface FailedConditions {
  readonly entry: boolean;
  readonly extraWrite: boolean;
}

/** Single attempts to write to the ledger, and the reads that these attempts depend on. */
export interface LedgerTransactions {
  read(userId: string): Promise<StoredBalance>;
  findEntry(userId: string, id: string): Promise<LedgerEntry | undefined>;
  /**
   * Writes everything or nothing. Returns undefined on success, otherwise which conditions failed.
   * If neither an entry nor an extra write failed, the condition on the balance failed.
   */
  write(
    userId: string,
    entries: readonly LedgerEntry[],
    extraWrites: readonly TransactionStep[],
    precondition?: WritePrecondition,
    ttl?: number,
  ): Promise<FailedConditions | undefined>;
  /**
   * Compares entries with the stored entries of the same ids. Returns `replayed` if all movements
   * are equal, `stale` if some differ or are missing and an extra write failed too.
   * @throws {LedgerMismatchError} if some differ or are missing and no extra write failed
   */
  compareWithStored(
    userId: string,
    entries: readonly LedgerEntry[],
    failed: FailedConditions,
  ): Promise<'replayed' | 'stale'>;
}

export function createLedgerTransactions(db: Db, clock: Clock): LedgerTransactions {
  const transactions: LedgerTransactions = {
    read: async (userId) => parseStoredBalance(await db.get(balanceKey(userId))),

    async findEntry(userId, id) {
      const item = await db.get(entryKey(userId, id));
      return item && parseLedgerEntry(item);
    },

    async write(userId, entries, extraWrites, precondition, ttl) {
      const now = clock.now();
      const canceled = await db.transact([
        ...entries.map((entry) => entryWrite(userId, entry, now, ttl)),
        balanceWrite(userId, entries, precondition),
        ...extraWrites,
        ...usageWrites(userId, entries, now, ttl),
      ]);
      return (
        canceled && {
          entry: canceled.slice(0, entries.length).includes('condition'),
          extraWrite: canceled.slice(entries.length + 1).includes('condition'),
        }
      );
    },

    async compareWithStored(userId, entries, { extraWrite }) {
      for (const entry of entries) {
        const stored = await transactions.findEntry(userId, entry.id);
        if (stored && isSameEntry(stored, entry)) continue;
        if (extraWrite) return 'stale';
        throw new LedgerMismatchError(`${entry.id} of ${userId} exists with other content`);
      }
      return 'replayed';
    },
  };
  return transactions;
}
