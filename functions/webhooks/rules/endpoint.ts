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
  /** The API key that made it, with which it ends; absent where the web app did. */
  key: z.optional(z.object({ hash: z.string(), end: z.string(), scopes: z.array(z.string()) })),
  /** Since when every delivery fails, in epoch milliseconds; null while they are taken. */
  failingSince: z.nullable(z.number()),
  /** When it first answered 2xx, and when it last took long; epoch milliseconds. */
  provenAt: z.optional(z.number()),
  slowAt: z.optional(z.number()),
  /** The last test event. */
  testId: z.optional(z.string()),
  /** The secret that signs, sealed. */
  secret: z.string(),
  /** The one before, sealed, which signs as well until then (epoch milliseconds). */
  formerSecret: z.optional(z.string()),
  formerUntil: z.optional(z.number()),
});

/** Where the events of a customer are sent. */
export type Endpoint = Readonly<z.infer<typeof storedEndpoint>>;

export type NewEndpoint = Pick<
  Endpoint,
  'userId' | 'id' | 'url' | 'description' | 'events' | 'key' | 'createdAt'
>;

/** What of an endpoint changes while it is there. */
export type EndpointChange = Partial<
  Pick<Endpoint, 'url' | 'description' | 'events' | 'status' | 'failingSince' | 'provenAt'>
>;

/** What attempts tell of an endpoint. */
export type EndpointHealth = Pick<Endpoint, 'failingSince' | 'provenAt' | 'slowAt'>;

/** Whether an endpoint may be told of an event: one that a key made, of what this key may read. */
export function mayTake({ key }: Pick<Endpoint, 'key'>, type: StoredEvent['type']): boolean {
  if (!key || type === 'webhook.test') return true;
  const scope = EVENT_SCOPES[type];
  return scope !== null && key.scopes.includes(scope);
}

/** How a secret begins, before 32 bytes in base64. */
export const SECRET_PREFIX = 'whsec_';

/** How long the secret before a new one signs as well. */
export const OVERLAP_MS = DAY_MS;
