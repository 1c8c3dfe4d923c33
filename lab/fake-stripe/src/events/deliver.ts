import { Stripe } from 'stripe';
import type { Delivery, State, StoredEvent, WebhookEndpoint } from '../model/state.ts';

/** Stripe's retry delays in seconds. The last one repeats, for about three days in total. */
const RETRY_DELAYS_S = [300, 1800, 7200, 18_000, 36_000, 43_200];
const MAX_ATTEMPTS = 11;
/** Time for which Stripe waits for an endpoint's response. */
const TIMEOUT_MS = 30_000;

export interface DueDelivery {
  readonly delivery: Delivery;
  readonly event: StoredEvent;
  readonly endpoint: WebhookEndpoint;
}

/**
 * Returns the deliveries that are due, and cancels deliveries to a disabled or deleted endpoint,
 * because Stripe does not resume them later (docs.stripe.com/webhooks#event-delivery-behaviors).
 * @param now real time in milliseconds
 */
export const collectDueDeliveries = (state: State, now: number): DueDelivery[] =>
  state.deliveries.flatMap((delivery) => {
    if (delivery.nextAt === null || delivery.nextAt > now) return [];
    const event = state.events[delivery.event];
    const endpoint = state.webhookEndpoints[delivery.endpoint];
    if (event && endpoint?.status === 'enabled') return [{ delivery, event, endpoint }];
    delivery.nextAt = null;
    return [];
  });

interface DeliverOptions {
  readonly state: State;
  /** Divides the pauses between attempts. */
  readonly timeScale: number;
  /** Real time in milliseconds. */
  readonly now: () => number;
  readonly onChange: () => void;
}

export function createDeliverer({ state, timeScale, now, onChange }: DeliverOptions) {
  const inFlight = new Map<Delivery, Promise<void>>();
  const abortController = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const attempt = async ({ delivery, event, endpoint }: DueDelivery): Promise<void> => {
    const payload = JSON.stringify(event, undefined, 2);
    const timestamp = Math.floor(now() / 1000);
    const secret = endpoint.secret ?? '';
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const status = await post(endpoint.url, payload, signature, abortController.signal);
    delivery.attempts += 1;
    delivery.delivered = status >= 200 && status < 300;
    const delayS = RETRY_DELAYS_S[delivery.attempts - 1] ?? RETRY_DELAYS_S.at(-1) ?? 0;
    const isOver = delivery.delivered || delivery.attempts >= MAX_ATTEMPTS;
    delivery.nextAt = isOver ? null : now() + (delayS * 1000) / timeScale;
    if (delivery.delivered) event.pending_webhooks -= 1;
    onChange();
  };

  const send = async (due: DueDelivery): Promise<void> => {
    await attempt(due).catch((error: unknown) => console.error('Stripe:', error));
    inFlight.delete(due.delivery);
    wake();
  };

  const wake = (): void => {
    clearTimeout(timer);
    if (abortController.signal.aborted) return;
    // Read the clock once: a delivery that became due between two reads would be in neither set.
    const at = now();
    for (const due of collectDueDeliveries(state, at))
      if (!inFlight.has(due.delivery)) inFlight.set(due.delivery, send(due));
    const upcoming = state.deliveries.flatMap(({ nextAt }) =>
      nextAt !== null && nextAt > at ? nextAt : [],
    );
    if (upcoming.length > 0) timer = setTimeout(wake, Math.min(...upcoming) - at).unref();
  };

  return {
    wake,

    /** Aborts the running requests; their deliveries remain scheduled for a retry. */
    async stop(): Promise<void> {
      abortController.abort();
      clearTimeout(timer);
      await Promise.all(inFlight.values());
    },
  };
}

/** @returns the HTTP status, or 0 if there was no response */
async function post(
  url: string,
  body: string,
  signature: string,
  signal: AbortSignal,
): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
