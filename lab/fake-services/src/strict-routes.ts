import type { z } from 'zod/mini';
import type { FakeRequest, FakeResponse } from './fake-service.ts';
import { delayResponse, type Faults, takeFault } from './faults.ts';

/** Why a request is refused. */
export type Refusal =
  | 'unknown_path'
  | 'wrong_method'
  | 'unauthenticated'
  | 'limited'
  | 'overloaded'
  | 'broken'
  | 'invalid';

/** A request that conforms to the service's documentation. */
export interface Call {
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export interface Route {
  /** Parameters that the service documents, each with the form of its value. */
  readonly query?: Readonly<Record<string, RegExp>>;
  readonly body?: z.ZodMiniType;
  run(call: Call): FakeResponse | Promise<FakeResponse>;
}

interface StrictRoutes {
  /** By method and path, such as `GET /3.0/lists/{list}`. */
  readonly routes: Readonly<Record<string, Route>>;
  readonly faults: Faults;
  readonly maxConcurrency?: number;
  isAuthenticated(request: FakeRequest): boolean;
  /** Returns the response for a limit that the account has reached. */
  limit?(route: string): FakeResponse | undefined;
  refuse(refusal: Refusal, detail: string): FakeResponse;
}

/** Returns why a request is invalid; undefined if it is valid. */
function findMistake(route: Route, { headers, body }: FakeRequest, query: URLSearchParams) {
  for (const [name, value] of query)
    if (!route.query?.[name]?.test(value)) return `The parameter ${name} is invalid: ${value}`;
  if (!route.body) return body === '' ? undefined : 'The request must not have a body.';
  if (!headers['content-type']?.startsWith('application/json')) return 'The body must be JSON.';
  try {
    const parsed = route.body.safeParse(JSON.parse(body));
    return parsed.success ? undefined : parsed.error.message;
  } catch {
    return 'The body is not JSON.';
  }
}

/** Responds only to requests that the service documents, and with the enabled faults. */
export function createStrictRoutes(
  service: StrictRoutes,
): (request: FakeRequest) => Promise<FakeResponse> {
  const { faults, refuse, maxConcurrency = Infinity } = service;
  const routes = Object.entries(service.routes).map(([name, route]) => {
    const [method = '', path = ''] = name.split(' ');
    const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    return { name, method, pattern, route };
  });
  let running = 0;

  function respond(request: FakeRequest): FakeResponse | Promise<FakeResponse> {
    const url = new URL(request.url, 'https://service.invalid');
    const matching = routes.filter(({ pattern }) => pattern.test(url.pathname));
    const found = matching.find(({ method }) => method === request.method);
    if (faults.revoked || !service.isAuthenticated(request))
      return refuse('unauthenticated', 'The token is not valid.');
    if (!found) return refuse(matching.length > 0 ? 'wrong_method' : 'unknown_path', url.pathname);
    const fault = takeFault(faults);
    if (fault === 'limited') return refuse(fault, 'Too many requests');
    if (fault === 'broken') return refuse(fault, 'Something went wrong.');
    const limit = service.limit?.(found.name);
    if (limit) return limit;
    const mistake = findMistake(found.route, request, url.searchParams);
    if (mistake !== undefined) return refuse('invalid', mistake);
    faults.before(found.name);
    const params = Object.entries(found.pattern.exec(url.pathname)?.groups ?? {});
    return found.route.run({
      params: Object.fromEntries(params.map(([key, value]) => [key, decodeURIComponent(value)])),
      query: url.searchParams,
      body: request.body === '' ? undefined : JSON.parse(request.body),
    });
  }

  return async (request) => {
    if (running >= maxConcurrency) return refuse('overloaded', 'Too many requests at once');
    running += 1;
    try {
      await delayResponse(faults);
      return await respond(request);
    } finally {
      running -= 1;
    }
  };
}

/** Returns a page. With the fault `repeated`, returns the previous page. */
export function pageOf<Item>(items: readonly Item[], from: number, size: number, faults?: Faults) {
  const isRepeated = faults !== undefined && from > 0 && faults.after === 0 && faults.repeated > 0;
  if (isRepeated) faults.repeated -= 1;
  const start = isRepeated ? Math.max(0, from - size) : from;
  return items.slice(start, start + size);
}
