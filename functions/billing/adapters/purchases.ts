import * as z from 'zod/mini';
import type { Db, Query, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  itemNotExists,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { findStoredItem, queryStoredItems } from '../../platform/dynamo/stored-items.ts';
import type { WeeklyTotalsStore } from '../../credits/adapters/figures.ts';
import { type Purchase, remainingRevenueOf, storedPurchase } from '../rules/purchase.ts';
import { ACCOUNTING_RETENTION_YEARS, ttlYearsAfter } from '../../../shared/model/retention.ts';
import { billingKey, paymentKey, purchaseKey } from './keys.ts';

type PurchaseChange = Partial<Omit<Purchase, 'id' | 'userId' | 'revision'>>;

const storedBillingState = z.object({
  purchases: z._default(z.int(), 0),
  customerTries: z._default(z.int(), 0),
  customerAsked: z._default(z.boolean(), false),
});

const purchaseQuery = (userId: string, descending: boolean): Query => ({
  partition: userPartition(userId),
  prefix: 'PURCHASE#',
  descending,
});

export const revenueWrites = (
  figures: WeeklyTotalsStore,
  purchase: Purchase,
  change?: PurchaseChange,
): TransactionStep[] =>
  figures.writes(Date.parse(purchase.date), purchase.id, {
    revenueCents: change
      ? remainingRevenueOf({ ...purchase, ...change }) - remainingRevenueOf(purchase)
      : remainingRevenueOf(purchase),
  });

/**
 * Purchases that granted credits, in the single table. Reads are strongly consistent. A change is
 * written only if the purchase still has the revision that was read.
 */
export interface Purchases {
  find(userId: string, id: string): Promise<Purchase | undefined>;
  /** Finds a purchase by its Stripe payment, or by its source if it needed no payment. */
  findByPayment(paymentId: string): Promise<Purchase | undefined>;
  /** Newest first. */
  list(userId: string): AsyncIterable<Purchase>;
  listPage(
    userId: string,
    options: { skip: number; limit: number; oldestFirst: boolean },
  ): Promise<Purchase[]>;
  count(userId: string): Promise<number>;
  findBuyers(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the writes that record a purchase, for the transaction that grants its credits. */
  createWrites(purchase: Purchase): readonly TransactionStep[];
  /** Returns the writes that change a purchase, for the transaction that moves its credits. */
  changeWrites(purchase: Purchase, change: PurchaseChange): readonly TransactionStep[];
  /** Applies a change that moves no credits. Returns false if the purchase has changed. */
  update(
    purchase: Purchase,
    change: PurchaseChange,
    ...also: readonly TransactionStep[]
  ): Promise<boolean>;
  /** Whether Stripe was ever asked to create the user's customer. */
  wasCustomerRequested(userId: string): Promise<boolean>;
  /**
   * Call this before creating a customer. Returns the number of earlier requests that failed or
   * whose customer was deleted.
   */
  markCustomerRequested(userId: string): Promise<number>;
  incrementCustomerTries(userId: string): Promise<void>;
}

export function createPurchases(db: Db, figures: WeeklyTotalsStore): Purchases {
  const find = (userId: string, id: string): Promise<Purchase | undefined> =>
    findStoredItem(db, storedPurchase, purchaseKey(userId, id));
  const billingStateOf = async (userId: string) =>
    storedBillingState.parse((await db.get(billingKey(userId))) ?? {});

  const changeWrites = (purchase: Purchase, change: PurchaseChange): readonly TransactionStep[] => {
    const { userId, id, revision } = purchase;
    const changed = updateExpression(change, { revision: 1 });
    return [
      updateWrite(purchaseKey(userId, id), changed, where({ revision })),
      ...revenueWrites(figures, purchase, change),
    ];
  };

  return {
    find,

    async findByPayment(paymentId) {
      const item = await db.get(paymentKey(paymentId));
      return item && find(String(item['userId']), String(item['purchaseId']));
    },

    list: (userId) => queryStoredItems(db, storedPurchase, purchaseQuery(userId, true)),

    async listPage(userId, { skip, limit, oldestFirst }) {
      const rows = await db.page(purchaseQuery(userId, !oldestFirst), skip, limit);
      return rows.map((row) => storedPurchase.parse(row));
    },

    async count(userId) {
      return (await billingStateOf(userId)).purchases;
    },

    async findBuyers(userIds) {
      const keys = userIds.map((userId) => billingKey(userId));
      const items = await db.batchGet(keys, { consistent: true });
      const purchaseCounts = new Map(
        items.map((item) => [item['PK'], storedBillingState.parse(item).purchases]),
      );
      return new Set(
        userIds.filter((userId) => (purchaseCounts.get(userPartition(userId)) ?? 0) > 0),
      );
    },

    createWrites(purchase) {
      const { id, userId, paymentId = purchase.source } = purchase;
      const ttl = ttlYearsAfter(purchase.date, ACCOUNTING_RETENTION_YEARS);
      return [
        putWrite({ ...purchaseKey(userId, id), ...purchase }, itemNotExists),
        updateWrite(billingKey(userId), updateExpression({}, { purchases: 1 })),
        putWrite({ ...paymentKey(paymentId), userId, purchaseId: id, ttl }),
        ...revenueWrites(figures, purchase),
      ];
    },

    changeWrites,

    update: async (purchase, change, ...also) =>
      (await db.transact([...changeWrites(purchase, change), ...also])) === undefined,

    wasCustomerRequested: async (userId) => (await billingStateOf(userId)).customerAsked,

    async markCustomerRequested(userId) {
      const item = await db.update(billingKey(userId), updateExpression({ customerAsked: true }));
      return storedBillingState.parse(item).customerTries;
    },

    async incrementCustomerTries(userId) {
      await db.update(billingKey(userId), updateExpression({}, { customerTries: 1 }));
    },
  };
}
