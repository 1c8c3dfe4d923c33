import { Stripe } from 'stripe';
import { TEST_STRIPE } from './test-context.ts';

/**
 * Signs a body as Stripe does.
 * @param now epoch milliseconds
 */
export const signPayload = (
  payload: string,
  now: number,
  secret = TEST_STRIPE.webhookSecrets[0] ?? '',
): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(now / 1000) });
