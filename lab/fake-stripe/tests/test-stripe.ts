import { Stripe } from 'stripe';
import { serveHttp } from './serve-http.ts';
import { createFakeStripe } from '../src/fake.ts';
import type { FakeStripeOptions } from '../src/fake.ts';
import { StripeApiError } from '../src/model/errors.ts';
import type { State } from '../src/model/state.ts';
import { createControlApi } from './control.ts';

export const STRIPE_KEY = 'sk_test_embedded';
export const WEBHOOK_SECRET = 'whsec_test_0123456789';
/** The time at Stripe, unless a test gives its own clock or advances Stripe's. */
export const START = Date.UTC(2027, 0, 14, 10);

export interface TestStripe extends AsyncDisposable {
  readonly url: string;
  readonly stripe: Stripe;
  readonly state: State;
  /** Runs an action of `control.ts`: `runControl('/stripe/clock', { advance: 'P1M' })`. */
  runControl(path: string, body?: object): Promise<ControlResult>;
}

interface ControlResult {
  readonly status: number;
  readonly body: unknown;
}

export async function startTestStripe(
  options: Partial<FakeStripeOptions> = {},
): Promise<TestStripe> {
  let url = '';
  const control = createControlApi();
  const fake = createFakeStripe({
    respond: control.respond,
    origin: () => url,
    secretKey: STRIPE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    timeScale: 10_000,
    now: () => START,
    ...options,
  });
  const service = await serveHttp((message, response) => {
    if (!fake.handler(message, response)) response.writeHead(404).end();
  });
  url = service.url;
  return {
    url,
    stripe: createStripeClient(url),
    state: fake.account.state,
    async runControl(path, body = {}) {
      try {
        const result = await fake.change(() => control.run(fake.account, path, body));
        return { status: 200, body: structuredClone(result) };
      } catch (error) {
        if (error instanceof StripeApiError) return { status: error.status, body: error.body };
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      await fake.close();
      await service.close();
    },
  };
}

/** Creates an SDK client that is configured as in production, except for its host. */
export function createStripeClient(
  url: string,
  options: Partial<Stripe.StripeConfig> = {},
): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(STRIPE_KEY, {
    apiVersion: '2026-10-28.endive',
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...options,
  });
}
