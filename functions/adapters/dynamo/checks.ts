import * as z from 'zod/mini';
import { verdict } from '../../../shared/contract/lists.ts';
import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import type { Check, Checks } from '../../app/ports/checks.ts';
import { debitEntry, undoEntry } from '../../domain/ledger.ts';
import type { Db, Item, WriteItem } from './db.ts';
import { changes, updateWrite, where } from './expression.ts';
import { checkKey, workCheckKey } from './keys.ts';
import type { DynamoLedger } from './ledger.ts';
import { workCheckItem } from './work-index.ts';

/** How long a request can be repeated for the same answer. */
const KEPT_SECONDS = 24 * 3600;

const stored: z.ZodMiniType<Check> = z.object({
  requestId: z.string(),
  email: z.string(),
  state: z.enum(['pending', 'answered', 'undone']),
  verdict: z.optional(verdict),
});

/** Single checks on the single table. */
export function createChecks(db: Db, ledger: DynamoLedger): Checks {
  const close = (userId: string, requestId: string, set: Item): WriteItem[] => [
    updateWrite(db.table, checkKey(userId, requestId), changes(set), where({ state: 'pending' })),
    { Delete: { TableName: db.table, Key: { ...workCheckKey(requestId) } } },
  ];

  return {
    async get(userId, requestId) {
      const item = await db.get(checkKey(userId, requestId));
      return item && stored.parse(item);
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
          { Put: { TableName: db.table, Item: workCheckItem(userId, requestId, now) } },
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

    async undo(userId, requestId) {
      await ledger.transact(
        userId,
        [undoEntry(requestId, CREDITS_PER_EMAIL)],
        close(userId, requestId, { state: 'undone' }),
      );
    },
  };
}
