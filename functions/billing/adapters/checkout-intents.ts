import * as z from 'zod/mini';
import { LANGUAGES } from '../../../shared/model/account.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { changes, where } from '../../platform/dynamo/expression.ts';
import type { CheckoutIntent, CheckoutIntents } from '../ports.ts';
import { checkoutKey } from './keys.ts';

/** Longer than any session lives (24 h). */
const KEPT_S = 2 * 24 * 3600;

const stored: z.ZodMiniType<CheckoutIntent> = z.object({
  purchaseId: z.string(),
  version: z.string(),
  language: z.enum(LANGUAGES),
  createdAt: z.int(),
  sessionId: z.optional(z.string()),
});

/** Open ways to the payment page on the single table, one item a slot. */
export function createCheckoutIntents(db: Db, clock: Clock): CheckoutIntents {
  const find: CheckoutIntents['find'] = async (userId, slot) => {
    const item = await db.get(checkoutKey(userId, slot));
    return item && stored.parse(item);
  };

  return {
    find,

    async replace(userId, slot, intent, before) {
      const now = Math.floor(clock.now() / 1000);
      const item = { ...checkoutKey(userId, slot), ...intent, ttl: now + KEPT_S };
      const free = {
        text: 'attribute_not_exists(PK) OR #ttl <= :now',
        names: { '#ttl': 'ttl' },
        values: { ':now': now },
      };
      const begun = await db.put(
        item,
        before === undefined ? free : where({ purchaseId: before.purchaseId }),
      );
      return begun ? intent : ((await find(userId, slot)) ?? intent);
    },

    async delete(userId, slot, purchaseId) {
      await db.remove(checkoutKey(userId, slot), where({ purchaseId }));
    },

    async setSession(userId, slot, purchaseId, sessionId) {
      const there = where({ purchaseId });
      const noted = await db.update(checkoutKey(userId, slot), changes({ sessionId }), there);
      return noted !== undefined;
    },
  };
}
