import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import {
  changes,
  deleteWrite,
  isNew,
  exists,
  putWrite,
  updateWrite,
} from '../../platform/dynamo/expression.ts';
import { dueItems } from '../../platform/dynamo/due-items.ts';
import { PENDING } from '../../platform/dynamo/key.ts';
import { type StoredStripeEvent, storedStripeEvent } from '../rules/stripe-events.ts';
import { eventKey, eventWatermarkKey, waitingEventKey } from './keys.ts';

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
    const item = await db.get(eventKey(eventId));
    return item && stored.parse(item);
  };

  return {
    async create(input) {
      const event = storedStripeEvent.parse(input);
      const now = clock.now();
      const ttl = Math.floor(now / 1000) + RETENTION_S;
      const canceled = await db.transact([
        putWrite({ ...eventKey(event.id), ...event, receivedAt: now, ttl }, isNew),
        putWrite({ ...waitingEventKey(event.id), eventId: event.id, since: now, ttl }),
      ]);
      if (!canceled) return 'waiting';
      return (await find(event.id))?.doneAt === undefined ? 'waiting' : 'done';
    },

    recordOnce: async (id) =>
      !(await db.transact([putWrite({ ...eventKey(id), at: clock.now() }, isNew)])),

    async findWaiting(eventId) {
      const event = await find(eventId);
      return event?.doneAt === undefined ? event : undefined;
    },

    async finish(eventId) {
      const done = changes({ doneAt: new Date(clock.now()).toISOString() });
      await db.transact([
        updateWrite(eventKey(eventId), done, exists),
        deleteWrite(waitingEventKey(eventId)),
      ]);
    },

    async findWatermark() {
      const item = await db.get(eventWatermarkKey());
      return item && storedWatermark.parse(item).at;
    },

    async setWatermark(at) {
      await db.put({ ...eventWatermarkKey(), at });
    },

    async *listWaiting(before) {
      for await (const { eventId, since } of dueItems(db, waiting, PENDING, {
        prefix: 'STRIPEEVENT#',
      }))
        if (since <= before) yield eventId;
    },
  };
}
