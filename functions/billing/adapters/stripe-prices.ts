import { LANGUAGES, type Language } from '../../../shared/model/account.ts';
import type { Clock } from '../../platform/clock.ts';
import { cached } from '../../platform/cached.ts';
import { PLAN_VERSIONS } from '../rules/plans.ts';
import { StripeUnavailableError } from '../rules/stripe-failure.ts';
import type { StripeClient } from './stripe-client.ts';

const KEPT_MS = 5 * 60_000;
/** Keys that one call may name (Stripe). */
const KEYS_A_CALL = 10;

/**
 * The `lookup_key` of a version's price for customers of a language: a product at Stripe has one
 * name (docs.stripe.com/api/products/object), so each language has a product and a price of its own.
 */
export const priceKey = (version: string, language: Language): string =>
  language === 'en' ? version : `${version}:${language}`;

const VERSIONS = new Map(
  PLAN_VERSIONS.flatMap((version) =>
    LANGUAGES.map((language) => [priceKey(version.id, language), version] as const),
  ),
);

/** A price at Stripe; `isWrong` when it is not that of its plan version. */
interface Price {
  readonly id: string;
  readonly version: string;
  readonly isWrong: boolean;
}

async function readPrices(client: StripeClient): Promise<ReadonlyMap<string, Price>> {
  const byKey = new Map<string, Price>();
  const keys = [...VERSIONS.keys()];
  for (let at = 0; at < keys.length; at += KEYS_A_CALL) {
    const lookup_keys = keys.slice(at, at + KEYS_A_CALL);
    const { data } = await client.call((sdk) => sdk.prices.list({ lookup_keys, limit: 100 }));
    for (const { id, lookup_key, unit_amount, currency, recurring } of data) {
      const version = VERSIONS.get(lookup_key ?? '');
      if (lookup_key === null || !version) continue;
      const isWrong =
        unit_amount !== version.cents ||
        currency !== 'eur' ||
        (recurring?.interval ?? 'once') !== version.interval;
      byKey.set(lookup_key, { id, version: version.id, isWrong });
    }
  }
  return byKey;
}

export type StripePrices = ReturnType<typeof createStripePrices>;

/** Our plan versions and their prices at Stripe, which are found by their `lookup_key`. */
export function createStripePrices(client: StripeClient, clock: Clock) {
  // Kept once all are there: until then somebody may be about to make them.
  const whole = cached(
    async () => {
      const prices = await readPrices(client);
      return prices.size === VERSIONS.size ? prices : undefined;
    },
    KEPT_MS,
    clock,
  );
  const read = async () => (await whole()) ?? readPrices(client);

  return {
    /**
     * The price in a language, or in English before `stripe:setup` has made that one.
     * Throws StripeUnavailableError when Stripe has none, since `stripe:setup` was not run, or one
     * that is not the plan's: only this version is not sold then.
     */
    async priceOf(version: string, language: Language): Promise<string> {
      const prices = await read();
      const price = prices.get(priceKey(version, language)) ?? prices.get(version);
      if (price === undefined)
        throw new StripeUnavailableError(`there is no price for ${version}: run stripe:setup`, {});
      if (price.isWrong)
        throw new StripeUnavailableError(`${version} has another price at Stripe`, {});
      return price.id;
    },
    /** A version's price in a language; undefined where there is none that is right. */
    async findPrice(version: string, language: Language): Promise<string | undefined> {
      const price = (await read()).get(priceKey(version, language));
      return price?.isWrong === false ? price.id : undefined;
    },
    listWrong: async (): Promise<string[]> =>
      [...(await read())].flatMap(([key, { isWrong }]) => (isWrong ? key : [])),
    /** The version a price stands for; undefined for a price that is none of ours. */
    async versionOf(price: string | undefined): Promise<string | undefined> {
      return [...(await read()).values()].find(({ id }) => id === price)?.version;
    },
  };
}
