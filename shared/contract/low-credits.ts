import * as z from 'zod/mini';
import { count, envelope } from './fields.ts';
import { defineRoutes } from './route.ts';

const level = (description: string) =>
  z.int().check(z.minimum(1), z.maximum(10_000_000), z.describe(description));

/** Automatic purchase of a pack with the saved card when credits are low. */
export const automaticTopUp = z.object({
  plan_id: z.string().check(z.maxLength(64), z.describe('Id of a pack in `GET /api/get-plan`')),
  below: level('The pack is bought below this number of credits; at most the credits of the pack'),
  times_a_month: z
    .int()
    .check(z.minimum(1), z.maximum(30), z.describe('Maximum purchases per calendar month in UTC')),
});

const lowCreditsChoice = z.object({
  warn_below: z.nullable(
    level('A warning is emailed below this number of credits; null for no warning'),
  ),
  top_up: z.nullable(automaticTopUp).check(z.describe('Automatic purchase; null for none')),
});

const lowCredits = z.extend(lowCreditsChoice, {
  top_up: z
    .nullable(
      z.extend(automaticTopUp, {
        status: z
          .enum(['on', 'paused', 'price_risen', 'card_missing'])
          .check(
            z.describe(
              '`paused` after failures, or `price_risen`, until the settings are saved again',
            ),
          ),
        times_this_month: count('Purchases in this calendar month'),
        pay_url: z.nullable(
          z
            .url()
            .check(
              z.describe('Page on which to pay for the pack if the payment failed; null otherwise'),
            ),
        ),
        card_url: z.url().check(z.describe('Page on which to save or replace the card')),
      }),
    )
    .check(z.describe('Automatic purchase; null for none')),
});
export type LowCredits = z.infer<typeof lowCredits>;
export type LowCreditsRequest = z.infer<typeof lowCreditsChoice>;

export const lowCreditsRoutes = defineRoutes('billing', {
  lowCredits: {
    method: 'GET',
    path: '/api/low-credits',
    auth: 'customer-terms',
    role: 'billing',
    limit: 'stripe_user',
    output: envelope(lowCredits),
    errors: ['payment_unavailable'],
  },

  /**
   * One email is sent each time the balance falls below `warn_below`. A pack is only bought for
   * customers who have bought before, with a card saved at `card_url`, and an email reports each
   * purchase. If its price rises, nothing is bought until the settings are saved again.
   */
  saveLowCredits: {
    method: 'POST',
    path: '/api/low-credits',
    auth: 'customer-terms',
    role: 'billing',
    limit: 'stripe_user',
    sensitive: 'always',
    body: lowCreditsChoice,
    output: envelope(lowCredits),
    errors: ['payment_unavailable'],
  },
});
