import type { Clock } from '../../platform/clock.ts';
import { cached } from '../../platform/cached.ts';
import { PLAN_VERSIONS } from '../rules/plans.ts';
import { StripeUnavailableError } from '../rules/stripe-failure.ts';
import type { StripeClient } from './stripe-client.ts';

const KEPT_MS = 5 * 60_000;
/** Keys that one call may name (Stripe). */
const KEYS_A_CALL = 10;

/** A price at Stripe; `isWrong` when it is not that of its plan version. */
interface Price {
  readonly id: string;
  readonly isWrong: boolean;
}

/** Each version's price. */
async function readPrices(client: StripeClient): Promise<ReadonlyMap<string, Price>> {
  const byVersion = new Map<string, Price>();
  for (let at = 0; at < PLAN_VERSIONS.length; at += KEYS_A_CALL) {
    const versions = PLAN_VERSIONS.slice(at, at + KEYS_A_CALL);
    const { data } = await client.call((sdk) =>
      sdk.prices.list({ lookup_keys: versions.map(({ id }) => id), limit: 100 }),
    );
    for (const { id, lookup_key, unit_amount, currency } of data) {
      const version = versions.find((each) => each.id === lookup_key);
      if (!version) continue;
      const isWrong = unit_amount !== version.cents || currency !== 'eur';
      byVersion.set(version.id, { id, isWrong });
    }
  }
  return byVersion;
}

export type StripePrices = ReturnType<typeof createStripePrices>;

/** Our plan versions and their prices at Stripe, which carry the version's id as `lookup_key`. */
export function createStripePrices(client: StripeClient, clock: Clock) {
  // Kept once all are there: until then somebody may be about to make them.
  const whole = cached(
    async () => {
      const prices = await readPrices(client);
      return prices.size === PLAN_VERSIONS.length ? prices : undefined;
    },
    KEPT_MS,
    clock,
  );
  const read = async () => (await whole()) ?? readPrices(client);

  return {
    /**
     * Throws StripeUnavailableError when Stripe has none, since `stripe:setup` was not run, or one
     * that is not the plan's: only this version is not sold then.
     */
    async priceOf(version: string): Promise<string> {
      const price = (await read()).get(version);
      if (price === undefined)
        throw new StripeUnavailableError(`there is no price for ${version}: run stripe:setup`, {});
      if (price.isWrong)
        throw new StripeUnavailableError(`${version} has another price at Stripe`, {});
      return price.id;
    },
    /** Versions whose price at Stripe is not that of the plans. */
    listWrong: async (): Promise<string[]> =>
      [...(await read())].flatMap(([version, { isWrong }]) => (isWrong ? version : [])),
    /** The version a price stands for; undefined for a price that is none of ours. */
    async versionOf(price: string | undefined): Promise<string | undefined> {
      return [...(await read())].find(([, { id }]) => id === price)?.[0];
    },
  };
}
