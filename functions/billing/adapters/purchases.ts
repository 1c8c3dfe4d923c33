import * as z from 'zod/mini';
import type { Db, Expression, Item, Query, WriteItem } from '../../platform/dynamo/db.ts';
import { changes, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import type { Purchases } from '../ports.ts';
import type { Purchase } from '../rules/purchase.ts';
import { ACCOUNTING_YEARS, yearsAfter } from '../../../shared/model/retention.ts';
import { billingKey, paymentKey, purchaseKey } from './keys.ts';

const stored: z.ZodMiniType<Purchase> = z.object({
  id: z.string(),
  userId: z.string(),
  source: z.string(),
  version: z.string(),
  credits: z.int(),
  cents: z.int(),
  refunded: z.int(),
  revoked: z.int(),
  disputes: z.record(z.string(), z.enum(['held', 'released', 'lost'])),
  date: z.string(),
  paymentId: z.optional(z.string()),
  revision: z.int(),
});

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

const newRevision = (change: Item): Expression => changes(change, { revision: 1 });

/** Purchases on the single table; each change carries the revision it was decided on. */
export function createPurchases(db: Db): Purchases {
  const table = db.table;
  const find = async (userId: string, id: string): Promise<Purchase | undefined> => {
    const item = await db.get(purchaseKey(userId, id));
    return item && stored.parse(item);
  };
  const stateOf = async (userId: string) => state.parse((await db.get(billingKey(userId))) ?? {});

  return {
    find,

    async findByPayment(paymentId) {
      const item = await db.get(paymentKey(paymentId));
      return item && find(String(item['userId']), String(item['purchaseId']));
    },

    async *list(userId) {
      for await (const row of db.query(rowsOf(userId, true))) yield stored.parse(row);
    },

    async listPage(userId, { skip, limit, oldestFirst }) {
      const rows = await db.page(rowsOf(userId, !oldestFirst), skip, limit);
      return rows.map((row) => stored.parse(row));
    },

    async count(userId) {
      return (await stateOf(userId)).purchases;
    },

    async findBuyers(userIds) {
      const keys = userIds.map((userId) => billingKey(userId));
      const items = await db.batchGet(keys, { consistent: true });
      const bought = new Map(items.map((item) => [item['PK'], state.parse(item).purchases]));
      return new Set(userIds.filter((userId) => (bought.get(userPartition(userId)) ?? 0) > 0));
    },

    createWrites(purchase, eventId) {
      const { id, userId, paymentId } = purchase;
      const writes: WriteItem[] = [
        {
          Put: {
            TableName: table,
            Item: {
              ...purchaseKey(userId, id),
              ...purchase,
              // Whoever asks later which event brought the credits finds it here.
              ...(eventId !== undefined && { eventId }),
            },
            ConditionExpression: 'attribute_not_exists(PK)',
          },
        },
        {
          Update: {
            TableName: table,
            Key: { ...billingKey(userId) },
            UpdateExpression: 'ADD purchases :one',
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
      ];
      if (paymentId !== undefined)
        writes.push({
          Put: {
            TableName: table,
            Item: {
              ...paymentKey(paymentId),
              userId,
              purchaseId: id,
              ttl: yearsAfter(purchase.date, ACCOUNTING_YEARS),
            },
          },
        });
      return writes;
    },

    updateWrite: ({ userId, id, revision }, change) =>
      updateWrite(table, purchaseKey(userId, id), newRevision(change), where({ revision })),

    async update({ userId, id, revision }, change) {
      const changed = await db.update(
        purchaseKey(userId, id),
        newRevision(change),
        where({ revision }),
      );
      return changed !== undefined;
    },

    async customerRequests(userId) {
      const { customerAsked, customerTries } = await stateOf(userId);
      return { asked: customerAsked, tries: customerTries };
    },

    async setCustomerAsked(userId) {
      await db.update(billingKey(userId), changes({ customerAsked: true }));
    },

    async addCustomerTry(userId) {
      await db.update(billingKey(userId), changes({}, { customerTries: 1 }));
    },
  };
}
