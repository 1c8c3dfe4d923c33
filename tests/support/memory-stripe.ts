import { Stripe } from 'stripe';
import type { Clock } from '../../functions/platform/clock.ts';
import { respondToCall } from '../../lab/fake-stripe/src/api/api.ts';
import type { ApiRequest, ApiResponse } from '../../lab/fake-stripe/src/api/route.ts';
import { createAccount } from '../../lab/fake-stripe/src/create-account.ts';
import { collectDueDeliveries } from '../../lab/fake-stripe/src/events/deliver.ts';
import { createEmptyState } from '../../lab/fake-stripe/src/model/objects.ts';
import type { Delivery, State } from '../../lab/fake-stripe/src/model/state.ts';
import { createControlApi } from '../../lab/fake-stripe/tests/control.ts';

/** Stripe retries for three days in live mode; here, the interval is always an hour. */
const ATTEMPTS = 72;
const RETRY_INTERVAL_MS = 3_600_000;

export type MemoryStripe = ReturnType<typeof createMemoryStripe>;

/**
 * Creates the fake Stripe without its server and timers: its state changes only on a call.
 * @param newId creates an id with a prefix
 * @param state the initial state
 */
export function createMemoryStripe(
  clock: Clock,
  secretKey: string,
  newId: (prefix: string) => string,
  state: State = createEmptyState(),
) {
  const origin = () => 'https://stripe.test';
  const account = createAccount({ state, realNow: () => clock.now(), newId, origin });
  const control = createControlApi();

  return {
    state,

    respond(request: ApiRequest): ApiResponse {
      account.catchUp();
      return respondToCall(account, secretKey, request);
    },

    /**
     * Performs an action of a user at Stripe: `program('/stripe/sessions/ID/pay', { card: 'ok' })`.
     */
    program(path: string, body: object): unknown {
      account.catchUp();
      return control.run(account, path, body);
    },

    due() {
      account.catchUp();
      return collectDueDeliveries(state, clock.now());
    },

    /** Records whether an endpoint accepted an event; a rejected event is retried later. */
    noteDelivery(delivery: Delivery, accepted: boolean): void {
      delivery.attempts += 1;
      delivery.delivered ||= accepted;
      delivery.nextAt =
        delivery.delivered || delivery.attempts >= ATTEMPTS
          ? null
          : clock.now() + RETRY_INTERVAL_MS;
    },
  };
}

/** Creates an HTTP client that gets responses from `respond`; if that throws, the call fails. */
export const createStripeHttpClient = (respond: (request: ApiRequest) => Promise<ApiResponse>) =>
  Stripe.createFetchHttpClient(async (...sent) => {
    const request = new Request(...sent);
    const { method, headers } = request;
    const { pathname, search } = new URL(request.url);
    const { status, body } = await respond({
      method,
      url: pathname + search,
      headers: Object.fromEntries(headers),
      body: await request.text(),
    });
    return new Response(body, { status });
  });
