import type { Clock } from '../../platform/clock.ts';
import { type Balance, BALANCE_ACCOUNTS, type LedgerEntry } from '../rules/ledger-entry.ts';
import {
  createClawBackDecision,
  type LedgerDecision,
  createSeizeHeldDecision,
  createGrantDecision,
  createHoldDecision,
  createReleaseHoldDecision,
  withRepayment,
} from '../rules/decision.ts';
import { sumEntries, isSameEntry } from '../rules/ledger.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { balanceKey } from './keys.ts';
import { parseStoredBalance, parseLedgerEntry } from './ledger-items.ts';
import { createLedgerTransactions } from './ledger-transactions.ts';
import { createUsageLines, type UsageLines } from './usage-lines.ts';

/** Maximum attempts; each one fails only because another movement of the user was written. */
const MAX_ATTEMPTS = 50;

/**
 * Outcome of a transaction; only `applied` has written anything.
 * - `insufficient`: an account would have gone below zero.
 * - `replayed`: the event had already been written with the same amount.
 * - `stale`: the condition of an extra write failed. An event that had been written with another
 *   amount is also `stale` if an extra write shows that the new amount was decided on outdated
 *   data.
 */
export type LedgerOutcome = 'applied' | 'replayed' | 'stale' | 'insufficient';

type Apply<Event> = (
  userId: string,
  event: Event,
  extraWrites?: readonly TransactionStep[],
) => Promise<Exclude<LedgerOutcome, 'insufficient'>>;

/**
 * The credit ledger in the single table; nothing else writes balances and entries. Entries can be
 * written atomically with other items, and events may depend on the current balance. Events are
 * idempotent by id: a repeated event is `replayed`, whatever the balance is now, and throws
 * LedgerMismatchError if its amount differs. Amounts are non-negative integers. Conflicts,
 * throttling and lost responses are retried internally under the same ids.
 */
export interface Ledger extends UsageLines {
  /** Returns the balance, strongly consistent; zero for a user who never had a credit. */
  balance(userId: string): Promise<Balance>;
  balances(userIds: readonly string[]): Promise<ReadonlyMap<string, Balance>>;
  findEntry(userId: string, id: string): Promise<LedgerEntry | undefined>;
  /** In no particular order. */
  entries(userId: string): AsyncIterable<LedgerEntry>;
  /** Writes entries and the balance. Credits that become available first repay any debt. */
  transact(
    userId: string,
    requested: readonly LedgerEntry[],
    extraWrites?: readonly TransactionStep[],
  ): Promise<LedgerOutcome>;
  /** Adds credits; `source` is the same as in `createGrantEntry`. */
  readonly grant: Apply<Parameters<typeof createGrantDecision>[0]>;
  /** Takes available credits first, then adds debt. May precede the grant of the same credits. */
  readonly clawBack: Apply<Parameters<typeof createClawBackDecision>[0]>;
  /** Holds available credits first, then adds debt. Has no effect once the dispute has ended. */
  readonly hold: Apply<Parameters<typeof createHoldDecision>[0]>;
  /** Makes the credits held for a dispute available again. */
  readonly releaseHold: Apply<Parameters<typeof createReleaseHoldDecision>[0]>;
  /**
   * Removes `amount` credits after a lost dispute: first the credits held for the dispute, then
   * more as in `clawBack`. Excess held credits become available again.
   */
  readonly seizeHeld: Apply<Parameters<typeof createSeizeHeldDecision>[0]>;
}

export function createLedger(db: Db, clock: Clock): Ledger {
  const { read, findEntry, write, compareWithStored } = createLedgerTransactions(db, clock);

  /** Writes entries that do not depend on the balance, except for the repayment of debt. */
  async function writeFixed(
    userId: string,
    entries: readonly LedgerEntry[],
    extraWrites: readonly TransactionStep[],
  ): Promise<LedgerOutcome> {
    const change = sumEntries(entries);
    const addsCredits = change.available > 0;
    let debt = 0;
    let wasShort = false;
    return retryOnConflict(
      `the balance of ${userId}`,
      async () => {
        const all = withRepayment(entries, debt);
        const failed = await write(userId, all, extraWrites, addsCredits ? { debt } : undefined);
        if (!failed) return 'applied';
        if (failed.entry) return compareWithStored(userId, entries, failed);
        if (failed.extraWrite) return 'stale';
        if (!addsCredits) return 'insufficient';
        const { balance } = await read(userId);
        // Report `insufficient` only if the credits were too few in two attempts in a row. If a
        // concurrent write has just moved them, the second attempt fails on an entry or an extra
        // write instead.
        const isShort = balance.debt === debt && !covers(balance, change);
        if (isShort && wasShort) return 'insufficient';
        wasShort = isShort;
        debt = balance.debt;
        return 'again';
      },
      MAX_ATTEMPTS,
    );
  }

  /** Decides again if the balance changes before the write. */
  const withDecision =
    <Event>(decisionOf: (event: Event) => LedgerDecision): Apply<Event> =>
    async (userId, event, extraWrites = []) => {
      const { main, dependsOn, decide } = decisionOf(event);
      return retryOnConflict(
        `the balance of ${userId}`,
        async () => {
          // Read the balance first, so that any later write changes the version. Entries written
          // after the account was closed, for example by a refund, expire with the other entries.
          const { balance, version, ttl } = await read(userId);
          const ids = [main.id, ...dependsOn];
          const found = await Promise.all(ids.map((id) => findEntry(userId, id)));
          const [stored] = found;
          if (stored && isSameEntry(stored, main)) return 'replayed';
          const events = decide(balance, (id) => found.find((each) => each?.id === id));
          const entries = withRepayment(events, balance.debt);
          const failed = await write(userId, entries, extraWrites, { version }, ttl);
          if (!failed) return 'applied';
          if (stored) return compareWithStored(userId, [main], failed);
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
        userIds.map((userId) => [
          userId,
          parseStoredBalance(found.get(userPartition(userId))).balance,
        ]),
      );
    },

    findEntry,

    async *entries(userId) {
      const rows = db.query({ partition: userPartition(userId), prefix: 'ENTRY#' });
      for await (const row of rows) yield parseLedgerEntry(row);
    },

    async transact(userId, requested, extraWrites = []) {
      const entries = requested.filter((entry) => entry.amount > 0);
      if (entries.length > 0) return writeFixed(userId, entries, extraWrites);
      if (extraWrites.length === 0) return 'applied';
      return (await db.transact(extraWrites)) ? 'stale' : 'applied';
    },

    grant: withDecision(createGrantDecision),
    clawBack: withDecision(createClawBackDecision),
    hold: withDecision(createHoldDecision),
    releaseHold: withDecision(createReleaseHoldDecision),
    seizeHeld: withDecision(createSeizeHeldDecision),
  };
}

const covers = (balance: Balance, change: Balance): boolean =>
  BALANCE_ACCOUNTS.every((account) => balance[account] + change[account] >= 0);
