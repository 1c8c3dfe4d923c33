import type { Account } from '../model/account.ts';
import { API_VERSION } from '../model/state.ts';
import { checkoutCalls } from './checkout.ts';
import { creditNoteCalls } from './credit-notes.ts';
import { customerCalls } from './customers.ts';
import { invoiceCalls } from './invoices.ts';
import { portalConfigurationCalls } from './portal-configurations.ts';
import { portalSessionCalls } from './portal-sessions.ts';
import { readCalls } from './read.ts';
import { paymentCalls } from './payments.ts';
import { shopCalls } from './shop.ts';
import { findCall } from './call.ts';
import { expanded } from './expand.ts';
import { type FormValue, parseForm } from './form.ts';
import { fingerprintOf, keepResponse, keptResponse } from './idempotency.ts';
import { StripeApiError, invalid } from '../model/errors.ts';

/** Every call that the fake serves. */
const CALLS = [
  ...creditNoteCalls,
  ...readCalls,
  ...checkoutCalls,
  ...customerCalls,
  ...invoiceCalls,
  ...portalConfigurationCalls,
  ...portalSessionCalls,
  ...paymentCalls,
  ...shopCalls,
];

export interface ApiRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responds to one call of Stripe's API. */
export function respondToCall(
  account: Account,
  secretKey: string,
  request: ApiRequest,
): ApiResponse {
  try {
    return perform(account, secretKey, request);
  } catch (error) {
    return failure(error);
  }
}

function perform(
  account: Account,
  secretKey: string,
  { method, url, headers, body: sent }: ApiRequest,
): ApiResponse {
  const { pathname, search } = new URL(url, 'http://stripe');
  authenticate(headers, secretKey);
  const found = findCall(CALLS, method, pathname);
  if (found === undefined) {
    const message = `Unrecognized request URL (${method}: ${pathname}).`;
    throw new StripeApiError(404, 'invalid_request_error', message);
  }
  const { state } = account;
  const key = headers['idempotency-key'];
  const fingerprint = fingerprintOf(method, url, sent);
  const kept = key && keptResponse(state, String(key), fingerprint, account.now());
  if (kept)
    return { status: kept.status, body: kept.body, headers: { 'idempotent-replayed': 'true' } };

  const keep = (response: ApiResponse): ApiResponse => {
    const { status, body } = response;
    if (key && method !== 'GET')
      keepResponse(state, String(key), { fingerprint, status, body, at: account.now() });
    return response;
  };
  const { expand = [], ...form } = parseForm(method === 'POST' ? sent : search.slice(1));
  try {
    const object = found.call.run(account, form, found.id);
    return keep({ status: 200, body: textOf(expanded(state, object, pathsOf(expand))) });
  } catch (error) {
    // A request that fails validation is forgotten; one that was executed is not.
    if (error instanceof StripeApiError && error.status !== 400) return keep(failure(error));
    throw error;
  }
}

function authenticate(
  { authorization, 'stripe-version': version }: ApiRequest['headers'],
  secretKey: string,
): void {
  const [, key] = /^Bearer (.+)$/.exec(String(authorization)) ?? [];
  if (key === undefined)
    throw new StripeApiError(
      401,
      'invalid_request_error',
      'You did not provide an API key. You need to provide your API key in the Authorization ' +
        "header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  if (key !== secretKey)
    throw new StripeApiError(401, 'invalid_request_error', 'Invalid API Key provided: ****');
  if (version !== undefined && version !== API_VERSION)
    throw invalid(
      `Invalid Stripe API version: ${String(version)}. The fake speaks ${API_VERSION}.`,
    );
}

function pathsOf(expand: FormValue): string[] {
  const paths = Array.isArray(expand) ? expand : [expand];
  if (paths.every((path) => typeof path === 'string')) return paths;
  throw invalid('Invalid array', { param: 'expand' });
}

const textOf = (value: unknown): string => JSON.stringify(value, undefined, 2);

/** The response to a call that failed. */
export function failure(error: unknown): ApiResponse {
  if (error instanceof StripeApiError) return { status: error.status, body: textOf(error.body) };
  console.error('Stripe:', error);
  return failure(new StripeApiError(500, 'api_error', 'An unknown error occurred'));
}
