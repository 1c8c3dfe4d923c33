import type { BulkPurchases } from '../ports.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { billingKey, purchaseKey } from './keys.ts';

/** Purchases in batches, with their number for each user. */
export const createBulkPurchases = (db: Db): BulkPurchases => ({
  async put(purchases) {
    const byUser = Map.groupBy(purchases, ({ userId }) => userId);
    await db.putAll([
      ...purchases.map((each) => ({ ...purchaseKey(each.userId, each.id), ...each })),
      ...Array.from(byUser, ([userId, all]) => ({ ...billingKey(userId), purchases: all.length })),
    ]);
  },
});
