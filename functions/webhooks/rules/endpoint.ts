import * as z from 'zod/mini';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { ENDPOINT_STATUS, EVENT_SCOPES, EVENT_TYPES } from '../../../shared/model/webhook.ts';
import type { StoredEvent } from '../../events/rules/event.ts';

export const storedEndpoint = z.object({
  userId: z.string(),
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  status: z.enum(ENDPOINT_STATUS),
  /** ISO 8601 UTC. */
  createdAt: z.string(),
  /** The API key that created it and ends it; absent if it was created in the web app. */
  key: z.optional(z.object({ hash: z.string(), end: z.string(), scopes: z.array(z.string()) })),
  /** Start of an unbroken series of failures, epoch milliseconds; null while deliveries succeed. */
  failingSince: z.nullable(z.number()),
  /** Times of the first 2xx response and of the last slow one, epoch milliseconds. */
  provenAt: z.optional(z.number()),
  slowAt: z.optional(z.number()),
  testId: z.optional(z.string()),
  /** Signing secret, sealed. */
  secret: z.string(),
  /** Previous secret, sealed, and the time until which it also signs (epoch milliseconds). */
  formerSecret: z.optional(z.string()),
  formerUntil: z.optional(z.number()),
});

/** A URL of a customer that receives events. */
export type Endpoint = Readonly<z.infer<typeof storedEndpoint>>;

export type NewEndpoint = Pick<
  Endpoint,
  'userId' | 'id' | 'url' | 'description' | 'events' | 'key' | 'createdAt'
>;

/** The mutable fields of an endpoint. */
export type EndpointChange = Partial<
  Pick<Endpoint, 'url' | 'description' | 'events' | 'status' | 'failingSince' | 'provenAt'>
>;

/** Fields that attempts update. */
export type EndpointHealth = Pick<Endpoint, 'failingSince' | 'provenAt' | 'slowAt'>;

/** Whether an endpoint may receive an event: one created by a key needs the key's scope for it. */
export function mayReceive({ key }: Pick<Endpoint, 'key'>, type: StoredEvent['type']): boolean {
  if (!key || type === 'webhook.test') return true;
  const scope = EVENT_SCOPES[type];
  return scope !== null && key.scopes.includes(scope);
}

/** Prefix of a secret, followed by 32 bytes in base64. */
export const SECRET_PREFIX = 'whsec_';

/** How long the previous secret also signs. */
export const SECRET_OVERLAP_MS = DAY_MS;
