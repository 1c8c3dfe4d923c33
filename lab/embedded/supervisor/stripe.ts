import { z } from 'zod';
import { createFakeStripe, type FakeStripe } from '../../fake-stripe/src/fake.ts';
import type { Home } from './home.ts';
import { usesRealStripe } from './settings.ts';

/** The only key that the fake Stripe accepts. */
const FAKE_KEY = 'sk_test_embedded';

const stripeSecret = z.looseObject({ secret_key: z.string(), webhook_secret: z.string() });

/**
 * Sets the API key in Stripe's secret. Also sets the webhook secret if the environment defines one,
 * because `stripe listen` signs with its own. Returns all other secrets unchanged.
 */
export function withStripeKeys(secret: string, environment: NodeJS.ProcessEnv): string {
  const found = readStripeSecret(secret);
  if (found === undefined) return secret;
  return JSON.stringify({
    ...found,
    secret_key: environment['STRIPE_SECRET_KEY'] || FAKE_KEY,
    webhook_secret: environment['STRIPE_WEBHOOK_SECRET'] || found.webhook_secret,
  });
}

function readStripeSecret(secret: string): z.output<typeof stripeSecret> | undefined {
  if (!secret.startsWith('{')) return undefined;
  const { success, data } = stripeSecret.safeParse(JSON.parse(secret));
  return success ? data : undefined;
}

interface FakeOptions {
  readonly origin: string;
  readonly home: Home;
  readonly secrets: Iterable<string>;
  readonly timeScale: number;
}

/** Opens the fake Stripe, unless the stack uses the real one. */
export function openStripe(
  { origin, home, secrets, timeScale }: FakeOptions,
  cleanup: AsyncDisposableStack,
): FakeStripe | undefined {
  if (usesRealStripe(process.env)) return undefined;
  const [known] = [...secrets].flatMap((secret) => readStripeSecret(secret) ?? []);
  const made = createFakeStripe({
    file: home.stripeFile,
    origin: () => origin,
    secretKey: FAKE_KEY,
    // During a rotation there are several secrets; the first is the newest.
    webhookSecret: known?.webhook_secret.split(',')[0],
    timeScale,
  });
  return cleanup.adopt(made, ({ close }) => close());
}
