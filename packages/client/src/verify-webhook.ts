import { TamisError } from './error.ts';
import { bytesOf, isSigned } from './signature.ts';
import type { WebhookEvent } from './types.ts';

/** What a request has as its headers, by `fetch` or by the `node:http` of Node. */
export type WebhookHeaders =
  Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request that is older is somebody's repetition, or a clock is wrong. */
const TOLERANCE_MS = 5 * 60_000;

const refused = (code: string): TamisError => new TamisError({ status: 0, code });

/**
 * The event of a request to an endpoint, once its signature is proven (Standard Webhooks). Answer
 * with a status of 2xx, and do nothing twice for a `webhook-id`: an event may come again.
 * @param body as it came: parsed and written anew it is another text
 * @param secret `whsec_…` of the endpoint
 * @throws TypeError where the secret is missing
 * @throws TamisError `wrong_signature`, or `wrong_timestamp` of one older than five minutes
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string,
  now: number = Date.now(),
): Promise<WebhookEvent> {
  if (!secret) throw new TypeError('Give the secret of the endpoint, whsec_…');
  const entries = headers instanceof Headers ? headers : Object.entries(headers);
  const named = new Map([...entries].map(([name, value]) => [name.toLowerCase(), value]));
  const header = (name: string): string => String(named.get(name) ?? '');
  const timestamp = header('webhook-timestamp');
  const signed = `${header('webhook-id')}.${timestamp}.${body}`;
  const key = bytesOf(secret.replace(/^whsec_/, ''));
  const proofs = Array.from(
    header('webhook-signature').matchAll(/(?<=^| )v1,([\w+/]+=*)(?= |$)/g),
    ([, signature = '']) => isSigned(signed, signature, key),
  );
  if (!(await Promise.all(proofs)).includes(true)) throw refused('wrong_signature');
  if (!(Math.abs(now - Number(timestamp) * 1000) <= TOLERANCE_MS)) throw refused('wrong_timestamp');
  return JSON.parse(body) as WebhookEvent;
}
