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
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  /**
   * The API key that created the endpoint and limits its lifetime; undefined if it was created in
   * the web app.
   */
  key: z.optional(z.object({ hash: z.string(), end: z.string(), scopes: z.array(z.string()) })),
  /** Time of the first failure since the last success, in epoch milliseconds; null if none. */
  failingSince: z.nullable(z.number()),
  /** Time of the first 2xx response from this URL, in epoch milliseconds. */
  provenAt: z.optional(z.number()),
  /** Time of the last slow attempt, in epoch milliseconds. */
  slowAt: z.optional(z.number()),
  testId: z.optional(z.string()),
  /** The current signing secret, sealed. `formerSecret` is the previous one, also sealed. */
  secret: z.string(),
  formerSecret: z.optional(z.string()),
  /** Time until which events are also signed with the previous secret, in epoch milliseconds. */
  formerUntil: z.optional(z.number()),
});

/** A customer's URL that receives events. */
export type StoredEndpoint = Readonly<z.infer<typeof storedEndpoint>>;

export type NewEndpoint = Pick<
  StoredEndpoint,
  'userId' | 'id' | 'url' | 'description' | 'events' | 'key' | 'createdAt'
>;

export type EndpointChange = Partial<
  Pick<StoredEndpoint, 'url' | 'description' | 'events' | 'status' | 'failingSince' | 'provenAt'>
>;

/** The fields that each delivery attempt may update. */
export type EndpointHealth = Pick<StoredEndpoint, 'failingSince' | 'provenAt' | 'slowAt'>;

/** If an API key created the endpoint, the key must have the scope that the event requires. */
export function mayReceiveEvent(
  { key }: Pick<StoredEndpoint, 'key'>,
  type: StoredEvent['type'],
): boolean {
  if (!key || type === 'webhook.test') return true;
  const scope = EVENT_SCOPES[type];
  return scope !== null && key.scopes.includes(scope);
}

/** Prefix of a signing secret, followed by 32 bytes in base64. */
export const SECRET_PREFIX = 'whsec_';

/** How long events are also signed with the previous secret. */
export const SECRET_OVERLAP_MS = DAY_MS;
