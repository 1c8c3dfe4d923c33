import * as z from 'zod/mini';
import { DELIVERY_STATUS } from '../../../shared/model/webhook.ts';

/** How long deliveries are kept from the moment of their event. */
const KEPT_SECONDS = 30 * 24 * 3600;

/** One attempt. Moments are epoch milliseconds. */
const storedAttempt = z.object({
  at: z.number(),
  ms: z.number(),
  /** HTTP status of the response; null where there was none. */
  status: z.nullable(z.number()),
  /** Why there was none; null where there was one. */
  error: z.nullable(z.string()),
});
export type Attempt = Readonly<z.infer<typeof storedAttempt>>;

/** One event for one endpoint, as it is stored. */
export const storedDelivery = z.object({
  endpointId: z.string(),
  /** Of the event; a ULID, so that deliveries sort by it. */
  id: z.string(),
  type: z.string(),
  /** What events are in order about: a list, a check, or their type. */
  subject: z.string(),
  /** Exactly what is signed and sent. */
  payload: z.string(),
  /** Of the event: ISO 8601 UTC. */
  createdAt: z.string(),
  status: z.enum(DELIVERY_STATUS),
  attempts: z.number(),
  /** While it waits, when it is sent next. */
  nextAt: z.optional(z.number()),
  last: z.optional(storedAttempt),
  /** Epoch seconds. */
  ttl: z.number(),
});
export type Delivery = Readonly<z.infer<typeof storedDelivery>>;

/** A delivery to add; `at` is the moment of its event. */
export interface NewDelivery extends Pick<
  Delivery,
  'endpointId' | 'id' | 'type' | 'subject' | 'payload'
> {
  readonly at: number;
}

export const newDelivery = ({ at, ...event }: NewDelivery): Delivery => ({
  ...event,
  createdAt: new Date(at).toISOString(),
  status: 'waiting',
  attempts: 0,
  nextAt: at,
  ttl: Math.floor(at / 1000) + KEPT_SECONDS,
});

export const storedWaiting = z.object({
  userId: z.string(),
  endpointId: z.string(),
  id: z.string(),
  subject: z.string(),
  dueAt: z.number(),
  /** Attempts since it began to wait, and when the first of them was. */
  attempts: z.number(),
  firstAt: z.optional(z.number()),
  ttl: z.number(),
});
export type Waiting = Readonly<z.infer<typeof storedWaiting>>;

export const storedPendingEndpoint = z.object({
  userId: z.string(),
  endpointId: z.string(),
  dueAt: z.number(),
  /** Nothing is sent before, whatever is added: the receiver did not respond at all. */
  pausedUntil: z.optional(z.number()),
  /** Where the next look begins, of more than one look reads. */
  from: z.optional(z.string()),
  /** Counts what was added, so that nobody overlooks what comes meanwhile. */
  added: z.number(),
});
export type PendingEndpoint = Readonly<z.infer<typeof storedPendingEndpoint>>;

/** The body of an event: https://github.com/standard-webhooks/standard-webhooks (payload structure). */
export const payloadOf = (type: string, at: number, data: unknown): string =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
