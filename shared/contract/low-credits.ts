import * as z from 'zod/mini';
import { count, envelope } from './fields.ts';
import { defineRoutes } from './route.ts';

const level = () => z.int().check(z.minimum(1), z.maximum(10_000_000));

/** Automatic purchase of a pack with the saved card when credits are low. */
export const topUp = z.object({
  /** Id of a pack in `GET /api/get-plan`. */
  plan_id: z.string().check(z.maxLength(64)),
  /** The pack is bought below this number of credits; at most the credits of the pack. */
  below: level(),
  /** Maximum top-ups per UTC calendar month. */
  times_a_month: z.int().check(z.minimum(1), z.maximum(30)),
});

const lowCreditsChoice = z.object({
  /** Threshold for a warning email; null for no warning. */
  warn_below: z.nullable(level()),
  /** Null for no automatic purchase. */
  top_up: z.nullable(topUp),
});

const lowCredits = z.extend(lowCreditsChoice, {
  top_up: z.nullable(
    z.extend(topUp, {
      /**
       * `paused`: after failures; `price_risen`: the pack costs more than when the settings were
       * saved. Both last until the customer saves the settings again.
       */
      status: z.enum(['on', 'paused', 'price_risen', 'card_missing']),
      times_this_month: count(),
      /** Stripe page on which to pay for the pack if the payment failed; null otherwise. */
      pay_url: z.nullable(z.url()),
      /** Stripe page to save or replace the card. */
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
