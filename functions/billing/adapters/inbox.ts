import * as z from 'zod/mini';
import type { Accounts } from '../../access/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { key, PENDING_PARTITION } from '../../platform/dynamo/key.ts';
import type { Inbox, KeptEvent } from '../ports.ts';
import { STRIPE_EVENT_TYPES } from '../rules/stripe-events.ts';
import { eventKey, rawEventKey, waitingEventKey } from './keys.ts';

const KEPT_S = 90 * 24 * 3600;
/** An item of DynamoDB holds 400 KB; a raw event above this is not kept. */
const MAX_RAW_BYTES = 300 * 1024;

const kept = z.object({
  id: z.string(),
  type: z.enum(STRIPE_EVENT_TYPES),
  apiVersion: z.optional(z.string()),
  objectId: z.string(),
  paymentId: z.optional(z.string()),
  chargeId: z.optional(z.string()),
  doneAt: z.optional(z.string()),
});
const waiting = z.object({ eventId: z.string(), since: z.int() });

/**
 * Events on the single table: one item each, and beside it a mark for the reconciler until it is
 * applied.
 */
export function createInbox(
  db: Db,
  clock: Clock,
  { whileCustomer }: Pick<Accounts, 'whileCustomer'>,
): Inbox {
  const table = db.table;
  const find = async (eventId: string) => {
    const item = await db.get(eventKey(eventId));
    return item && kept.parse(item);
  };

  return {
    async create({ id, type, apiVersion, objectId, paymentId, chargeId }) {
      const event = { id, type, apiVersion, objectId, paymentId, chargeId };
      const now = clock.now();
      const ttl = Math.floor(now / 1000) + KEPT_S;
      const cancelled = await db.transact([
        {
          Put: {
            TableName: table,
            Item: { ...eventKey(event.id), ...event, receivedAt: now, ttl },
            ConditionExpression: 'attribute_not_exists(PK)',
          },
        },
        {
          Put: {
            TableName: table,
            Item: { ...waitingEventKey(event.id), eventId: event.id, since: now, ttl },
          },
        },
      ]);
      if (!cancelled) return 'waiting';
      return (await find(event.id))?.doneAt === undefined ? 'waiting' : 'done';
    },

    async createRaw(customerId, { id, raw }) {
      if (Buffer.byteLength(raw) > MAX_RAW_BYTES) return;
      const ttl = Math.floor(clock.now() / 1000) + KEPT_S;
      // Together: closing an account removes the customer from it first and then deletes what was kept.
      await db.transact([
        whileCustomer(customerId),
        { Put: { TableName: table, Item: { ...rawEventKey(customerId, id), raw, ttl } } },
      ]);
    },

    async deleteRaw(customerId) {
      const rows = db.query({ partition: rawEventKey(customerId, '').PK, prefix: 'RAW#' });
      for await (const { PK, SK } of rows) await db.remove(key(String(PK), String(SK)));
    },

    async findWaiting(eventId): Promise<KeptEvent | undefined> {
      const event = await find(eventId);
      return event && event.doneAt === undefined
        ? {
            ...event,
            apiVersion: event.apiVersion,
            paymentId: event.paymentId,
            chargeId: event.chargeId,
          }
        : undefined;
    },

    async finish(eventId) {
      await db.transact([
        {
          Update: {
            TableName: table,
            Key: { ...eventKey(eventId) },
            // What Stripe said of a person has done its work; the ids stay to know it again.
            UpdateExpression: 'SET doneAt = :now REMOVE #raw',
            ExpressionAttributeNames: { '#raw': 'raw' },
            ConditionExpression: 'attribute_exists(PK)',
            ExpressionAttributeValues: { ':now': new Date(clock.now()).toISOString() },
          },
        },
        { Delete: { TableName: table, Key: { ...waitingEventKey(eventId) } } },
      ]);
    },

    async *listWaiting(before) {
      for await (const item of db.query({ partition: PENDING_PARTITION, prefix: 'STRIPEEVENT#' })) {
        const { eventId, since } = waiting.parse(item);
        if (since <= before) yield eventId;
      }
    },
  };
}
