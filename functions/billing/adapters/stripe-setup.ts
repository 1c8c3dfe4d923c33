import type Sdk from 'stripe';
import { PLAN_TYPE } from '../../../shared/model/plan-type.ts';
import { PRODUCT_NAME } from '../../../shared/model/product.ts';
import type { SecretText } from '../../platform/secrets/secret-text.ts';
import { PLAN_VERSIONS, type PlanVersion, plansOnSale } from '../rules/plans.ts';
import { STRIPE_API_VERSION, STRIPE_EVENT_TYPES } from '../rules/stripe-events.ts';
import type { StripeClient } from './stripe-client.ts';
import { findPortalConfiguration, PORTAL_MARK } from './stripe-portal.ts';
import { addWebhookSecret } from './stripe-secret.ts';
import type { StripePrices } from './stripe-prices.ts';

const productIdOf = ({ planId }: PlanVersion): string => `tamis_${planId}`;

/** As the customer reads it on Stripe's pages. */
const nameOf = ({ credits, type }: PlanVersion): string =>
  `${PRODUCT_NAME}: ${credits.toLocaleString('en')} credits${type === PLAN_TYPE.subscription ? ' a month' : ''}`;

async function features(prices: StripePrices): Promise<Features> {
  const wrong = await prices.listWrong();
  const subscriptions = plansOnSale().filter(
    ({ id, type }) => type === PLAN_TYPE.subscription && !wrong.includes(id),
  );
  return {
    customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
    // One payment of a full price is one grant: a larger plan is paid in full at once, a smaller
    // one begins with the next month, and no part of a price is ever charged or given back.
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      billing_cycle_anchor: 'now',
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
      products: await Promise.all(
        subscriptions.map(async (plan) => ({
          product: productIdOf(plan),
          prices: [await prices.priceOf(plan.id)],
        })),
      ),
    },
  };
}
type Features = Sdk.BillingPortal.ConfigurationCreateParams.Features;

/** What has to be there at Stripe before anything is sold. Each call makes what is missing. */
export function createStripeSetup(client: StripeClient, prices: StripePrices, secret: SecretText) {
  async function ensureProduct(plan: PlanVersion): Promise<void> {
    const id = productIdOf(plan);
    const name = nameOf(plan);
    const found = await client.find((sdk) => sdk.products.retrieve(id));
    if (!found) await client.call((sdk) => sdk.products.create({ id, name }));
    else if (found.name !== name || !found.active)
      await client.call((sdk) => sdk.products.update(id, { name, active: true }));
  }

  async function ensurePrice(plan: PlanVersion): Promise<boolean> {
    const { data } = await client.call((sdk) => sdk.prices.list({ lookup_keys: [plan.id] }));
    if (data.length > 0) return false;
    await client.call((sdk) =>
      sdk.prices.create(
        {
          product: productIdOf(plan),
          lookup_key: plan.id,
          currency: 'eur',
          unit_amount: plan.cents,
          // Prices are told without VAT. Stripe lets nobody change this later.
          tax_behavior: 'exclusive',
          ...(plan.type === PLAN_TYPE.subscription && { recurring: { interval: 'month' } }),
        },
        { idempotencyKey: `price:${plan.id}` },
      ),
    );
    return true;
  }

  return {
    /** A product for each plan, and a price for each version; says how many prices it made. */
    async ensurePlans(): Promise<number> {
      let made = 0;
      for (const plan of PLAN_VERSIONS) {
        await ensureProduct(plan);
        if (await ensurePrice(plan)) made += 1;
      }
      return made;
    },

    /** Plan versions that nobody can buy, since their price at Stripe is another. */
    listWrongPrices: prices.listWrong,

    /** The rules of the customer portal; says whether there were none. */
    async ensurePortal(returnUrl: string): Promise<boolean> {
      const found = await findPortalConfiguration(client);
      const params = {
        features: await features(prices),
        default_return_url: returnUrl,
        metadata: PORTAL_MARK,
      };
      if (found) {
        await client.call((sdk) => sdk.billingPortal.configurations.update(found.id, params));
        return false;
      }
      await client.call((sdk) => sdk.billingPortal.configurations.create(params));
      return true;
    },

    /**
     * The endpoint of our events: `made`, and its secret kept; `known`; or `disabled`, which it was
     * and is no more. Stripe disables one that fails for days
     * (docs.stripe.com/api/webhook_endpoints/object#webhook_endpoint_object-status).
     */
    async ensureWebhook(url: string): Promise<'made' | 'known' | 'disabled'> {
      const enabled_events = [...STRIPE_EVENT_TYPES];
      const { data } = await client.call((sdk) => sdk.webhookEndpoints.list({ limit: 100 }));
      const found = data.find(
        (each) => each.url === url && each.api_version === STRIPE_API_VERSION,
      );
      if (found) {
        const changed = { enabled_events, disabled: false };
        await client.call((sdk) => sdk.webhookEndpoints.update(found.id, changed));
        return found.status === 'enabled' ? 'known' : 'disabled';
      }
      const made = await client.call((sdk) =>
        sdk.webhookEndpoints.create({ url, enabled_events, api_version: STRIPE_API_VERSION }),
      );
      if (made.secret !== undefined) await addWebhookSecret(secret, made.secret);
      return 'made';
    },
  };
}
