import type Sdk from 'stripe';
import type { Clock } from '../../platform/clock.ts';
import { cacheWithTtl } from '../../platform/cache-with-ttl.ts';
import type { Language } from '../../../shared/model/account.ts';
import type { Subscription } from './stripe-subscriptions.ts';
import type { StripeClient } from './stripe-client.ts';
import type { StripePrices } from './stripe-prices.ts';

const CACHE_TTL_MS = 5 * 60_000;

export const PORTAL_METADATA = { tamis: 'portal' };

/** Returns undefined until `stripe:setup` has created our portal configuration. */
export async function findPortalConfiguration(
  client: StripeClient,
): Promise<Sdk.BillingPortal.Configuration | undefined> {
  const { data } = await client.call((sdk) =>
    sdk.billingPortal.configurations.list({ active: true, limit: 100 }),
  );
  return data.find(({ metadata }) => metadata?.['tamis'] === PORTAL_METADATA.tamis);
}

type Flow = Sdk.BillingPortal.SessionCreateParams.FlowData;

export interface StripePortal {
  createPortal(customer: string, locale: Language, flow?: Flow): Promise<string>;
  /**
   * Returns the URL of the page on which a customer saves a card. That page leads back to `page`.
   */
  createCardPortal(customerId: string, language: Language, page: string): Promise<string>;
  createCancelPortal(subscription: Subscription, language: Language): Promise<string>;
  /** Returns the URL of the page that confirms a plan change. That page leads back to `page`. */
  createChangePortal(
    subscription: Subscription,
    version: string,
    language: Language,
    page: string,
  ): Promise<string>;
}

export function createStripePortal(
  client: StripeClient,
  prices: StripePrices,
  clock: Clock,
  { PUBLIC_ORIGIN }: { readonly PUBLIC_ORIGIN: string },
): StripePortal {
  const configuration = cacheWithTtl(
    async () => (await findPortalConfiguration(client))?.id,
    CACHE_TTL_MS,
    clock,
  );

  const createPortalSession = async (
    customer: string,
    locale: Language,
    flow?: Flow,
  ): Promise<string> => {
    const configurationId = await configuration();
    const { url } = await client.call((sdk) =>
      sdk.billingPortal.sessions.create({
        customer,
        locale,
        return_url: `${PUBLIC_ORIGIN}/invoices`,
        ...(configurationId !== undefined && { configuration: configurationId }),
        ...(flow && { flow_data: flow }),
      }),
    );
    return url;
  };

  const redirectAfter = (page: string): Flow['after_completion'] => ({
    type: 'redirect',
    redirect: { return_url: `${PUBLIC_ORIGIN}${page}` },
  });

  return {
    createPortal: createPortalSession,

    createCardPortal: (customerId, language, page) =>
      createPortalSession(customerId, language, {
        type: 'payment_method_update',
        after_completion: redirectAfter(page),
      }),

    createCancelPortal: ({ id, customerId }, language) =>
      createPortalSession(customerId, language, {
        type: 'subscription_cancel',
        subscription_cancel: { subscription: id },
        after_completion: redirectAfter('/invoices?plan=canceled'),
      }),

    createChangePortal: async ({ id, itemId, customerId }, version, language, page) =>
      createPortalSession(customerId, language, {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription: id,
          items: [{ id: itemId, price: await prices.priceOf(version), quantity: 1 }],
        },
        after_completion: redirectAfter(page),
      }),
  };
}
