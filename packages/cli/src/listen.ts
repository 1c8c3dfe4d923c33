import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Client, Endpoint } from '@tamis/client';

export interface ListenOptions {
  /** Where deliveries are sent on to. */
  readonly forwardTo: string;
  /** Whose deliveries; those of all endpoints without it. */
  readonly endpoint?: string;
  /** `whsec_…`, by which they are signed: the command has none of the endpoints' own secrets. */
  readonly secret: string;
  /** Called when what comes from then on is sent on. */
  readonly onReady: () => unknown;
  /** Told of each delivery; `status` is that of the local answer, or why there was none. */
  readonly onForwarded: (type: string, status: string) => unknown;
}

const POLL_MS = 2000;

/** Sends on to a local port, from now on, what is delivered to the endpoints. */
export async function listen(client: Client, options: ListenOptions): Promise<never> {
  const all = await client.webhooks.all();
  const endpoints = all.filter(
    ({ id }) => options.endpoint === undefined || id === options.endpoint,
  );
  if (endpoints.length === 0)
    throw new Error(
      'There is no endpoint to listen to: a key sees those alone that it has made. Make one with this key, by POST /api/webhooks.',
    );
  const newest = new Map<string, string>();
  for (let first = true; ; first = false) {
    for (const endpoint of endpoints) await forwardNew(client, endpoint, newest, first, options);
    if (first) options.onReady();
    await setTimeout(POLL_MS);
  }
}

/** Ids of deliveries sort by time: what is above the last one seen is new. */
async function forwardNew(
  client: Client,
  { id }: Endpoint,
  newest: Map<string, string>,
  first: boolean,
  { forwardTo, secret, onForwarded }: ListenOptions,
): Promise<void> {
  const seen = newest.get(id) ?? '';
  const fresh: string[] = [];
  for await (const delivery of client.webhooks.deliveries(id)) {
    if (delivery.id <= seen) break;
    fresh.unshift(delivery.id);
    if (first) break;
  }
  newest.set(id, fresh.at(-1) ?? seen);
  if (first) return;
  for (const each of fresh) {
    const { type, payload } = await client.webhooks.delivery(id, each);
    const headers = signed(each, payload, secret);
    const status = await fetch(forwardTo, { method: 'POST', headers, body: payload }).then(
      (response) => String(response.status),
      (error: Error) => String(error.cause ?? error),
    );
    onForwarded(type, status);
  }
}

/** The headers of Standard Webhooks. */
function signed(id: string, payload: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const proof = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${proof}`,
  };
}
