import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { accounts } from '../access/context.ts';
import { clock, db, env, sender } from '../platform/context.ts';
import { once } from '../platform/once.ts';
import { createSecretText } from '../platform/secrets/secret-text.ts';
import { createBulkPurchases } from './adapters/bulk-purchases.ts';
import { createCheckoutIntents } from './adapters/checkout-intents.ts';
import { createInbox } from './adapters/inbox.ts';
import { createPurchases } from './adapters/purchases.ts';
import { createBillingQueue } from './adapters/queue.ts';
import { createStripeClient } from './adapters/stripe-client.ts';
import { createStripeSignatures } from './adapters/stripe-events.ts';
import { readStripeSecret } from './adapters/stripe-secret.ts';
import { createStripePrices } from './adapters/stripe-prices.ts';
import { createStripeSetup } from './adapters/stripe-setup.ts';
import { createStripe } from './adapters/stripe.ts';

/** The parts of billing, for its handlers and for those of features above. */

const secretText = /* @__PURE__ */ once(() =>
  createSecretText(new SecretsManagerClient(), env().STRIPE_SECRET_ID),
);
const stripeSecret = /* @__PURE__ */ once(() => readStripeSecret(secretText(), clock()));
const stripeClient = /* @__PURE__ */ once(() =>
  createStripeClient(stripeSecret(), env().STRIPE_API_BASE),
);

const stripePrices = /* @__PURE__ */ once(() => createStripePrices(stripeClient(), clock()));

export const stripe = /* @__PURE__ */ once(() =>
  createStripe(stripeClient(), stripePrices(), clock(), env()),
);
export const stripeSetup = /* @__PURE__ */ once(() =>
  createStripeSetup(stripeClient(), stripePrices(), secretText()),
);
export const stripeSignatures = /* @__PURE__ */ once(() =>
  createStripeSignatures(stripeSecret(), clock()),
);
export const billingQueue = /* @__PURE__ */ once(() => createBillingQueue(sender(), env()));
export const checkoutIntents = /* @__PURE__ */ once(() => createCheckoutIntents(db(), clock()));
export const inbox = /* @__PURE__ */ once(() => createInbox(db(), clock(), accounts()));
export const purchases = /* @__PURE__ */ once(() => createPurchases(db()));
export const bulkPurchases = /* @__PURE__ */ once(() => createBulkPurchases(db()));
