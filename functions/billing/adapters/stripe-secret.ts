import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { cacheWithTtl } from '../../platform/cache-with-ttl.ts';
import { StripeUnavailableError } from '../rules/stripe-failure.ts';
import type { SecretText } from '../../platform/secrets/secret-text.ts';

const CACHE_TTL_MS = 5 * 60_000;

const storedSecret = z.object({
  secret_key: z.string(),
  /** Comma-separated list, so that the old and the new secret both work during a rotation. */
  webhook_secret: z.string(),
});

export interface StripeSecret {
  /** Empty until an operator has set it. */
  readonly secretKey: string;
  readonly webhookSecrets: readonly string[];
}

const parseSecrets = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/**
 * Returns a function that reads the secret and caches it for five minutes.
 * @throws {StripeUnavailableError} for a test key if `STRIPE_LIVE` requires a live key
 *   (docs.stripe.com/keys: `sk_test_…`, `rk_test_…`)
 */
export const createStripeSecretReader = (
  secret: SecretText,
  clock: Clock,
  { STRIPE_LIVE }: { readonly STRIPE_LIVE: boolean },
): (() => Promise<StripeSecret>) =>
  cacheWithTtl(
    async () => {
      const { secret_key, webhook_secret } = storedSecret.parse(JSON.parse(await secret.read()));
      if (STRIPE_LIVE && secret_key.includes('_test_'))
        throw new StripeUnavailableError('production has a Stripe test key', {});
      return { secretKey: secret_key.trim(), webhookSecrets: parseSecrets(webhook_secret) };
    },
    CACHE_TTL_MS,
    clock,
  );

/** Puts the new secret first and keeps the existing ones, which remain valid. */
export async function addWebhookSecret(secret: SecretText, newSecret: string): Promise<void> {
  const current = storedSecret.parse(JSON.parse(await secret.read()));
  const existing = parseSecrets(current.webhook_secret);
  if (existing.includes(newSecret)) return;
  const webhook_secret = [newSecret, ...existing].join(',');
  await secret.write(JSON.stringify({ ...current, webhook_secret }));
}
