import * as z from 'zod/mini';
import { version as v } from './version.ts';

/** Carry out what an event of Stripe asks for; the event itself is kept in the inbox. */
const stripeEvent = z.object({ kind: z.literal('stripe_event'), v, eventId: z.string() });

/** A user was deactivated or activated: the subscription is to be renewed, or not. */
const renewal = z.object({ kind: z.literal('renewal'), v, userId: z.string() });

/** Few credits are left, or a list waits for more: a pack may be due. */
const topUp = z.object({ kind: z.literal('top_up'), v, userId: z.string() });

export const billingMessage = z.discriminatedUnion('kind', [stripeEvent, renewal, topUp]);
export type BillingMessage = z.infer<typeof billingMessage>;
