import { Stripe } from 'stripe';
import type { Delivery, State } from '../model/state.ts';

/** Pauses of Stripe in test mode and live mode, in seconds; the last one repeats for three days. */
const PAUSES = [300, 1800, 7200, 18_000, 36_000, 43_200];
const ATTEMPTS = 11;
/** Stripe hangs up on an endpoint that takes longer. */
const TIMEOUT_MS = 30_000;

interface DeliverOptions {
  readonly state: State;
  /** Divides the pauses between attempts. */
  readonly timeScale: number;
  /** Real time in milliseconds. */
  readonly now: () => number;
  /** Called after something about deliveries has changed. */
  readonly changed: () => void;
}

export interface Deliverer {
  /** Sends what is due, and goes on as long as anything waits. */
  wake(): void;
  /** Hangs up, and resolves when nothing is being sent; what was not taken is sent again later. */
  stop(): Promise<void>;
}

/** Posts events to their endpoints until they are taken. */
export function createDeliverer(options: DeliverOptions): Deliverer {
  const { state, now } = options;
  const inWork = new Map<Delivery, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  const stopped = new AbortController();

  const send = async (delivery: Delivery): Promise<void> => {
    try {
      await attempt(delivery, options, stopped.signal);
    } catch (error) {
      console.error('Stripe:', error);
    }
    inWork.delete(delivery);
    wake();
  };

  const wake = (): void => {
    clearTimeout(timer);
    if (stopped.signal.aborted) return;
    const waiting = state.deliveries.filter(
      (delivery) => delivery.nextAt !== null && !inWork.has(delivery),
    );
    const due = waiting.filter(({ nextAt }) => (nextAt ?? 0) <= now());
    for (const delivery of due) inWork.set(delivery, send(delivery));
    const later = waiting.flatMap(({ nextAt }) =>
      nextAt !== null && nextAt > now() ? nextAt : [],
    );
    if (later.length > 0) timer = setTimeout(wake, Math.min(...later) - now()).unref();
  };

  return {
    wake,
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await Promise.all(inWork.values());
    },
  };
}

async function attempt(
  delivery: Delivery,
  options: DeliverOptions,
  stopped: AbortSignal,
): Promise<void> {
  const { state, timeScale, now, changed } = options;
  const event = state.events[delivery.event];
  const endpoint = state.webhookEndpoints[delivery.endpoint];
  // A disabled endpoint prevents further tries (docs.stripe.com/webhooks#event-delivery-behaviors).
  if (event === undefined || endpoint?.status !== 'enabled') {
    delivery.nextAt = null;
    return;
  }
  const payload = JSON.stringify(event, undefined, 2);
  const timestamp = Math.floor(now() / 1000);
  const secret = endpoint.secret ?? '';
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const status = await post(endpoint.url, payload, signature, stopped);
  delivery.attempts += 1;
  delivery.delivered = status >= 200 && status < 300;
  if (delivery.delivered) {
    delivery.nextAt = null;
    event.pending_webhooks -= 1;
  } else {
    const pause = PAUSES[delivery.attempts - 1] ?? PAUSES.at(-1) ?? 0;
    delivery.nextAt = delivery.attempts < ATTEMPTS ? now() + (pause * 1000) / timeScale : null;
  }
  changed();
}

/** @returns the status, 0 without a response */
async function post(
  url: string,
  body: string,
  signature: string,
  stopped: AbortSignal,
): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]),
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
