import type Sdk from 'stripe';
import type { Language } from '../../../shared/model/account.ts';
import { PLAN_TYPE } from '../../../shared/model/plans/plan-type.ts';
import { PRODUCT_NAME } from '../../../shared/model/product.ts';
import type { SecretText } from '../../platform/secrets/secret-text.ts';
import {
  PLAN_VERSIONS,
  type PlanVersion,
  getPlansOnSale,
} from '../../../shared/model/plans/plans.ts';
import { type InvoiceFooterSettings, formatInvoiceFooter } from '../rules/invoice-footer.ts';
import { STRIPE_API_VERSION, STRIPE_EVENT_TYPES } from '../rules/stripe-events.ts';
import { type StripeClient, stripeIdOf } from './stripe-client.ts';
import { findPortalConfiguration, PORTAL_METADATA } from './stripe-portal.ts';
import { addWebhookSecret } from './stripe-secret.ts';
import type { StripePrices } from './stripe-prices.ts';

const productIdOf = ({ planId }: PlanVersion): string => `tamis_${planId}`;

/**
 * Stripe's tax code for software as a service, business use (docs.stripe.com/tax/tax-codes). The EU
 * taxes personal use the same way.
 */
const TAX_CODE = 'txcd_10103001';

const CREDITS_LABEL = {
  en: { once: 'credits', month: 'credits a month', year: 'credits a year' },
  fr: { once: 'crédits', month: 'crédits par mois', year: 'crédits par an' },
};

/**
 * Returns the product name on Stripe's pages and invoices. It contains both languages, because
 * Stripe allows only one name per product (docs.stripe.com/api/products/object).
 */
function nameOf({ credits, interval }: PlanVersion): string {
  const labelIn = (language: Language) =>
    `${credits.toLocaleString(language)} ${CREDITS_LABEL[language][interval]}`;
  return `${PRODUCT_NAME}: ${labelIn('en')} / ${labelIn('fr')}`;
}

async function portalFeatures(prices: StripePrices): Promise<Features> {
  const wrongPrices = await prices.listWrong();
  const subscriptions = getPlansOnSale().filter(
    ({ id, type }) => type === PLAN_TYPE.subscription && !wrongPrices.includes(id),
  );
  return {
    customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
    // Each payment of a full price is one grant, so a change of plan never charges or refunds a
    // fraction of a price. Changing to a more expensive plan is charged in full immediately.
    // Changing to a cheaper plan, or from yearly to monthly, takes effect at the end of the paid
    // period. Stripe accepts up to 10 products here.
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
          product: productIdOf(plan),
          prices: [await prices.priceOf(plan.id)],
        })),
      ),
    },
  };
}
type Features = Sdk.BillingPortal.ConfigurationCreateParams.Features;

async function ensureProduct(client: StripeClient, plan: PlanVersion): Promise<void> {
  const id = productIdOf(plan);
  const name = nameOf(plan);
  const found = await client.find((sdk) => sdk.products.retrieve(id));
  const fields = { name, tax_code: TAX_CODE };
  if (!found) await client.call((sdk) => sdk.products.create({ id, ...fields }));
  else if (found.name !== name || !found.active || stripeIdOf(found.tax_code) !== TAX_CODE)
    await client.call((sdk) => sdk.products.update(id, { ...fields, active: true }));
}

async function ensurePrice(client: StripeClient, plan: PlanVersion): Promise<boolean> {
  const lookup_key = plan.id;
  const { data } = await client.call((sdk) => sdk.prices.list({ lookup_keys: [lookup_key] }));
  if (data.length > 0) return false;
  await client.call((sdk) =>
    sdk.prices.create(
      {
        product: productIdOf(plan),
        lookup_key,
        currency: 'eur',
        unit_amount: plan.cents,
        // Stripe does not allow changing this later.
        tax_behavior: 'exclusive',
        ...(plan.interval !== 'once' && { recurring: { interval: plan.interval } }),
      },
      { idempotencyKey: `price:${lookup_key}` },
    ),
  );
  return true;
}

export interface StripeSetup {
  /** Returns the number of prices created. */
  ensurePlans(): Promise<number>;
  listWrongPrices(): Promise<string[]>;
  /** Creates or updates our portal configuration. Returns whether it was created. */
  ensurePortal(returnUrl: string): Promise<boolean>;
  ensureFooters(settings: InvoiceFooterSettings): Promise<number>;
  /**
   * Whether Stripe numbers invoices separately for each customer, judged by the latest paid
   * invoice. Only the dashboard can change this
   * (support.stripe.com/questions/customize-your-invoice-number).
   */
  hasPerCustomerNumbering(): Promise<boolean>;
  /**
   * Ensures that the webhook endpoint exists and is enabled. Returns `made` if this call created it
   * (and stored its secret), `disabled` if it existed but was disabled, otherwise `known`. Stripe
   * disables an endpoint that fails for days
   * (docs.stripe.com/api/webhook_endpoints/object#webhook_endpoint_object-status).
   */
  ensureWebhook(url: string): Promise<'made' | 'known' | 'disabled'>;
}

export function createStripeSetup(
  client: StripeClient,
  prices: StripePrices,
  secret: SecretText,
): StripeSetup {
  return {
    async ensurePlans() {
      let createdCount = 0;
      for (const plan of PLAN_VERSIONS) {
        await ensureProduct(client, plan);
        if (await ensurePrice(client, plan)) createdCount += 1;
      }
      return createdCount;
    },

    listWrongPrices: prices.listWrong,

    async ensurePortal(returnUrl) {
      const found = await findPortalConfiguration(client);
      const params = {
        features: await portalFeatures(prices),
        default_return_url: returnUrl,
        metadata: PORTAL_METADATA,
      };
      await client.call((sdk) =>
        found
          ? sdk.billingPortal.configurations.update(found.id, params)
          : sdk.billingPortal.configurations.create(params),
      );
      return !found;
    },

    async ensureFooters(settings) {
      let changed = 0;
      for await (const each of client.each((sdk) => sdk.customers.list({ limit: 100 }))) {
        const { id, metadata, preferred_locales, invoice_settings } = each;
        const footer = formatInvoiceFooter(settings, preferred_locales?.[0] === 'fr' ? 'fr' : 'en');
        const isCurrent = (invoice_settings.footer ?? '') === footer;
        if (metadata['user_id'] === undefined || isCurrent) continue;
        await client.call((sdk) => sdk.customers.update(id, { invoice_settings: { footer } }));
        changed += 1;
      }
      return changed;
    },

    async hasPerCustomerNumbering() {
      const { data } = await client.call((sdk) =>
        sdk.invoices.list({ status: 'paid', limit: 1, expand: ['data.customer'] }),
      );
      const [invoice] = data;
      const customer = invoice?.customer;
      if (typeof customer !== 'object' || !customer || customer.deleted) return false;
      return invoice?.number?.startsWith(`${customer.invoice_prefix}-`) ?? false;
    },

    async ensureWebhook(url) {
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
      const created = await client.call((sdk) =>
        sdk.webhookEndpoints.create({ url, enabled_events, api_version: STRIPE_API_VERSION }),
      );
      try {
        if (created.secret !== undefined) await addWebhookSecret(secret, created.secret);
      } catch (error) {
        // Stripe reveals the secret only once, so the next run must create the endpoint again.
        await client.call((sdk) => sdk.webhookEndpoints.del(created.id));
        throw error;
      }
      return 'made';
    },
  };
}
