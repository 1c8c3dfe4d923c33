import { createHash } from 'node:crypto';
import type { Account } from '../model/account.ts';
import { StripeApiError } from '../model/errors.ts';
import type { ApiRequest, ApiResponse } from './route.ts';

const RETENTION_SECONDS = 24 * 3600;

/**
 * Returns the stored response if the idempotency key was used in the last day. Otherwise, calls
 * `respond` and, if the request has a key, stores the response.
 * @throws {StripeApiError} if the key is reused for a different request
 */
export function respondIdempotently(
  { state, now }: Account,
  { method, url, headers, body: requestBody }: ApiRequest,
  respond: () => ApiResponse,
): ApiResponse {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || method === 'GET') return respond();
  const fingerprint = createHash('sha256')
    .update(`${method} ${url}\n${requestBody}`)
    .digest('base64url');
  // Stored responses are in chronological order, so expired ones come first.
  for (const [storedKey, { at }] of Object.entries(state.responses)) {
    if (now() - at <= RETENTION_SECONDS) break;
    delete state.responses[storedKey];
  }
  const stored = state.responses[key];
  if (stored && stored.fingerprint !== fingerprint)
    throw new StripeApiError(
      400,
      'idempotency_error',
      'Keys for idempotent requests can only be used with the parameters of their first request.',
    );
  if (stored)
    return { status: stored.status, body: stored.body, headers: { 'idempotent-replayed': 'true' } };
  const { status, body } = respond();
  // Stripe does not store the response to a request that fails validation.
  if (status !== 400) state.responses[key] = { fingerprint, status, body, at: now() };
  return { status, body };
}
