import * as z from 'zod/mini';
import { DELIVERY_STATUS } from '../../../shared/model/webhook.ts';

/** How long deliveries are kept after their event. */
export const DELIVERY_RETENTION_SECONDS = 30 * 24 * 3600;

/** One attempt with its start (epoch milliseconds), duration and outcome. */
const storedAttempt = z.object({
  at: z.number(),
  ms: z.number(),
  /** HTTP status; null without a response. */
  status: z.nullable(z.number()),
  /** Why there was no response; null if there was one. */
  error: z.nullable(z.string()),
});
export type StoredAttempt = Readonly<z.infer<typeof storedAttempt>>;

export const storedDelivery = z.object({
  endpointId: z.string(),
  /** The event's id, a ULID, by which deliveries are sorted. */
  id: z.string(),
  type: z.string(),
  /** A list, a check or an event type. Events of one subject are sent in order. */
  subject: z.string(),
  /** The request body exactly as signed and sent. */
  payload: z.string(),
  /** Time of the event, ISO 8601 in UTC. */
  createdAt: z.string(),
  status: z.enum(DELIVERY_STATUS),
  attempts: z.number(),
  /** Time of the next attempt in epoch milliseconds, if the delivery is waiting. */
  nextAt: z.optional(z.number()),
  last: z.optional(storedAttempt),
  /** Epoch seconds. */
  ttl: z.number(),
});
export type StoredDelivery = Readonly<z.infer<typeof storedDelivery>>;

/** The data of a new delivery. `at` is the time of its event in epoch milliseconds. */
export interface NewDelivery extends Pick<
  StoredDelivery,
  'endpointId' | 'id' | 'type' | 'subject' | 'payload'
> {
  readonly at: number;
}

export const newDelivery = ({ at, ...event }: NewDelivery): StoredDelivery => ({
  ...event,
  createdAt: new Date(at).toISOString(),
  status: 'waiting',
  attempts: 0,
  nextAt: at,
  ttl: Math.floor(at / 1000) + DELIVERY_RETENTION_SECONDS,
});

export const storedWaitingDelivery = z.object({
  userId: z.string(),
  endpointId: z.string(),
  id: z.string(),
  subject: z.string(),
  dueAt: z.number(),
  /** Number of attempts since the delivery started waiting. */
  attempts: z.number(),
  /** Time of the first of these attempts, in epoch milliseconds. */
  firstAt: z.optional(z.number()),
  ttl: z.number(),
});
export type WaitingDelivery = Readonly<z.infer<typeof storedWaitingDelivery>>;

export const storedPendingEndpoint = z.object({
  userId: z.string(),
  endpointId: z.string(),
  dueAt: z.number(),
  /** No delivery is attempted before this time, because the receiver did not respond. */
  pausedUntil: z.optional(z.number()),
  /** Start of the next scan, if the previous scan did not reach the end. */
  from: z.optional(z.string()),
  /** Number of deliveries added so far, to detect concurrent additions. */
  added: z.number(),
});
export type PendingEndpoint = Readonly<z.infer<typeof storedPendingEndpoint>>;

/** Request body of an event: https://github.com/standard-webhooks/standard-webhooks */
export const serializeEventPayload = (type: string, at: number, data: unknown): string =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
