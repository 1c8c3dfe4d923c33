import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Client, Endpoint } from '@tamis/client';

export interface ListenOptions {
  /** Local URL of the receiver. */
  readonly forwardTo: string;
  /** Endpoint whose deliveries are forwarded; by default, all endpoints. */
  readonly endpoint?: string;
  /** Signs forwarded deliveries (`whsec_…`); the API does not reveal the endpoints' secrets. */
  readonly secret: string;
  readonly onReady: () => unknown;
  /** `status` is the HTTP status of the local response, or the reason why there was none. */
  readonly onForwarded: (type: string, status: string) => unknown;
}

const POLL_MS = 2000;
/**
 * Deliveries are sorted by the time of their event, but a delivery may appear after newer ones, for
 * example if the service was busy.
 */
const MAX_LATENESS_MS = 5 * 60_000;

/** Forwards new webhook deliveries to a local port until the process ends. */
export async function listen(client: Client, options: ListenOptions): Promise<never> {
  const all = await client.webhooks.all();
  const endpoints = all.filter(
    ({ id }) => options.endpoint === undefined || id === options.endpoint,
  );
  if (endpoints.length === 0)
    throw new Error(
      'There is no endpoint to listen to: a key only has access to the endpoints it created. Create one with this key: POST /api/webhooks.',
    );
  const seen = new Set<string>();
  const newestTimes = new Map<string, number>();
  for (let first = true; ; first = false) {
    for (const endpoint of endpoints)
      await forwardNew(client, endpoint, seen, newestTimes, options);
    if (first) options.onReady();
    await setTimeout(POLL_MS);
  }
}

/**
 * Adds new deliveries to `seen` and, unless this is the first poll, forwards them.
 * @param newestTimes epoch milliseconds of the newest delivery so far, by endpoint
 */
async function forwardNew(
  client: Client,
  { id }: Endpoint,
  seen: Set<string>,
  newestTimes: Map<string, number>,
  { forwardTo, secret, onForwarded }: ListenOptions,
): Promise<void> {
  const lastNewestAt = newestTimes.get(id);
  let newestAt = lastNewestAt ?? 0;
  const newIds: string[] = [];
  for await (const delivery of client.webhooks.deliveries(id)) {
    const at = Date.parse(delivery.created_at);
    newestAt = Math.max(newestAt, at);
    if (at < (lastNewestAt ?? newestAt) - MAX_LATENESS_MS) break;
    const key = `${id} ${delivery.id}`;
    if (!seen.has(key)) newIds.unshift(delivery.id);
    seen.add(key);
  }
  newestTimes.set(id, newestAt);
  if (lastNewestAt === undefined) return;
  for (const each of newIds) {
    const { type, payload } = await client.webhooks.delivery(id, each);
    const headers = signedHeaders(each, payload, secret);
    const status = await fetch(forwardTo, { method: 'POST', headers, body: payload }).then(
      (response) => String(response.status),
      (error: Error) => String(error.cause ?? error),
    );
    onForwarded(type, status);
  }
}

function signedHeaders(id: string, payload: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key)
    .update(`${id}.${timestamp}.${payload}`)
    .digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
