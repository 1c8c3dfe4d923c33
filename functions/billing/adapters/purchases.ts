import * as z from 'zod/mini';
import type { Db, Expression, Query, TransactionStep } from '../../platform/dynamo/db.ts';
import { changes, isNew, putWrite, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { type Purchase, storedPurchase } from '../rules/purchase.ts';
import { ACCOUNTING_YEARS, yearsAfter } from '../../../shared/model/retention.ts';
import { billingKey, paymentKey, purchaseKey } from './keys.ts';

type PurchaseChange = Partial<Omit<Purchase, 'id' | 'userId' | 'revision'>>;

const state = z.object({
  purchases: z._default(z.int(), 0),
  customerTries: z._default(z.int(), 0),
  customerAsked: z._default(z.boolean(), false),
});

const rowsOf = (userId: string, descending: boolean): Query => ({
  partition: userPartition(userId),
  prefix: 'PURCHASE#',
  descending,
});

const newRevision = (change: PurchaseChange): Expression => changes(change, { revision: 1 });

/**
 * Payments that brought credits, on the single table. Reads are strongly consistent; each change
 * carries the revision it was decided on.
 */
export function createPurchases(db: Db) {
  const find = async (userId: string, id: string): Promise<Purchase | undefined> => {
    const item = await db.get(purchaseKey(userId, id));
    return item && storedPurchase.parse(item);
  };
  const stateOf = async (userId: string) => state.parse((await db.get(billingKey(userId))) ?? {});

  return {
    find,

    /** What has no payment is found by its source. */
    async findByPayment(paymentId: string): Promise<Purchase | undefined> {
      const item = await db.get(paymentKey(paymentId));
      return item && find(String(item['userId']), String(item['purchaseId']));
    },

    /** Every purchase of a user, newest first. */
    async *list(userId: string): AsyncIterable<Purchase> {
      for await (const row of db.query(rowsOf(userId, true))) yield storedPurchase.parse(row);
    },

    /** The `limit` purchases behind the first `skip`. */
    async listPage(
      userId: string,
      { skip, limit, oldestFirst }: { skip: number; limit: number; oldestFirst: boolean },
    ): Promise<Purchase[]> {
      const rows = await db.page(rowsOf(userId, !oldestFirst), skip, limit);
      return rows.map((row) => storedPurchase.parse(row));
    },

    async count(userId: string): Promise<number> {
      return (await stateOf(userId)).purchases;
    },

    async findBuyers(userIds: readonly string[]): Promise<ReadonlySet<string>> {
      const keys = userIds.map((userId) => billingKey(userId));
      const items = await db.batchGet(keys, { consistent: true });
      const bought = new Map(items.map((item) => [item['PK'], state.parse(item).purchases]));
      return new Set(userIds.filter((userId) => (bought.get(userPartition(userId)) ?? 0) > 0));
    },

    /** The writes that record a purchase, for the transaction that grants its credits. */
    createWrites(purchase: Purchase): readonly TransactionStep[] {
      const { id, userId, paymentId = purchase.source } = purchase;
      const ttl = yearsAfter(purchase.date, ACCOUNTING_YEARS);
      return [
        putWrite({ ...purchaseKey(userId, id), ...purchase }, isNew),
        updateWrite(billingKey(userId), changes({}, { purchases: 1 })),
        putWrite({ ...paymentKey(paymentId), userId, purchaseId: id, ttl }),
      ];
    },

    /** The write that changes a purchase, for the transaction that moves its credits. */
    updateWrite: ({ userId, id, revision }: Purchase, change: PurchaseChange): TransactionStep =>
      updateWrite(purchaseKey(userId, id), newRevision(change), where({ revision })),

    /** The same write alone. False when the purchase is not as it was read. */
    async update({ userId, id, revision }: Purchase, change: PurchaseChange): Promise<boolean> {
      const key = purchaseKey(userId, id);
      return (await db.update(key, newRevision(change), where({ revision }))) !== undefined;
    },

    /** Whether Stripe was ever asked to make the user a customer. */
    wasCustomerAsked: async (userId: string): Promise<boolean> =>
      (await stateOf(userId)).customerAsked,

    /** Notes that it is; how many tries have come to nothing, or to one deleted since. */
    async setCustomerAsked(userId: string): Promise<number> {
      const item = await db.update(billingKey(userId), changes({ customerAsked: true }));
      return state.parse(item).customerTries;
    },

    async addCustomerTry(userId: string): Promise<void> {
      await db.update(billingKey(userId), changes({}, { customerTries: 1 }));
    },
  };
}
