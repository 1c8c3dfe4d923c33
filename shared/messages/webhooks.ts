import * as z from 'zod/mini';
import { messageVersion as v } from './version.ts';

/** A user has events that must be dispatched to the user's endpoints. */
const eventsMessage = z.object({ kind: z.literal('events'), v, userId: z.string() });

/** An endpoint may have deliveries that are due. */
const endpointMessage = z.object({
  kind: z.literal('endpoint'),
  v,
  userId: z.string(),
  endpointId: z.string(),
});

export const webhookMessage = z.discriminatedUnion('kind', [eventsMessage, endpointMessage]);
export type WebhookMessage = z.infer<typeof webhookMessage>;
