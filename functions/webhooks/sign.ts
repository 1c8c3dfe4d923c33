import { createHmac } from 'node:crypto';
import { SECRET_PREFIX } from './rules/endpoint.ts';

/**
 * Returns the headers of an attempt with one symmetric signature per secret (Standard Webhooks:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 * @param at time of the attempt, in epoch milliseconds
 */
export function createSignatureHeaders(
  secrets: readonly string[],
  { id, at, payload }: { readonly id: string; readonly at: number; readonly payload: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`);
    return `v1,${signed.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
