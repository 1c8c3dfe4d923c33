import { createHash } from 'node:crypto';
import type { KeptResponse, State } from '../model/state.ts';
import { StripeApiError } from '../model/errors.ts';

const KEPT_SECONDS = 24 * 3600;

/** The first responses to idempotency keys, for a day. */
export const fingerprintOf = (method: string, path: string, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64url');

/**
 * The first response to a key, if there is one.
 * @throws {StripeApiError} when the request is not the same
 */
export function keptResponse(
  state: State,
  key: string,
  fingerprint: string,
  now: number,
): KeptResponse | undefined {
  const kept = state.responses[key];
  if (kept === undefined || now - kept.at > KEPT_SECONDS) return undefined;
  if (kept.fingerprint === fingerprint) return kept;
  throw new StripeApiError(
    400,
    'idempotency_error',
    'Keys for idempotent requests can only be used with the same parameters they were first used ' +
      `with. Try using a key other than '${key}' if you meant to execute a different request.`,
  );
}

export function keepResponse(state: State, key: string, response: KeptResponse): void {
  for (const [old, { at }] of Object.entries(state.responses)) {
    if (response.at - at <= KEPT_SECONDS) break;
    delete state.responses[old];
  }
  // The newest last, also when a key is used again.
  delete state.responses[key];
  state.responses[key] = response;
}
