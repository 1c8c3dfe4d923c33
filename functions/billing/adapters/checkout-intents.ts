import * as z from 'zod/mini';
import { LANGUAGES } from '../../../shared/model/account.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { changes, isNewOrExpired, where } from '../../platform/dynamo/expression.ts';
import { checkoutKey } from './keys.ts';

/** Longer than any session lives (24 h). */
const KEPT_S = 2 * 24 * 3600;

/** A way to the payment page that was opened for a customer. */
const stored = z.object({
  purchaseId: z.string(),
  version: z.string(),
  language: z.enum(LANGUAGES),
  /** Epoch milliseconds. */
  createdAt: z.int(),
  sessionId: z.optional(z.string()),
});

type CheckoutIntent = Readonly<z.infer<typeof stored>>;

/**
 * Open ways to the payment page on the single table, at most one in each slot: a slot is a pack, or
 * the subscription.
 */
export interface CheckoutIntents {
  find(userId: string, slot: string): Promise<CheckoutIntent | undefined>;
  /** Stores an intent in place of `before`; the one that is there when another came first. */
  replace(
    userId: string,
    slot: string,
    intent: CheckoutIntent,
    before: CheckoutIntent | undefined,
  ): Promise<CheckoutIntent>;
  /** Deletes an intent that no session can be made for any more. */
  delete(userId: string, slot: string, purchaseId: string): Promise<void>;
  /** False when another intent has taken its place. */
  setSession(userId: string, slot: string, purchaseId: string, sessionId: string): Promise<boolean>;
}

export function createCheckoutIntents(db: Db, clock: Clock): CheckoutIntents {
  const find = async (userId: string, slot: string): Promise<CheckoutIntent | undefined> => {
    const item = await db.get(checkoutKey(userId, slot));
    return item && stored.parse(item);
  };

  return {
    find,

    async replace(userId, slot, intent, before) {
      const now = Math.floor(clock.now() / 1000);
      const item = { ...checkoutKey(userId, slot), ...intent, ttl: now + KEPT_S };
      const condition = before ? where({ purchaseId: before.purchaseId }) : isNewOrExpired(now);
      const begun = await db.put(item, condition);
      return begun ? intent : ((await find(userId, slot)) ?? intent);
    },

    async delete(userId, slot, purchaseId) {
      await db.delete(checkoutKey(userId, slot), where({ purchaseId }));
    },

    async setSession(userId, slot, purchaseId, sessionId) {
      const key = checkoutKey(userId, slot);
      return (await db.update(key, changes({ sessionId }), where({ purchaseId }))) !== undefined;
    },
  };
}
