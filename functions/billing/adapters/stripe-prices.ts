import type { Clock } from '../../platform/clock.ts';
import { cacheWithTtl } from '../../platform/cache-with-ttl.ts';
import { PLAN_VERSIONS, findPlanVersion } from '../../../shared/model/plans/plans.ts';
import { StripeUnavailableError } from '../rules/stripe-failure.ts';
import type { StripeClient } from './stripe-client.ts';

const CACHE_TTL_MS = 5 * 60_000;
/** Stripe's maximum number of lookup keys per call. */
const MAX_KEYS_PER_CALL = 10;

/** A price at Stripe. `isWrong` is set if it differs from its plan version or is archived. */
interface Price {
  readonly id: string;
  readonly isWrong: boolean;
}

async function readPrices(client: StripeClient): Promise<ReadonlyMap<string, Price>> {
  const byKey = new Map<string, Price>();
  const keys = PLAN_VERSIONS.map(({ id }) => id);
  for (let at = 0; at < keys.length; at += MAX_KEYS_PER_CALL) {
    const lookup_keys = keys.slice(at, at + MAX_KEYS_PER_CALL);
    const { data } = await client.call((sdk) => sdk.prices.list({ lookup_keys, limit: 100 }));
    for (const price of data) {
      const { id, lookup_key, unit_amount, currency, recurring, active, tax_behavior } = price;
      const version = findPlanVersion(lookup_key ?? '');
      if (lookup_key === null || !version) continue;
      const isWrong =
        unit_amount !== version.cents ||
        currency !== 'eur' ||
        !active ||
        tax_behavior !== 'exclusive' ||
        (recurring?.interval ?? 'once') !== version.interval ||
        (recurring?.interval_count ?? 1) !== 1;
      byKey.set(lookup_key, { id, isWrong });
    }
  }
  return byKey;
}

/** Prices of our plan versions at Stripe, whose `lookup_key` is the id of the plan version. */
export interface StripePrices {
  /**
   * Returns the id of a version's price. A missing or wrong price does not affect the sale of other
   * versions.
   * @throws {StripeUnavailableError} if `stripe:setup` has not created the price, or the price
   *   differs from the plan
   */
  priceOf(version: string): Promise<string>;
  listWrong(): Promise<string[]>;
  /** Returns the plan version of a price; undefined for a price created in Stripe's dashboard. */
  versionOf(price: string | undefined): Promise<string | undefined>;
}

export function createStripePrices(client: StripeClient, clock: Clock): StripePrices {
  // Cache only a complete set of prices, because `stripe:setup` may be about to create missing
  // ones.
  const completePrices = cacheWithTtl(
    async () => {
      const prices = await readPrices(client);
      return prices.size === PLAN_VERSIONS.length ? prices : undefined;
    },
    CACHE_TTL_MS,
    clock,
  );
  const getPrices = async () => (await completePrices()) ?? readPrices(client);

  return {
    async priceOf(version) {
      const price = (await getPrices()).get(version);
      if (price === undefined)
        throw new StripeUnavailableError(`there is no price for ${version}: run stripe:setup`, {});
      if (price.isWrong)
        throw new StripeUnavailableError(
          `the price of ${version} at Stripe differs from its plan`,
          {},
        );
      return price.id;
    },
    listWrong: async () =>
      [...(await getPrices())].flatMap(([key, { isWrong }]) => (isWrong ? key : [])),
    async versionOf(price) {
      return [...(await getPrices())].find(([, { id }]) => id === price)?.[0];
    },
  };
}
