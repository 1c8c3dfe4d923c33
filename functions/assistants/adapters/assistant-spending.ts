import * as z from 'zod/mini';
import { DAY_MS, formatUtcDate } from '../../../shared/model/duration.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import {
  itemNotExists,
  orItemNotExists,
  putWrite,
  updateExpression,
  updateWrite,
} from '../../platform/dynamo/expression.ts';
import { findStoredItem } from '../../platform/dynamo/stored-items.ts';
import { confirmedKey, spentKey } from './keys.ts';

const storedSpending = z.object({ credits: z.number() });

/** Credits that assistants have committed with each API key on the current UTC day. */
export interface AssistantSpending {
  spentToday(keyHash: string): Promise<number>;
  /**
   * Counts the credits of a confirmed call before it is made, once per idempotency key. They remain
   * counted if the call fails or costs less. Counts nothing if the sum would exceed the limit.
   */
  count(
    keyHash: string,
    call: { readonly idempotencyKey: string; readonly credits: number },
    limit: number,
  ): Promise<'counted' | 'repeated' | 'over'>;
}

export function createAssistantSpending(db: Db, clock: Clock): AssistantSpending {
  const todayKey = (keyHash: string) => spentKey(keyHash, formatUtcDate(clock.now()));

  return {
    async spentToday(keyHash) {
      return (await findStoredItem(db, storedSpending, todayKey(keyHash)))?.credits ?? 0;
    },

    async count(keyHash, { idempotencyKey, credits }, limit) {
      const ttl = Math.ceil((clock.now() + 2 * DAY_MS) / 1000);
      const isBelow = {
        text: '#credits <= :most',
        names: { '#credits': 'credits' },
        values: { ':most': limit - credits },
      };
      const canceled = await db.transact([
        putWrite({ ...confirmedKey(keyHash, idempotencyKey), ttl }, itemNotExists),
        updateWrite(
          todayKey(keyHash),
          updateExpression({ ttl }, { credits }),
          // Even the first call of a day may exceed the limit.
          credits > limit ? isBelow : orItemNotExists(isBelow),
        ),
      ]);
      if (canceled === undefined) return 'counted';
      return canceled[0] === 'condition' ? 'repeated' : 'over';
    },
  };
}
