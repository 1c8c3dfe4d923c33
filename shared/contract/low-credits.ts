import * as z from 'zod/mini';
import { count, envelope } from './fields.ts';
import { defineRoutes } from './route.ts';

/** A number of credits below which something is to happen. */
const level = () => z.int().check(z.minimum(1), z.maximum(10_000_000));

/** A pack that is bought with the saved card when few credits are left. */
export const topUp = z.object({
  /** A pack of `/api/get-plan`. */
  plan_id: z.string().check(z.maxLength(64)),
  /** It is bought when fewer credits than this are available: at most those of the pack. */
  below: level(),
  /** The most that are bought in a calendar month in UTC. */
  times_a_month: z.int().check(z.minimum(1), z.maximum(30)),
});

/** What is to happen when few credits are left. */
const lowCreditsChoice = z.object({
  /** A mail is sent when fewer credits than this are available; null: none. */
  warn_below: z.nullable(level()),
  /** Null: nothing is bought. */
  top_up: z.nullable(topUp),
});

const lowCredits = z.extend(lowCreditsChoice, {
  top_up: z.nullable(
    z.extend(topUp, {
      /** `paused`: after failures, until the customer saves the choice again. */
      status: z.enum(['on', 'paused', 'card_missing']),
      times_this_month: count(),
      /** Stripe's page of a pack that could not be paid: there its customer can. */
      pay_url: z.nullable(z.url()),
      /** Stripe's page where a card is saved, or another one. */
      card_url: z.url(),
    }),
  ),
});
export type LowCredits = z.infer<typeof lowCredits>;
export type LowCreditsChoice = z.infer<typeof lowCreditsChoice>;

export const lowCreditsRoutes = defineRoutes('billing', {
  lowCredits: {
    method: 'GET',
    path: '/api/low-credits',
    auth: 'customer-terms',
    limit: 'stripe_user',
    output: envelope(lowCredits),
    errors: ['payment_unavailable'],
  },

  saveLowCredits: {
    method: 'POST',
    path: '/api/low-credits',
    auth: 'customer-terms',
    limit: 'stripe_user',
    body: lowCreditsChoice,
    output: envelope(lowCredits),
    errors: ['payment_unavailable'],
  },
});
