import * as z from 'zod/mini';
import { verdict } from '../../../shared/contract/checks.ts';
import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import type { Check, Checks, PendingCheck } from '../ports.ts';
import { PENDING_PARTITION, userPartition } from '../../platform/dynamo/key.ts';
import { debitEntry, undoEntry } from '../../credits/rules/ledger.ts';
import type { Db, Item, WriteItem } from '../../platform/dynamo/db.ts';
import { changes, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { checkKey, pendingCheckKey } from './keys.ts';
import type { Ledger } from '../../credits/ports.ts';

/** How long a request can be repeated for the same answer. */
const KEPT_SECONDS = 24 * 3600;

const stored: z.ZodMiniType<Check> = z.object({
  requestId: z.string(),
  email: z.string(),
  state: z.enum(['pending', 'answered', 'undone']),
  verdict: z.optional(verdict),
});

const storedPending: z.ZodMiniType<PendingCheck> = z.object({
  userId: z.string(),
  requestId: z.string(),
  since: z.number(),
});

/** Single checks on the single table. */
export function createChecks(db: Db, ledger: Ledger): Checks {
  const close = (userId: string, requestId: string, set: Item): WriteItem[] => [
    updateWrite(db.table, checkKey(userId, requestId), changes(set), where({ state: 'pending' })),
    { Delete: { TableName: db.table, Key: { ...pendingCheckKey(requestId) } } },
  ];

  return {
    async get(userId, requestId) {
      const item = await db.get(checkKey(userId, requestId));
      return item && stored.parse(item);
    },

    async all(userId) {
      const found: Check[] = [];
      const query = { partition: userPartition(userId), prefix: 'CHECK#' };
      for await (const item of db.query(query)) found.push(stored.parse(item));
      return found;
    },

    async open(userId, requestId, email, now) {
      const check: Check = { requestId, email, state: 'pending' };
      const ttl = Math.ceil(now / 1000) + KEPT_SECONDS;
      const outcome = await ledger.transact(
        userId,
        [debitEntry(requestId, CREDITS_PER_EMAIL)],
        [
          {
            Put: {
              TableName: db.table,
              Item: { ...checkKey(userId, requestId), ...check, ttl },
              ConditionExpression: 'attribute_not_exists(PK)',
            },
          },
          {
            Put: {
              TableName: db.table,
              Item: { ...pendingCheckKey(requestId), userId, requestId, since: now },
            },
          },
        ],
      );
      if (outcome === 'applied') return 'opened';
      return outcome === 'insufficient' ? outcome : 'known';
    },

    async answer(userId, requestId, given, charged) {
      const outcome = await ledger.transact(
        userId,
        charged ? [] : [undoEntry(requestId, CREDITS_PER_EMAIL)],
        close(userId, requestId, { state: 'answered', verdict: given }),
      );
      return outcome === 'applied';
    },

    async *pendingItems() {
      for await (const item of db.query({ partition: PENDING_PARTITION, prefix: 'CHECK#' }))
        yield storedPending.parse(item);
    },

    async undo(userId, requestId) {
      const outcome = await ledger.transact(
        userId,
        [undoEntry(requestId, CREDITS_PER_EMAIL)],
        close(userId, requestId, { state: 'undone' }),
      );
      // The check has ended otherwise, or its record has expired.
      if (outcome === 'stale') await db.remove(pendingCheckKey(requestId));
    },
  };
}
