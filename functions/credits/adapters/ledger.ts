import type { Clock } from '../../platform/clock.ts';
import type { Booked, StoredBalance, TransactionalLedger } from '../ports.ts';
import type { Balance, LedgerEntry } from '../rules/ledger-entry.ts';
import {
  clawBackOf,
  type Decision,
  forfeitOf,
  grantOf,
  holdOf,
  unholdOf,
  withRepayment,
} from '../rules/decision.ts';
import { fold, sameMovement } from '../rules/ledger.ts';
import type { Db, WriteItem } from '../../platform/dynamo/db.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { balanceKey, entryKey } from './keys.ts';
import { balanceOf, balanceWrite, entryOf, entryWrite, type RestsOn } from './ledger-items.ts';

/** The same entry id was used for two different movements: a bug that must not pass silently. */
export class LedgerMismatch extends Error {
  override readonly name = 'LedgerMismatch';
}

/** Each lost try means that another movement of the same user was booked meanwhile. */
const ATTEMPTS = 50;

/** What of a transaction failed its condition. */
interface Failed {
  readonly entry: boolean;
  readonly companion: boolean;
}

/** The credit ledger on the single table. Nothing else writes a balance or an entry. */
export function createLedger(db: Db, clock: Clock): TransactionalLedger {
  const read = async (userId: string): Promise<StoredBalance> =>
    balanceOf(await db.get(balanceKey(userId)));

  async function earlier(userId: string, id: string): Promise<LedgerEntry | undefined> {
    const item = await db.get(entryKey(userId, id));
    return item && entryOf(item);
  }

  /** Writes all or nothing. Where neither entry nor companion failed, it was the balance. */
  async function write(
    userId: string,
    entries: readonly LedgerEntry[],
    companions: readonly WriteItem[],
    restsOn?: RestsOn,
    ttl?: number,
  ): Promise<Failed | undefined> {
    const cancelled = await db.transact([
      ...entries.map((entry) => entryWrite(db.table, userId, entry, clock.now(), ttl)),
      balanceWrite(db.table, userId, entries, restsOn),
      ...companions,
    ]);
    return (
      cancelled && {
        entry: cancelled.slice(0, entries.length).includes('condition'),
        companion: cancelled.slice(entries.length + 1).includes('condition'),
      }
    );
  }

  /**
   * Entries whose ids are taken: fine when they stand for the very same movements. Others were
   * decided on what is no longer so where a companion failed too, and are a bug where none did.
   */
  async function taken(
    userId: string,
    entries: readonly LedgerEntry[],
    { companion }: Failed,
  ): Promise<'replayed' | 'stale'> {
    for (const entry of entries) {
      const stored = await earlier(userId, entry.id);
      if (stored && sameMovement(stored, entry)) continue;
      if (companion) return 'stale';
      throw new LedgerMismatch(`${entry.id} of ${userId} exists with other content`);
    }
    return 'replayed';
  }

  /** Books entries that are fixed; only what they pay of a debt depends on the balance. */
  async function bookFixed(
    userId: string,
    entries: readonly LedgerEntry[],
    companions: readonly WriteItem[],
  ): Promise<Booked | 'insufficient'> {
    const change = fold(entries);
    const pays = change.available > 0;
    let debt = 0;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const all = withRepayment(entries, debt);
      const failed = await write(userId, all, companions, pays ? { debt } : undefined);
      if (!failed) return 'applied';
      if (failed.entry) return taken(userId, entries, failed);
      if (failed.companion) return 'stale';
      if (!pays) return 'insufficient';
      const { balance } = await read(userId);
      if (!covers(balance, change)) return 'insufficient';
      debt = balance.debt;
    }
    throw new Error(`the balance of ${userId} moved ${ATTEMPTS} times under ${entries[0]?.id}`);
  }

  /** Books an event on the balance it meets, anew when that moves before it is written. */
  async function book(
    userId: string,
    { main, reads, decide }: Decision,
    companions: readonly WriteItem[] = [],
  ): Promise<Booked> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      // The balance is read first: whatever is written after it changes its version.
      // What is written after the account was closed, such as a refund, goes with the rest of it.
      const { balance, version, ttl } = await read(userId);
      const found = new Map<string, LedgerEntry>();
      for (const entry of await Promise.all([main.id, ...reads].map((id) => earlier(userId, id))))
        if (entry) found.set(entry.id, entry);
      const stored = found.get(main.id);
      if (stored && sameMovement(stored, main)) return 'replayed';
      const decided = decide(balance, (id) => found.get(id));
      const entries = withRepayment(decided, balance.debt);
      const failed = await write(userId, entries, companions, { version }, ttl);
      if (!failed) return 'applied';
      if (stored) return taken(userId, [main], failed);
      if (failed.companion && !failed.entry) return 'stale';
    }
    throw new Error(`the balance of ${userId} moved ${ATTEMPTS} times under ${main.id}`);
  }

  const ledger: TransactionalLedger = {
    balance: async (userId) => (await read(userId)).balance,

    async balances(userIds) {
      const keys = userIds.map((userId) => balanceKey(userId));
      const items = await db.batchGet(keys, { consistent: true });
      const found = new Map(items.map((item) => [item['PK'], item]));
      return new Map(
        userIds.map((userId) => [userId, balanceOf(found.get(userPartition(userId))).balance]),
      );
    },

    async entries(userId) {
      const entries: LedgerEntry[] = [];
      const rows = db.query({ partition: userPartition(userId), prefix: 'ENTRY#' });
      for await (const row of rows) entries.push(entryOf(row));
      return entries;
    },

    async move(userId, entries) {
      const outcome = await ledger.transact(userId, entries, []);
      if (outcome === 'stale') throw new Error('a move without companions cannot be stale');
      return outcome;
    },

    async transact(userId, given, companions) {
      const entries = given.filter((entry) => entry.amount > 0);
      if (entries.length > 0) return bookFixed(userId, entries, companions);
      if (companions.length === 0) return 'applied';
      return (await db.transact(companions)) ? 'stale' : 'applied';
    },

    grant: (userId, given, companions) => book(userId, grantOf(given), companions),
    clawBack: (userId, given, companions) => book(userId, clawBackOf(given), companions),
    hold: (userId, given, companions) => book(userId, holdOf(given), companions),
    unhold: (userId, given, companions) => book(userId, unholdOf(given), companions),
    forfeit: (userId, given, companions) => book(userId, forfeitOf(given), companions),
  };
  return ledger;
}

const ACCOUNTS = ['available', 'reserved', 'consumed', 'held'] as const;

/** Whether no account goes below zero. */
const covers = (balance: Balance, change: Balance): boolean =>
  ACCOUNTS.every((account) => balance[account] + change[account] >= 0);
