import * as z from 'zod/mini';
import { verdict, type Verdict } from '../../../shared/contract/checks.ts';
import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import type { Clock } from '../../platform/clock.ts';
import { queryDueItems } from '../../platform/dynamo/query-due-items.ts';
import { findStoredItem } from '../../platform/dynamo/stored-items.ts';
import { createDebitEntry, createUndoEntry } from '../../credits/rules/ledger.ts';
import type { Db, Item, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  joinConditions,
  updateExpression,
  deleteWrite,
  itemNotExists,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { checkKey, PENDING_CHECKS, pendingCheckKey } from './keys.ts';
import type { FreeAnswerBudget, FreeAnswers } from '../../credits/adapters/free-answers.ts';
import type { Ledger } from '../../credits/adapters/ledger.ts';
import type { VerdictMemory } from './verdict-memory.ts';

/**
 * How long a repeated request with the same idempotency key returns the verdict. A pending check
 * does not expire: after a long outage, its credit still has to be returned.
 */
export const CHECK_RETENTION_SECONDS = 24 * 3600;

/**
 * A single check, stored when its credit is taken.
 * - `pending`: has no verdict yet. If the check continues in the background, `attempt` is the
 *   number of attempts so far, and the next attempt is at `nextAt` (epoch milliseconds);
 * - `answered`: has its verdict, which repeated requests return;
 * - `undone`: abandoned, and its credit was returned.
 */
const storedCheck = z.object({
  requestId: z.string(),
  email: z.string(),
  state: z.enum(['pending', 'answered', 'undone']),
  verdict: z.optional(verdict),
  attempt: z.optional(z.number()),
  nextAt: z.optional(z.number()),
  /** UTC day on which a free answer is reserved for the check, if it counts. */
  answerDay: z.optional(z.string()),
});
export type StoredCheck = Readonly<z.infer<typeof storedCheck>>;

/**
 * Index entry by which the reconciler finds a pending check. `since` is the start of the check or,
 * once it continues in the background, the time of the next attempt (epoch milliseconds).
 */
const storedPendingCheck = z.object({
  userId: z.string(),
  requestId: z.string(),
  by: z.optional(z.string()),
  since: z.number(),
  attempt: z.optional(z.number()),
  answerDay: z.optional(z.string()),
});
export type PendingCheck = Readonly<z.infer<typeof storedPendingCheck>>;

/** `by` is the id of the person (`web` in older checks), or the last four characters of the key. */
export type CheckRef = Pick<PendingCheck, 'answerDay' | 'by' | 'requestId' | 'userId'>;

/** Condition that the check was never continued in the background. */
const NOT_POSTPONED = { attempt: undefined };

/** Stores single checks. Each change is in one transaction with its ledger entry, if any. */
export interface Checks {
  get(userId: string, requestId: string): Promise<StoredCheck | undefined>;
  /**
   * Charges the credit, reserves a free answer on the check's `answerDay`, and stores the check.
   * Writes nothing unless it returns `begun`; `exhausted` if no free answer is left.
   */
  begin(
    check: CheckRef,
    email: string,
    now: number,
  ): Promise<'begun' | 'exhausted' | 'insufficient' | 'known'>;
  /**
   * Ends a check and remembers a conclusive verdict. Returns the free answer if `charged`, otherwise
   * refunds the credit. Returns false if the check is no longer pending.
   */
  finish(
    check: CheckRef,
    finalVerdict: Verdict,
    charged: boolean,
    extraWrites?: readonly TransactionStep[],
  ): Promise<boolean>;
  /** Returns false if the check has ended or `attempt` is already recorded. */
  postpone(check: CheckRef, attempt: number, nextAt: number): Promise<boolean>;
  pendingItems(): AsyncIterable<PendingCheck>;
  /** Deletes the pending entry of a check that has ended or was deleted. */
  deletePending(requestId: string): Promise<void>;
  /**
   * Abandons a pending check that is not in the background, refunds its credit, and returns its free
   * answer.
   */
  undo(check: CheckRef): Promise<void>;
}

export function createChecks(
  db: Db,
  ledger: Ledger,
  memory: VerdictMemory,
  freeAnswers: FreeAnswers,
  clock: Clock,
): Checks {
  const closeWrites = (
    userId: string,
    requestId: string,
    set: Item,
    conditions: Item = {},
  ): TransactionStep[] => {
    const ttl = Math.ceil(clock.now() / 1000) + CHECK_RETENTION_SECONDS;
    return [
      updateWrite(
        checkKey(userId, requestId),
        updateExpression({ ...set, ttl }),
        where({ state: 'pending', ...conditions }),
      ),
      deleteWrite(pendingCheckKey(requestId)),
    ];
  };
  const returnWrites = ({ userId, answerDay }: CheckRef): TransactionStep[] =>
    answerDay === undefined ? [] : [freeAnswers.addWrite(userId, answerDay, -1)];

  return {
    get: (userId, requestId) => findStoredItem(db, storedCheck, checkKey(userId, requestId)),

    async begin({ userId, requestId, by, answerDay }, email, now) {
      const check: StoredCheck = { requestId, email, state: 'pending', answerDay };
      const pending = { userId, requestId, by, since: now, answerDay };
      const write = (budget?: FreeAnswerBudget) =>
        ledger.transact(
          userId,
          [createDebitEntry(requestId, CREDITS_PER_EMAIL, by)],
          [
            putWrite({ ...checkKey(userId, requestId), ...check }, itemNotExists),
            putWrite({ ...pendingCheckKey(requestId), ...pending }),
            ...(answerDay === undefined
              ? []
              : [freeAnswers.addWrite(userId, answerDay, 1, budget)]),
          ],
        );
      let outcome = await write();
      // A known check is `replayed`, because its debit exists. Otherwise only the condition of the
      // free answer can have failed.
      if (outcome === 'stale' && answerDay !== undefined) {
        outcome = await write(await freeAnswers.read(userId, now, answerDay));
        if (outcome === 'stale') return 'exhausted';
      }
      if (outcome === 'applied') return 'begun';
      return outcome === 'insufficient' ? outcome : 'known';
    },

    async finish(check, finalVerdict, charged, extraWrites = []) {
      const { userId, requestId, by } = check;
      const isConclusive = finalVerdict.status !== 'unknown';
      const remembered = isConclusive ? [await memory.write(check, finalVerdict, charged)] : [];
      const outcome = await ledger.transact(
        userId,
        charged ? [] : [createUndoEntry(requestId, CREDITS_PER_EMAIL, by)],
        [
          ...closeWrites(userId, requestId, { state: 'answered', verdict: finalVerdict }),
          ...remembered,
          ...(charged ? returnWrites(check) : []),
          ...extraWrites,
        ],
      );
      return outcome === 'applied';
    },

    async postpone({ userId, requestId, by }, attempt, nextAt) {
      const pending = { userId, requestId, by, since: nextAt, attempt };
      const isEarlier = {
        text: '(attribute_not_exists(attempt) OR attempt < :attempt)',
        values: { ':attempt': attempt },
      };
      const failed = await db.transact([
        updateWrite(
          checkKey(userId, requestId),
          updateExpression({ attempt, nextAt }),
          joinConditions([where({ state: 'pending' }), isEarlier]),
        ),
        putWrite({ ...pendingCheckKey(requestId), ...pending }),
      ]);
      return failed === undefined;
    },

    pendingItems: () => queryDueItems(db, storedPendingCheck, PENDING_CHECKS),

    async deletePending(requestId) {
      await db.delete(pendingCheckKey(requestId));
    },

    async undo(check) {
      const { userId, requestId, by } = check;
      const outcome = await ledger.transact(
        userId,
        [createUndoEntry(requestId, CREDITS_PER_EMAIL, by)],
        [
          ...closeWrites(userId, requestId, { state: 'undone' }, NOT_POSTPONED),
          ...returnWrites(check),
        ],
      );
      // The check was answered in the meantime, continues in the background, or was deleted. Delete
      // the pending entry, unless the check continues.
      if (outcome === 'stale') await db.delete(pendingCheckKey(requestId), where(NOT_POSTPONED));
    },
  };
}
