import type { BillingMessage } from '../../shared/messages/billing.ts';
import type { ListMessage } from '../../shared/messages/lists.ts';
import { figures } from '../credits/context.ts';
import { clock, db, env, sender } from '../platform/context.ts';
import { createSecretText } from '../platform/secrets/secret-text.ts';
import { createAdjustmentStore } from './adapters/adjustments.ts';
import { createCheckoutIntents } from './adapters/checkout-intents.ts';
import { createStripeEventStore, createStripeSignatures } from './adapters/stripe-events.ts';
import { createPurchases } from './adapters/purchases.ts';
import { createStripeClient } from './adapters/stripe-client.ts';
import { createStripeSecretReader } from './adapters/stripe-secret.ts';
import { createStripePrices } from './adapters/stripe-prices.ts';
import { createStripeSetup } from './adapters/stripe-setup.ts';
import { createStripe } from './adapters/stripe.ts';
import { createQueue } from '../platform/sqs/queue.ts';
import { secretsClient } from '../platform/clients.ts';
import type { Get } from '../platform/container.ts';

export const secretText = (get: Get) =>
  createSecretText(get(secretsClient), get(env).STRIPE_SECRET_ID);
export const stripeSecret = (get: Get) =>
  createStripeSecretReader(get(secretText), get(clock), get(env));
export const stripeClient = (get: Get) =>
  createStripeClient(get(stripeSecret), get(env).STRIPE_API_BASE);

export const stripePrices = (get: Get) => createStripePrices(get(stripeClient), get(clock));

export const stripe = (get: Get) =>
  createStripe(get(stripeClient), get(stripePrices), get(clock), get(env));
export const stripeSetup = (get: Get) =>
  createStripeSetup(get(stripeClient), get(stripePrices), get(secretText));
export const stripeSignatures = (get: Get) => createStripeSignatures(get(stripeSecret), get(clock));
export const adjustments = (get: Get) => createAdjustmentStore(get(db), get(figures));
export const billingQueue = (get: Get) => ({
  ...createQueue<BillingMessage>(get(sender), get(env).BILLING_QUEUE_URL),
  resumeLists(userId: string): Promise<void> {
    const message: ListMessage = { kind: 'resume', v: 1, userId };
    return get(sender).send(get(env).LIST_QUEUE_URL, message);
  },
});
export const checkoutIntents = (get: Get) => createCheckoutIntents(get(db), get(clock));
export const stripeEventStore = (get: Get) => createStripeEventStore(get(db), get(clock));
export const purchases = (get: Get) => createPurchases(get(db), get(figures));
