import type { Faults } from '../faults.ts';
import type { World } from '../model/world.ts';
import { API_VERSION } from '../model/version.ts';
import { calls } from '../calls/index.ts';
import { findCall } from './call.ts';
import { expanded } from './expand.ts';
import { parseForm } from './form.ts';
import type { Form } from './form.ts';
import { fingerprintOf, keepAnswer, keptAnswer } from './idempotency.ts';
import { StripeApiError, invalid } from './stripe-error.ts';

export interface ApiRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly authorization: string | undefined;
  readonly version: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly body: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
  readonly replayed?: boolean;
  /** The connection ends instead. */
  readonly lost?: boolean;
}

/** Answers one call of Stripe's API. */
export function answerApi(
  world: World,
  secretKey: string,
  faults: Faults,
  request: ApiRequest,
): ApiAnswer {
  try {
    return perform(world, secretKey, faults, request);
  } catch (error) {
    return failure(error);
  }
}

function perform(world: World, secretKey: string, faults: Faults, request: ApiRequest): ApiAnswer {
  const { method, url, idempotencyKey: key } = request;
  const { pathname, search } = new URL(url, 'http://stripe');
  authenticate(request, secretKey);
  const found = findCall(calls, method, pathname);
  if (found === undefined) {
    throw new StripeApiError(
      404,
      'invalid_request_error',
      `Unrecognized request URL (${method}: ${pathname}).`,
    );
  }
  const fault = takeFault(faults, method, pathname);
  if (fault === 'before') throw new StripeApiError(503, 'api_error', 'An unknown error occurred');

  const fingerprint = fingerprintOf(method, url, request.body);
  const kept =
    key === undefined ? undefined : keptAnswer(world.state, key, fingerprint, world.now());
  if (kept) return { status: kept.status, body: kept.body, replayed: true };

  const keep = (answer: ApiAnswer): ApiAnswer => {
    if (key !== undefined && method !== 'GET') {
      const { status, body } = answer;
      keepAnswer(world.state, key, { fingerprint, status, body, at: world.now() });
    }
    return answer;
  };
  const form = parseForm(method === 'POST' ? request.body : search.slice(1));
  try {
    const answer = found.call.answer(world, form, found.id);
    const body = JSON.stringify(expanded(world.state, answer, pathsOf(form)), undefined, 2);
    if (fault === 'after') return keep(failure(new Error('fault')));
    return { ...keep({ status: 200, body }), lost: fault === 'lost' };
  } catch (error) {
    // A request that fails validation is forgotten; one that was executed is not.
    if (error instanceof StripeApiError && error.status !== 400) return keep(failure(error));
    throw error;
  }
}

function authenticate({ authorization, version }: ApiRequest, secretKey: string): void {
  const [, key] = /^Bearer (.+)$/.exec(authorization ?? '') ?? [];
  if (key === undefined) {
    throw new StripeApiError(
      401,
      'invalid_request_error',
      'You did not provide an API key. You need to provide your API key in the Authorization ' +
        "header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (key !== secretKey) {
    throw new StripeApiError(401, 'invalid_request_error', 'Invalid API Key provided: ****');
  }
  if (version !== undefined && version !== API_VERSION) {
    throw invalid(`Invalid Stripe API version: ${version}. The fake speaks ${API_VERSION}.`);
  }
}

function takeFault({ api }: Faults, method: string, path: string): string | undefined {
  if (api === undefined || api.times === 0) return undefined;
  if (!path.startsWith(api.path) || (api.method ?? method) !== method) return undefined;
  api.times -= 1;
  return api.fail;
}

const pathsOf = ({ expand }: Form): string[] =>
  Array.isArray(expand) ? expand.filter((path) => typeof path === 'string') : [];

function failure(error: unknown): ApiAnswer {
  if (error instanceof StripeApiError) {
    return { status: error.status, body: JSON.stringify(error.body, undefined, 2) };
  }
  const known = error instanceof Error && error.message === 'fault';
  if (!known) console.error('Stripe:', error);
  const { body } = new StripeApiError(500, 'api_error', 'An unknown error occurred');
  return { status: 500, body: JSON.stringify(body, undefined, 2) };
}
