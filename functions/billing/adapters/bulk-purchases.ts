import type { Db } from '../../platform/dynamo/db.ts';
import type { Purchase } from '../rules/purchase.ts';
import { billingKey, purchaseKey } from './keys.ts';

/** All purchases of some users at once, with their number for each user, for demo data. */
export const createBulkPurchases = (db: Db) => ({
  async put(purchases: readonly Purchase[]): Promise<void> {
    const byUser = Map.groupBy(purchases, ({ userId }) => userId);
    await db.putAll([
      ...purchases.map((each) => ({ ...purchaseKey(each.userId, each.id), ...each })),
      ...Array.from(byUser, ([userId, all]) => ({ ...billingKey(userId), purchases: all.length })),
    ]);
  },
});
