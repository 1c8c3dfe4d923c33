import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { cached } from '../../platform/cached.ts';
import { StripeUnavailableError } from '../rules/stripe-failure.ts';
import type { SecretText } from '../../platform/secrets/secret-text.ts';

const KEPT_MS = 5 * 60_000;

const stored = z.object({
  secret_key: z.string(),
  /** Comma-separated list, so that an old and a new secret both work during rotation. */
  webhook_secret: z.string(),
});

export interface StripeSecret {
  /** Empty until it is set. */
  readonly secretKey: string;
  readonly webhookSecrets: readonly string[];
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/**
 * Reads the secret and caches it for five minutes. Throws StripeUnavailableError for a test key if
 * `STRIPE_LIVE` requires a live one (docs.stripe.com/keys: `sk_test_…`, `rk_test_…`).
 */
export const readStripeSecret = (
  secret: SecretText,
  clock: Clock,
  { STRIPE_LIVE }: { readonly STRIPE_LIVE: boolean },
): (() => Promise<StripeSecret>) =>
  cached(
    async () => {
      const { secret_key, webhook_secret } = stored.parse(JSON.parse(await secret.read()));
      if (STRIPE_LIVE && secret_key.includes('_test_'))
        throw new StripeUnavailableError('production has a test key of Stripe', {});
      return { secretKey: secret_key.trim(), webhookSecrets: listOf(webhook_secret) };
    },
    KEPT_MS,
    clock,
  );

/** Adds a webhook secret before the existing ones. */
export async function addWebhookSecret(secret: SecretText, added: string): Promise<void> {
  const before = stored.parse(JSON.parse(await secret.read()));
  const known = listOf(before.webhook_secret);
  if (known.includes(added)) return;
  const webhook_secret = [added, ...known].join(',');
  await secret.write(JSON.stringify({ ...before, webhook_secret }));
}
