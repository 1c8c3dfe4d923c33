import type { Account } from '../model/account.ts';
import { API_VERSION } from '../model/version.ts';
import { checkoutCalls } from '../calls/checkout.ts';
import { creditNoteCalls } from '../calls/credit-notes.ts';
import { customerCalls } from '../calls/customers.ts';
import { invoiceCalls } from '../calls/invoices.ts';
import { portalConfigurationCalls } from '../calls/portal-configurations.ts';
import { portalSessionCalls } from '../calls/portal-sessions.ts';
import { readCalls } from '../calls/read.ts';
import { paymentCalls } from '../calls/payments.ts';
import { shopCalls } from '../calls/shop.ts';
import { findCall } from './call.ts';
import { expanded } from './expand.ts';
import { type FormValue, parseForm } from './form.ts';
import { fingerprintOf, keepResponse, keptResponse } from './idempotency.ts';
import { StripeApiError, invalid, limited } from './stripe-error.ts';

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
  readonly replayed?: boolean;
  /** Stripe advises to try again at once. */
  readonly retry?: boolean;
  /** The connection ends instead. */
  readonly lost?: boolean;
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
  const fault = takeFault(account, method, pathname);
  if (fault === 'limit' || fault === 'lock') throw limited(fault);
  if (fault === 'before') throw new StripeApiError(503, 'api_error', 'An unknown error occurred');

  const { state } = account;
  const key = headers['idempotency-key'];
  const fingerprint = fingerprintOf(method, url, sent);
  const kept = key && keptResponse(state, String(key), fingerprint, account.now());
  if (kept) return { status: kept.status, body: kept.body, replayed: true };

  const keep = (response: ApiResponse): ApiResponse => {
    const { status, body } = response;
    if (key && method !== 'GET')
      keepResponse(state, String(key), { fingerprint, status, body, at: account.now() });
    return response;
  };
  const { expand = [], ...form } = parseForm(method === 'POST' ? sent : search.slice(1));
  try {
    const object = found.call.run(account, form, found.id);
    const body = textOf(expanded(state, object, pathsOf(expand)));
    if (fault === 'after') return keep({ status: 500, body: UNKNOWN });
    return { ...keep({ status: 200, body }), lost: fault === 'lost' };
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

function takeFault({ faults }: Account, method: string, path: string): string | undefined {
  const { api } = faults;
  if (api === undefined || api.times === 0) return undefined;
  if (!path.startsWith(api.path) || (api.method ?? method) !== method) return undefined;
  api.times -= 1;
  return api.fail;
}

function pathsOf(expand: FormValue): string[] {
  const paths = Array.isArray(expand) ? expand : [expand];
  if (paths.every((path) => typeof path === 'string')) return paths;
  throw invalid('Invalid array', { param: 'expand' });
}

const textOf = (value: unknown): string => JSON.stringify(value, undefined, 2);

const UNKNOWN = textOf(new StripeApiError(500, 'api_error', 'An unknown error occurred').body);

function failure(error: unknown): ApiResponse {
  if (error instanceof StripeApiError) {
    const retry = error.details.code === 'lock_timeout';
    return { status: error.status, body: textOf(error.body), retry };
  }
  console.error('Stripe:', error);
  return { status: 500, body: UNKNOWN };
}
