import Sdk from 'stripe';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import {
  STRIPE_EVENT_TYPES,
  type StoredStripeEvent,
  storedStripeEvent,
} from '../rules/stripe-events.ts';
import type { StripeClient } from './stripe-client.ts';
import type { StripeSecret } from './stripe-secret.ts';
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
import { findStoredItem } from '../../platform/dynamo/stored-items.ts';
import { stripeEventKey, stripeEventWatermarkKey, pendingStripeEventKey } from './keys.ts';

/** Maximum seconds between signing and arrival (Stripe's default). */
const SIGNATURE_TOLERANCE_S = 300;
/** Stripe's maximum number of event types per call. */
const MAX_TYPES_PER_CALL = 20;

/** Fields that do not depend on the API version. */
const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({ object: z.object({ id: z.string(), payment_intent: z.nullish(z.string()) }) }),
});

/** The fields of an event that we read; `objectId` identifies the object that changed. */
export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly objectId: string;
  readonly paymentId: string | undefined;
}

function eventOf(value: unknown): StripeEvent | undefined {
  const { data: event } = eventSchema.safeParse(value);
  if (!event) return undefined;
  const { id, type, livemode, data } = event;
  const { object } = data;
  return { id, type, livemode, objectId: object.id, paymentId: object.payment_intent ?? undefined };
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Verifies the signatures of Stripe events (docs.stripe.com/webhooks/signatures). */
export interface StripeSignatures {
  /** Returns undefined unless one of our secrets signed the bytes in the last five minutes. */
  verify(body: Uint8Array, signature: string): Promise<StripeEvent | undefined>;
  isLive(): Promise<boolean>;
}

export const createStripeSignatures = (
  secret: () => Promise<StripeSecret>,
  clock: Clock,
): StripeSignatures => ({
  async verify(body, signature) {
    const { webhookSecrets } = await secret();
    const bytes = Buffer.from(body);
    const isSignedWith = (each: string): boolean => {
      try {
        const { signature: verifier } = Sdk.webhooks;
        return (
          verifier?.verifyHeader(
            bytes,
            signature,
            each,
            SIGNATURE_TOLERANCE_S,
            undefined,
            clock.now(),
          ) ?? false
        );
      } catch {
        // The SDK throws for an invalid signature. The error is usually a verification error, but a
        // RangeError for `v1=` and for non-ASCII signatures.
        return false;
      }
    };
    return webhookSecrets.some(isSignedWith)
      ? eventOf(tryParseJson(bytes.toString('utf8')))
      : undefined;
  },

  async isLive() {
    return /^[a-z]+_live_/.test((await secret()).secretKey);
  },
});

export interface StripeEvents {
  /**
   * All events of the types that we handle, delivered or not. Stripe lists the last 30 days, newest
   * first, and up to twenty types per call (docs.stripe.com/api/events/list).
   * @param from epoch milliseconds
   * @param to epoch milliseconds; undefined for no upper limit
   */
  listEvents(from: number, to: number | undefined): AsyncIterable<StripeEvent>;
}

export const createStripeEvents = (client: StripeClient): StripeEvents => ({
  async *listEvents(from, to) {
    const created = {
      gte: Math.floor(from / 1000),
      ...(to !== undefined && { lt: Math.ceil(to / 1000) }),
    };
    for (let at = 0; at < STRIPE_EVENT_TYPES.length; at += MAX_TYPES_PER_CALL) {
      const types = STRIPE_EVENT_TYPES.slice(at, at + MAX_TYPES_PER_CALL);
      const events = client.each((sdk) => sdk.events.list({ created, types, limit: 100 }));
      for await (const event of events) {
        const parsed = eventOf(event);
        if (parsed) yield parsed;
      }
    }
  },
});

export const EVENT_RETENTION_SECONDS = 90 * 24 * 3600;

const storedEvent = z.extend(storedStripeEvent, { doneAt: z.optional(z.string()) });
const storedWatermark = z.object({ at: z.int() });
const waitingEvent = z.object({ eventId: z.string(), since: z.int() });

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
  const find = (eventId: string) => findStoredItem(db, storedEvent, stripeEventKey(eventId));

  return {
    async create(input) {
      const event = storedStripeEvent.parse(input);
      const now = clock.now();
      const ttl = Math.floor(now / 1000) + EVENT_RETENTION_SECONDS;
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
      return (await findStoredItem(db, storedWatermark, stripeEventWatermarkKey()))?.at;
    },

    async setWatermark(at) {
      await db.put({ ...stripeEventWatermarkKey(), at });
    },

    async *listWaiting(before) {
      for await (const { eventId, since } of queryDueItems(db, waitingEvent, PENDING_ITEMS, {
        prefix: 'STRIPEEVENT#',
      }))
        if (since <= before) yield eventId;
    },
  };
}
