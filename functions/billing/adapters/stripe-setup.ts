import type Sdk from 'stripe';
import { LANGUAGES, type Language } from '../../../shared/model/account.ts';
import { PLAN_TYPE } from '../../../shared/model/plan-type.ts';
import { PRODUCT_NAME } from '../../../shared/model/product.ts';
import type { SecretText } from '../../platform/secrets/secret-text.ts';
import { PLAN_VERSIONS, type PlanVersion, plansOnSale } from '../rules/plans.ts';
import { type FooterSettings, footerOf } from '../rules/invoice-footer.ts';
import { STRIPE_API_VERSION, STRIPE_EVENT_TYPES } from '../rules/stripe-events.ts';
import type { StripeClient } from './stripe-client.ts';
import { idOf } from './stripe-mapping.ts';
import { findPortalConfiguration, portalMark } from './stripe-portal.ts';
import { addWebhookSecret } from './stripe-secret.ts';
import { priceKey, type StripePrices } from './stripe-prices.ts';

const productIdOf = ({ planId }: PlanVersion, language: Language): string =>
  `tamis_${planId}${language === 'en' ? '' : `_${language}`}`;

/**
 * Software as a service for business use: what Stripe Tax computes by
 * (docs.stripe.com/tax/tax-codes). The code for personal use is taxed alike in the Union.
 */
const TAX_CODE = 'txcd_10103001';

const PER = {
  en: { once: '', month: ' a month', year: ' a year' },
  fr: { once: '', month: ' par mois', year: ' par an' },
};

/** As the customer reads it on Stripe's pages and on invoices. */
function nameOf({ credits, interval }: PlanVersion, language: Language): string {
  const count = credits.toLocaleString(language);
  return language === 'fr'
    ? `${PRODUCT_NAME}\u00a0: ${count} crédits${PER.fr[interval]}`
    : `${PRODUCT_NAME}: ${count} credits${PER.en[interval]}`;
}

async function features(prices: StripePrices, language: Language): Promise<Features> {
  const wrong = await prices.listWrong();
  const subscriptions = plansOnSale().filter(
    ({ id, type }) => type === PLAN_TYPE.subscription && !wrong.includes(priceKey(id, language)),
  );
  return {
    customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
    // One payment of a full price is one grant: a larger plan is paid in full at once, a smaller
    // one, or a month after a year, begins when the period ends that is paid, and no part of a
    // price is ever charged or given back. Stripe takes up to 10 products here.
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      billing_cycle_anchor: 'now',
      proration_behavior: 'none',
      schedule_at_period_end: {
        conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }],
      },
      products: await Promise.all(
        subscriptions.map(async (plan) => ({
          product: productIdOf(plan, language),
          prices: [await prices.priceOf(plan.id, language)],
        })),
      ),
    },
  };
}
type Features = Sdk.BillingPortal.ConfigurationCreateParams.Features;

/** What has to be there at Stripe before anything is sold. Each call makes what is missing. */
export function createStripeSetup(client: StripeClient, prices: StripePrices, secret: SecretText) {
  async function ensureProduct(plan: PlanVersion, language: Language): Promise<void> {
    const id = productIdOf(plan, language);
    const name = nameOf(plan, language);
    const found = await client.find((sdk) => sdk.products.retrieve(id));
    const fields = { name, tax_code: TAX_CODE };
    if (!found) await client.call((sdk) => sdk.products.create({ id, ...fields }));
    else if (found.name !== name || !found.active || idOf(found.tax_code) !== TAX_CODE)
      await client.call((sdk) => sdk.products.update(id, { ...fields, active: true }));
  }

  async function ensurePrice(plan: PlanVersion, language: Language): Promise<boolean> {
    const lookup_key = priceKey(plan.id, language);
    const { data } = await client.call((sdk) => sdk.prices.list({ lookup_keys: [lookup_key] }));
    if (data.length > 0) return false;
    await client.call((sdk) =>
      sdk.prices.create(
        {
          product: productIdOf(plan, language),
          lookup_key,
          currency: 'eur',
          unit_amount: plan.cents,
          // Stripe lets nobody change this later.
          tax_behavior: 'exclusive',
          ...(plan.interval !== 'once' && { recurring: { interval: plan.interval } }),
        },
        { idempotencyKey: `price:${lookup_key}` },
      ),
    );
    return true;
  }

  return {
    /** A product for each plan and a price for each version, by language; how many it made. */
    async ensurePlans(): Promise<number> {
      let made = 0;
      for (const plan of PLAN_VERSIONS)
        for (const language of LANGUAGES) {
          await ensureProduct(plan, language);
          if (await ensurePrice(plan, language)) made += 1;
        }
      return made;
    },

    listWrongPrices: prices.listWrong,

    /** The rules of the customer portal, in each language; says whether any were missing. */
    async ensurePortal(returnUrl: string): Promise<boolean> {
      let made = false;
      for (const language of LANGUAGES) {
        const found = await findPortalConfiguration(client, language);
        const params = {
          features: await features(prices, language),
          default_return_url: returnUrl,
          metadata: portalMark(language),
        };
        await client.call((sdk) =>
          found
            ? sdk.billingPortal.configurations.update(found.id, params)
            : sdk.billingPortal.configurations.create(params),
        );
        made ||= !found;
      }
      return made;
    },

    async ensureFooters(settings: FooterSettings): Promise<number> {
      let changed = 0;
      for await (const each of client.each((sdk) => sdk.customers.list({ limit: 100 }))) {
        const { id, metadata, preferred_locales, invoice_settings } = each;
        const footer = footerOf(settings, preferred_locales?.[0] === 'fr' ? 'fr' : 'en');
        const isRight = (invoice_settings.footer ?? '') === footer;
        if (metadata['user_id'] === undefined || isRight) continue;
        await client.call((sdk) => sdk.customers.update(id, { invoice_settings: { footer } }));
        changed += 1;
      }
      return changed;
    },

    /**
     * Whether the last invoice has a number of its customer's own sequence. The setting stands in the
     * dashboard alone (support.stripe.com/questions/customize-your-invoice-number).
     */
    async numbersPerCustomer(): Promise<boolean> {
      const { data } = await client.call((sdk) =>
        sdk.invoices.list({ status: 'paid', limit: 1, expand: ['data.customer'] }),
      );
      const [invoice] = data;
      const customer = invoice?.customer;
      if (typeof customer !== 'object' || !customer || customer.deleted) return false;
      return invoice?.number?.startsWith(`${customer.invoice_prefix}-`) ?? false;
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
