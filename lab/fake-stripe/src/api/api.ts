import { createHash } from 'node:crypto';
import type { Account } from '../model/account.ts';
import { API_VERSION } from '../model/state.ts';
import { checkoutRoutes } from './checkout.ts';
import { creditNoteRoutes } from './credit-notes.ts';
import { customerRoutes } from './customers.ts';
import { invoiceRoutes } from './invoices.ts';
import { portalConfigurationRoutes } from './portal-configurations.ts';
import { portalSessionRoutes } from './portal-sessions.ts';
import { readRoutes } from './read.ts';
import { paymentRoutes } from './payments.ts';
import { catalogRoutes } from './catalog.ts';
import { type ApiRequest, type ApiResponse, findRoute } from './route.ts';
import { expandResponse } from './expand.ts';
import { type FormValue, parseForm } from './form.ts';
import { StripeApiError, invalidRequestError } from '../model/errors.ts';

const RETENTION_SECONDS = 24 * 3600;

/**
 * Returns the stored response if the idempotency key was used in the last day. Otherwise, calls
 * `respond` and, if the request has a key, stores the response.
 * @throws {StripeApiError} if the key is reused for a different request
 */
function respondIdempotently(
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

const CALLS = [
  ...creditNoteRoutes,
  ...readRoutes,
  ...checkoutRoutes,
  ...customerRoutes,
  ...invoiceRoutes,
  ...portalConfigurationRoutes,
  ...portalSessionRoutes,
  ...paymentRoutes,
  ...catalogRoutes,
];

export const respondToCall = (
  account: Account,
  secretKey: string,
  request: ApiRequest,
): ApiResponse =>
  withErrorResponse(() => {
    const { method, url, headers, body } = request;
    const { pathname, search } = new URL(url, 'http://stripe');
    authenticate(headers, secretKey);
    const match = findRoute(CALLS, method, pathname);
    if (match === undefined) {
      const message = `Unrecognized request URL (${method}: ${pathname}).`;
      throw new StripeApiError(404, 'invalid_request_error', message);
    }
    return respondIdempotently(account, request, () =>
      withErrorResponse(() => {
        const { expand = [], ...form } = parseForm(method === 'POST' ? body : search.slice(1));
        const object = match.call.run(account, form, match.id);
        return {
          status: 200,
          body: toJson(expandResponse(account.state, object, pathsOf(expand))),
        };
      }),
    );
  });

function withErrorResponse(respond: () => ApiResponse): ApiResponse {
  try {
    return respond();
  } catch (error) {
    return errorResponse(error);
  }
}

function authenticate(
  { authorization, 'stripe-version': version }: ApiRequest['headers'],
  secretKey: string,
): void {
  if (authorization !== `Bearer ${secretKey}`)
    throw new StripeApiError(401, 'invalid_request_error', 'Invalid API Key provided: ****');
  if (version !== undefined && version !== API_VERSION)
    throw invalidRequestError(
      `Invalid Stripe API version: ${String(version)}. The fake speaks ${API_VERSION}.`,
    );
}

function pathsOf(expand: FormValue): string[] {
  const paths = Array.isArray(expand) ? expand : [expand];
  if (paths.every((path) => typeof path === 'string')) return paths;
  throw invalidRequestError('Invalid array', { param: 'expand' });
}

const toJson = (value: unknown): string => JSON.stringify(value, undefined, 2);

export function errorResponse(error: unknown): ApiResponse {
  if (error instanceof StripeApiError) return { status: error.status, body: toJson(error.body) };
  console.error('Stripe:', error);
  return errorResponse(new StripeApiError(500, 'api_error', 'An unknown error occurred'));
}
