import * as z from 'zod/mini';
import { version as v } from './version.ts';

/** Carry out what an event of Stripe asks for; the event itself is kept in the inbox. */
export const billingMessage = z.object({
  kind: z.literal('stripe_event'),
  v,
  eventId: z.string(),
});
export type BillingMessage = z.infer<typeof billingMessage>;
