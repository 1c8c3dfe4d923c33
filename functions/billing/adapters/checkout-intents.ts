import * as z from 'zod/mini';
import { LANGUAGES } from '../../../shared/model/account.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  itemNotExistsOrExpired,
  where,
} from '../../platform/dynamo/expression.ts';
import { findStoredItem } from '../../platform/dynamo/stored-items.ts';
import { checkoutKey } from './keys.ts';

/** Longer than the maximum lifetime of a checkout session (24 h). */
export const INTENT_RETENTION_SECONDS = 2 * 24 * 3600;

const stored = z.object({
  purchaseId: z.string(),
  version: z.string(),
  language: z.enum(LANGUAGES),
  /** Epoch milliseconds. */
  createdAt: z.int(),
  sessionId: z.optional(z.string()),
  /** Id of the person who opened the payment page; absent in older intents. */
  personId: z.optional(z.string()),
});

type CheckoutIntent = Readonly<z.infer<typeof stored>>;

/** Started checkouts, at most one per user and slot (see `checkoutSlotOf`). */
export interface CheckoutIntents {
  find(userId: string, slot: string): Promise<CheckoutIntent | undefined>;
  /** Returns the intent that is stored afterward, which a concurrent call may have written. */
  replace(
    userId: string,
    slot: string,
    intent: CheckoutIntent,
    previous: CheckoutIntent | undefined,
  ): Promise<CheckoutIntent>;
  /** Deletes an intent whose session can no longer be created. */
  delete(userId: string, slot: string, purchaseId: string): Promise<void>;
  /** Returns false if another intent has replaced this one. */
  setSession(userId: string, slot: string, purchaseId: string, sessionId: string): Promise<boolean>;
}

export function createCheckoutIntents(db: Db, clock: Clock): CheckoutIntents {
  const find = (userId: string, slot: string): Promise<CheckoutIntent | undefined> =>
    findStoredItem(db, stored, checkoutKey(userId, slot));

  return {
    find,

    async replace(userId, slot, intent, previous) {
      const now = Math.floor(clock.now() / 1000);
      const item = { ...checkoutKey(userId, slot), ...intent, ttl: now + INTENT_RETENTION_SECONDS };
      const condition = previous
        ? where({ purchaseId: previous.purchaseId })
        : itemNotExistsOrExpired(now);
      const isWritten = await db.put(item, condition);
      return isWritten ? intent : ((await find(userId, slot)) ?? intent);
    },

    async delete(userId, slot, purchaseId) {
      await db.delete(checkoutKey(userId, slot), where({ purchaseId }));
    },

    async setSession(userId, slot, purchaseId, sessionId) {
      const key = checkoutKey(userId, slot);
      return (
        (await db.update(key, updateExpression({ sessionId }), where({ purchaseId }))) !== undefined
      );
    },
  };
}
