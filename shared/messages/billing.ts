import * as z from 'zod/mini';
import { messageVersion as v } from './version.ts';

const stripeEvent = z.object({ kind: z.literal('stripe_event'), v, eventId: z.string() });

/** A user was deactivated or reactivated: turn automatic renewal of the subscription off or on. */
const renewal = z.object({ kind: z.literal('renewal'), v, userId: z.string() });

/** Credits are low, or a list waits for credits: an automatic top-up may be due. */
const topUp = z.object({ kind: z.literal('top_up'), v, userId: z.string() });

/** The account has a new owner, so Stripe's emails must go to the new address. */
const customer = z.object({ kind: z.literal('customer'), v, userId: z.string() });

export const billingMessage = z.discriminatedUnion('kind', [stripeEvent, renewal, topUp, customer]);
export type BillingMessage = z.infer<typeof billingMessage>;
