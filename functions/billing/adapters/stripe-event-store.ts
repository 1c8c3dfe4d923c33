import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  deleteWrite,
  itemNotExists,
  itemExists,
  putWrite,
  updateWrite,
} from '../../platform/dynamo/expression.ts';
import { queryDueItems } from '../../platform/dynamo/query-due-items.ts';
import { PENDING_ITEMS } from '../../platform/dynamo/key.ts';
import { type StoredStripeEvent, storedStripeEvent } from '../rules/stripe-events.ts';
import { stripeEventKey, stripeEventWatermarkKey, pendingStripeEventKey } from './keys.ts';

const RETENTION_S = 90 * 24 * 3600;

const stored = z.extend(storedStripeEvent, { doneAt: z.optional(z.string()) });
const storedWatermark = z.object({ at: z.int() });
const waiting = z.object({ eventId: z.string(), since: z.int() });

/**
 * Stores each Stripe event once, without personal data. A second item marks the event for the
 * reconciler until the event is applied. Reads are strongly consistent.
 */
export interface StripeEventStore {
  /** Stores a new event. Returns `done` if the event was already applied, otherwise `waiting`. */
  create(
    input: Omit<StoredStripeEvent, 'type'> & { readonly type: string },
  ): Promise<'waiting' | 'done'>;
  /** Marks a one-time notification as sent. Returns false if it is already marked. */
  recordOnce(id: string): Promise<boolean>;
  /** Returns undefined if the event never arrived or has been applied. */
  findWaiting(eventId: string): Promise<StoredStripeEvent | undefined>;
  finish(eventId: string): Promise<void>;
  /** Time (epoch milliseconds) up to which all Stripe events have been stored. */
  findWatermark(): Promise<number | undefined>;
  setWatermark(at: number): Promise<void>;
  /** Ids of events that have been waiting since `before` (epoch milliseconds) or longer. */
  listWaiting(before: number): AsyncIterable<string>;
}

export function createStripeEventStore(db: Db, clock: Clock): StripeEventStore {
  const find = async (eventId: string) => {
    const item = await db.get(stripeEventKey(eventId));
    return item && stored.parse(item);
  };

  return {
    async create(input) {
      const event = storedStripeEvent.parse(input);
      const now = clock.now();
      const ttl = Math.floor(now / 1000) + RETENTION_S;
      const canceled = await db.transact([
        putWrite({ ...stripeEventKey(event.id), ...event, receivedAt: now, ttl }, itemNotExists),
        putWrite({ ...pendingStripeEventKey(event.id), eventId: event.id, since: now, ttl }),
      ]);
      if (!canceled) return 'waiting';
      return (await find(event.id))?.doneAt === undefined ? 'waiting' : 'done';
    },

    recordOnce: async (id) =>
      !(await db.transact([putWrite({ ...stripeEventKey(id), at: clock.now() }, itemNotExists)])),

    async findWaiting(eventId) {
      const event = await find(eventId);
      return event?.doneAt === undefined ? event : undefined;
    },

    async finish(eventId) {
      const done = updateExpression({ doneAt: new Date(clock.now()).toISOString() });
      await db.transact([
        updateWrite(stripeEventKey(eventId), done, itemExists),
        deleteWrite(pendingStripeEventKey(eventId)),
      ]);
    },

    async findWatermark() {
      const item = await db.get(stripeEventWatermarkKey());
      return item && storedWatermark.parse(item).at;
    },

    async setWatermark(at) {
      await db.put({ ...stripeEventWatermarkKey(), at });
    },

    async *listWaiting(before) {
      for await (const { eventId, since } of queryDueItems(db, waiting, PENDING_ITEMS, {
        prefix: 'STRIPEEVENT#',
      }))
        if (since <= before) yield eventId;
    },
  };
}
