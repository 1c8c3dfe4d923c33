import { TamisError } from './error.ts';
import { requireSecret, decodeBase64, isValidSignature } from './signature.ts';
import type { WebhookEvent } from './types.ts';

/** Request headers from `fetch` or `node:http`. */
export type WebhookHeaders =
  Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Maximum difference between a timestamp and the clock. A larger one indicates a replay or a wrong
 * clock.
 */
const TOLERANCE_MS = 5 * 60_000;

const failure = (code: string): TamisError => new TamisError({ status: 0, code });

/**
 * Verifies the signature of a webhook (Standard Webhooks) and returns its event. Respond with a 2xx
 * status, and deduplicate by `webhook-id`, because an event can be delivered more than once.
 * @param body the raw request body; parsing and serializing the JSON again invalidates the
 *   signature
 * @param secret `whsec_…` of the endpoint
 * @throws TypeError if the secret is missing, shorter than 16 bytes or not base64
 * @throws TamisError `wrong_signature`, or `wrong_timestamp` if the timestamp and the clock differ
 *   by more than five minutes
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string,
  now: number = Date.now(),
): Promise<WebhookEvent> {
  const key = keyOf(secret);
  const entries = headers instanceof Headers ? headers : Object.entries(headers);
  const byName = new Map([...entries].map(([name, value]) => [name.toLowerCase(), value]));
  const header = (name: string): string => String(byName.get(name) ?? '');
  const timestamp = header('webhook-timestamp');
  const signed = `${header('webhook-id')}.${timestamp}.${body}`;
  const verifications = Array.from(
    header('webhook-signature').matchAll(/(?<=^| )v1,([\w+/]{43}=)(?= |$)/g),
    ([, signature = '']) => isValidSignature(signed, signature, key),
  );
  if (!(await Promise.all(verifications)).includes(true)) throw failure('wrong_signature');
  if (!(Math.abs(now - Number(timestamp) * 1000) <= TOLERANCE_MS)) throw failure('wrong_timestamp');
  return JSON.parse(body) as WebhookEvent;
}

/** @throws TypeError */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const base64 = /^(?:whsec_)?((?:[\w+/-]{4})*(?:[\w+/-]{2}==|[\w+/-]{3}=)?)$/.exec(secret)?.[1];
  return requireSecret(
    base64 === undefined ? undefined : decodeBase64(base64),
    'endpoint, whsec_ and base64',
  );
}
