import type { Clock } from '../../platform/clock.ts';
import { type Balance, BALANCE_ACCOUNTS, type LedgerEntry } from '../rules/ledger-entry.ts';
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
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { untilUnchanged } from '../../platform/until-unchanged.ts';
import { balanceKey } from './keys.ts';
import { balanceOf, entryOf } from './ledger-items.ts';
import { createLedgerTransactions } from './ledger-transactions.ts';
import { createUsageLines, type UsageLines } from './usage-lines.ts';

/** Each lost try means that another movement of the same user was written meanwhile. */
const MAX_ATTEMPTS = 50;

/**
 * What became of a transaction. `insufficient`: an account would have gone below zero, and nothing
 * was written; `replayed`: it was written before, for the same amount, and nothing was
 * written; `stale`: a condition of an extra write did not hold, and nothing was written. An event
 * that was written for another amount is `stale` too where an extra write shows that this one was
 * decided on what is no longer so.
 */
export type LedgerOutcome = 'applied' | 'replayed' | 'stale' | 'insufficient';

/** Applies an event that is decided on the balance it meets. */
type Apply<Event> = (
  userId: string,
  event: Event,
  extraWrites?: readonly TransactionStep[],
) => Promise<Exclude<LedgerOutcome, 'insufficient'>>;

/**
 * The credit ledger on the single table. Nothing else writes a balance or an entry. Entries may be
 * written together with writes of other items, all or nothing, and events may depend on the balance
 * they meet. An event names itself; applied again it is `replayed`, whatever the balance is now, and
 * with another amount it throws LedgerMismatchError. Amounts are whole and not negative.
 * Conflicts, throttling and lost responses are retried inside, under the same ids.
 */
export interface Ledger extends UsageLines {
  /** Zeros for a user who never had a credit. Strongly consistent. */
  balance(userId: string): Promise<Balance>;
  balances(userIds: readonly string[]): Promise<ReadonlyMap<string, Balance>>;
  findEntry(userId: string, id: string): Promise<LedgerEntry | undefined>;
  /** Every entry of the user, in no particular order. */
  entries(userId: string): Promise<readonly LedgerEntry[]>;
  /**
   * Writes entries and the balance in one transaction, once. Where they make credits available, a
   * debt is paid from these first, by an entry more.
   */
  transact(
    userId: string,
    given: readonly LedgerEntry[],
    extraWrites?: readonly TransactionStep[],
  ): Promise<LedgerOutcome>;
  /** Credits arrive: `source` is as in `grantEntry`. */
  readonly grant: Apply<Parameters<typeof grantOf>[0]>;
  /** Takes credits, those available first; the rest becomes debt. May come before its grant. */
  readonly clawBack: Apply<Parameters<typeof clawBackOf>[0]>;
  /**
   * Sets aside `amount`, available credits first; what is missing becomes debt. Nothing once the
   * dispute has ended.
   */
  readonly hold: Apply<Parameters<typeof holdOf>[0]>;
  /** Makes the credits that the dispute holds available again. */
  readonly unhold: Apply<Parameters<typeof unholdOf>[0]>;
  /**
   * The dispute is lost: `amount` credits leave, those that are held for it first, the rest as by
   * `clawBack`. What was held beyond `amount` becomes available again.
   */
  readonly forfeit: Apply<Parameters<typeof forfeitOf>[0]>;
}

export function createLedger(db: Db, clock: Clock): Ledger {
  const { read, findEntry, write, compareTaken } = createLedgerTransactions(db, clock);

  /** Writes entries that are fixed; only what they pay of a debt depends on the balance. */
  async function writeFixed(
    userId: string,
    entries: readonly LedgerEntry[],
    extraWrites: readonly TransactionStep[],
  ): Promise<LedgerOutcome> {
    const change = fold(entries);
    const pays = change.available > 0;
    let debt = 0;
    let wasShort = false;
    return untilUnchanged(
      `the balance of ${userId}`,
      async () => {
        const all = withRepayment(entries, debt);
        const failed = await write(userId, all, extraWrites, pays ? { debt } : undefined);
        if (!failed) return 'applied';
        if (failed.entry) return compareTaken(userId, entries, failed);
        if (failed.extraWrite) return 'stale';
        if (!pays) return 'insufficient';
        const { balance } = await read(userId);
        // Where the debt has moved, the next try also tells whether the extra writes still may
        // happen; and where these very entries were written since the last one, that they were.
        const isShort = balance.debt === debt && !covers(balance, change);
        if (isShort && wasShort) return 'insufficient';
        wasShort = isShort;
        debt = balance.debt;
        return 'again';
      },
      MAX_ATTEMPTS,
    );
  }

  /** Decides an event on the balance it meets, anew when that moves before it is written. */
  const decided =
    <Event>(decisionOf: (event: Event) => Decision): Apply<Event> =>
    async (userId, event, extraWrites = []) => {
      const { main, reads, decide } = decisionOf(event);
      return untilUnchanged(
        `the balance of ${userId}`,
        async () => {
          // The balance is read first: whatever is written after it changes its version.
          // What is written after the account was closed, such as a refund, goes with the rest of it.
          const { balance, version, ttl } = await read(userId);
          const ids = [main.id, ...reads];
          const found = await Promise.all(ids.map((id) => findEntry(userId, id)));
          const [stored] = found;
          if (stored && sameMovement(stored, main)) return 'replayed';
          const events = decide(balance, (id) => found.find((each) => each?.id === id));
          const entries = withRepayment(events, balance.debt);
          const failed = await write(userId, entries, extraWrites, { version }, ttl);
          if (!failed) return 'applied';
          if (stored) return compareTaken(userId, [main], failed);
          return failed.extraWrite && !failed.entry ? 'stale' : 'again';
        },
        MAX_ATTEMPTS,
      );
    };

  return {
    ...createUsageLines(db),

    balance: async (userId) => (await read(userId)).balance,

    async balances(userIds) {
      const keys = userIds.map((userId) => balanceKey(userId));
      const items = await db.batchGet(keys, { consistent: true });
      const found = new Map(items.map((item) => [item['PK'], item]));
      return new Map(
        userIds.map((userId) => [userId, balanceOf(found.get(userPartition(userId))).balance]),
      );
    },

    findEntry,

    async entries(userId) {
      const rows = db.query({ partition: userPartition(userId), prefix: 'ENTRY#' });
      return (await Array.fromAsync(rows)).map(entryOf);
    },

    async transact(userId, given, extraWrites = []) {
      const entries = given.filter((entry) => entry.amount > 0);
      if (entries.length > 0) return writeFixed(userId, entries, extraWrites);
      if (extraWrites.length === 0) return 'applied';
      return (await db.transact(extraWrites)) ? 'stale' : 'applied';
    },

    grant: decided(grantOf),
    clawBack: decided(clawBackOf),
    hold: decided(holdOf),
    unhold: decided(unholdOf),
    forfeit: decided(forfeitOf),
  };
}

/** Whether no account goes below zero. */
const covers = (balance: Balance, change: Balance): boolean =>
  BALANCE_ACCOUNTS.every((account) => balance[account] + change[account] >= 0);
