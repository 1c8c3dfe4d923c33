import Sdk from 'stripe';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Stripe, StripeEvent, StripeSignatures } from '../ports.ts';
import { STRIPE_EVENT_TYPES } from '../rules/stripe-events.ts';
import type { StripeClient } from './stripe-client.ts';
import type { StripeSecret } from './stripe-secret.ts';

/** Seconds between signing and arrival (Stripe's own default). */
const TOLERANCE_S = 300;
/** Types that one call may name (Stripe). */
const TYPES_A_CALL = 20;

const reference = z.optional(
  z.pipe(
    z.nullable(z.union([z.string(), z.object({ id: z.string() })])),
    z.transform((given) => (typeof given === 'string' ? given : given?.id)),
  ),
);

/** What every version of the API says of the object in the same way. */
const object = z.object({ id: z.string(), payment_intent: reference, charge: reference });

function eventOf(event: Sdk.Event, raw: string): StripeEvent | undefined {
  const told = object.safeParse(event.data.object);
  if (!told.success) return undefined;
  return {
    id: event.id,
    type: event.type,
    livemode: event.livemode,
    apiVersion: event.api_version ?? undefined,
    objectId: told.data.id,
    paymentId: told.data.payment_intent,
    chargeId: told.data.charge,
    raw,
  };
}

/** Knows Stripe's events by their signature (docs.stripe.com/webhooks/signatures). */
export const createStripeSignatures = (
  secret: () => Promise<StripeSecret>,
  clock: Clock,
): StripeSignatures => ({
  async open(body, signature) {
    const { webhookSecrets } = await secret();
    const raw = Buffer.from(body);
    for (const each of webhookSecrets) {
      try {
        const event = Sdk.webhooks.constructEvent(
          raw,
          signature,
          each,
          TOLERANCE_S,
          undefined,
          clock.now(),
        );
        return eventOf(event, raw.toString('utf8'));
      } catch (error) {
        if (error instanceof SyntaxError) return undefined;
        if (!(error instanceof Sdk.errors.StripeSignatureVerificationError)) throw error;
      }
    }
    return undefined;
  },

  async isLive() {
    return /^[a-z]+_live_/.test((await secret()).secretKey);
  },
});

/** The events that Stripe could not deliver. */
export const createUndelivered = (client: StripeClient): Pick<Stripe, 'undeliveredEvents'> => ({
  async *undeliveredEvents() {
    for (let at = 0; at < STRIPE_EVENT_TYPES.length; at += TYPES_A_CALL) {
      const types = STRIPE_EVENT_TYPES.slice(at, at + TYPES_A_CALL);
      const events = client.each((sdk) =>
        sdk.events.list({ delivery_success: false, types, limit: 100 }),
      );
      for await (const event of events) {
        const read = eventOf(event, JSON.stringify(event));
        if (read) yield read;
      }
    }
  },
});
