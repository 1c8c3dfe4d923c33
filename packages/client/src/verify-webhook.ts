import { TamisError } from './error.ts';
import type { WebhookEvent } from './types.ts';

/** What a request has as its headers, by `fetch` or by the `node:http` of Node. */
export type WebhookHeaders =
  Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request that is older is somebody's repetition, or a clock is wrong. */
const TOLERANCE_MS = 5 * 60_000;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const refused = (code: string): TamisError => new TamisError({ status: 0, code });

/**
 * The event of a request to an endpoint, once its signature is proven (Standard Webhooks). Answer
 * with a status of 2xx, and do nothing twice for a `webhook-id`: an event may come again.
 * @param body as it came: parsed and written anew it is another text
 * @param secret `whsec_…` of the endpoint
 * @throws TamisError `wrong_signature`, or `wrong_timestamp` of one older than five minutes
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string,
  now: number = Date.now(),
): Promise<WebhookEvent> {
  const entries = headers instanceof Headers ? headers : Object.entries(headers);
  const named = new Map([...entries].map(([name, value]) => [name.toLowerCase(), value]));
  const header = (name: string): string => String(named.get(name) ?? '');
  const timestamp = header('webhook-timestamp');
  const signed = new TextEncoder().encode(`${header('webhook-id')}.${timestamp}.${body}`);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const secretBytes = bytesOf(secret.replace(/^whsec_/, ''));
  const key = await crypto.subtle.importKey('raw', secretBytes, hmac, false, ['verify']);
  const signatures = header('webhook-signature')
    .split(' ')
    .flatMap((each) => (/^v1,[\w+/]+=*$/.test(each) ? [bytesOf(each.slice(3))] : []));
  const proofs = signatures.map((signature) => crypto.subtle.verify(hmac, key, signature, signed));
  if (!(await Promise.all(proofs)).includes(true)) throw refused('wrong_signature');
  if (!(Math.abs(now - Number(timestamp) * 1000) <= TOLERANCE_MS)) throw refused('wrong_timestamp');
  return JSON.parse(body) as WebhookEvent;
}
