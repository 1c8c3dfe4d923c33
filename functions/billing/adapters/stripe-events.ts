import Sdk from 'stripe';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { STRIPE_EVENT_TYPES } from '../rules/stripe-events.ts';
import type { StripeClient } from './stripe-client.ts';
import type { StripeSecret } from './stripe-secret.ts';

/** Maximum seconds between signing and arrival (Stripe's default). */
const TOLERANCE_S = 300;
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
          verifier?.verifyHeader(bytes, signature, each, TOLERANCE_S, undefined, clock.now()) ??
          false
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
