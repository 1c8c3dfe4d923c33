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
import { type ApiRequest, type ApiResponse, findCall } from './call.ts';
import { expanded } from './expand.ts';
import { type FormValue, parseForm } from './form.ts';
import { once } from './idempotency.ts';
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

/** Responds to one call of Stripe's API. */
export const respondToCall = (
  account: Account,
  secretKey: string,
  request: ApiRequest,
): ApiResponse =>
  attempt(() => {
    const { method, url, headers, body } = request;
    const { pathname, search } = new URL(url, 'http://stripe');
    authenticate(headers, secretKey);
    const found = findCall(CALLS, method, pathname);
    if (found === undefined) {
      const message = `Unrecognized request URL (${method}: ${pathname}).`;
      throw new StripeApiError(404, 'invalid_request_error', message);
    }
    return once(account, request, () =>
      attempt(() => {
        const { expand = [], ...form } = parseForm(method === 'POST' ? body : search.slice(1));
        const object = found.call.run(account, form, found.id);
        return { status: 200, body: textOf(expanded(account.state, object, pathsOf(expand))) };
      }),
    );
  });

function attempt(respond: () => ApiResponse): ApiResponse {
  try {
    return respond();
  } catch (error) {
    return failure(error);
  }
}

function authenticate(
  { authorization, 'stripe-version': version }: ApiRequest['headers'],
  secretKey: string,
): void {
  if (authorization !== `Bearer ${secretKey}`)
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
