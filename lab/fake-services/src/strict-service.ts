import { type Document, OpenAPIRouter, OpenAPIValidator, type Request } from 'openapi-backend';
import type { FakeRequest, FakeResponse } from './fake-service.ts';
import { delayResponse, type Faults, takeFault } from './faults.ts';

/** Why a request is refused. */
export type Refusal =
  | { readonly reason: 'unknown' | 'unauthenticated' | 'limited' | 'broken' }
  | { readonly reason: 'forbidden'; readonly scopes: readonly string[] }
  | {
      readonly reason: 'invalid';
      readonly part: 'query' | 'header' | 'body';
      readonly name: string;
      readonly message: string;
    };

/** A request that conforms to the service's document. */
export interface Call {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export type Operations = Readonly<Record<string, (call: Call) => FakeResponse>>;

interface Operation {
  readonly operationId?: string;
  /** Sets of scopes. A token needs all scopes of one set. */
  readonly 'x-scopes'?: readonly (readonly string[])[];
}

interface StrictService {
  readonly document: object;
  readonly operations: Operations;
  readonly faults: Faults;
  readonly scopes: ReadonlySet<string>;
  hasToken(authorization: string | undefined): boolean;
  refuse(refusal: Refusal): FakeResponse;
}

/** Rejects unknown properties, as services do, and lets every JSON media type be validated. */
function tighten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tighten);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key === 'application/vnd.api+json' ? 'application/json' : key,
    tighten(inner),
  ]);
  const isClosed =
    'properties' in value &&
    'type' in value &&
    value.type === 'object' &&
    !('additionalProperties' in value);
  return { ...Object.fromEntries(entries), ...(isClosed && { additionalProperties: false }) };
}

interface Checker {
  readonly router: OpenAPIRouter;
  readonly validator: OpenAPIValidator;
}

/** Accounts of one service share its compiled schemas, which take seconds to compile in tests. */
const checkers = new WeakMap<object, Checker>();

function checkerOf(document: object): Checker {
  const existing = checkers.get(document);
  if (existing) return existing;
  const definition = tighten(document) as Document;
  const router = new OpenAPIRouter({ definition, apiRoot: '/', ignoreTrailingSlashes: false });
  const validator = new OpenAPIValidator({ definition, router, lazyCompileValidators: true });
  const checker = { router, validator };
  checkers.set(document, checker);
  return checker;
}

/**
 * Responds to requests as a service's document requires. Checks them in the same order as services
 * do.
 */
export function createStrictService(
  service: StrictService,
): (request: FakeRequest) => Promise<FakeResponse> {
  const { router, validator } = checkerOf(service.document);
  const { faults, refuse } = service;

  function respond(request: FakeRequest): FakeResponse {
    const url = new URL(request.url, 'https://service.invalid');
    const parsed: Request = {
      method: request.method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, value ?? '']),
      ),
      body: request.body === '' ? undefined : request.body,
    };
    const operation = router.matchOperation(parsed);
    const { operationId = '', 'x-scopes': sets = [] } = (operation ?? {}) as Operation;
    const run = service.operations[operationId];
    if (!operation || !run) return refuse({ reason: 'unknown' });
    if (faults.revoked || !service.hasToken(request.headers['authorization']))
      return refuse({ reason: 'unauthenticated' });
    if (sets.length > 0 && !sets.some((set) => set.every((scope) => service.scopes.has(scope))))
      return refuse({ reason: 'forbidden', scopes: sets[0] ?? [] });
    const fault = takeFault(faults);
    if (fault) return refuse({ reason: fault });
    const [error] = validator.validateRequest(parsed, operation).errors ?? [];
    if (error) {
      const [, part = '', ...names] = error.instancePath.split('/');
      const { missingProperty, additionalProperty } = error.params as Record<string, string>;
      return refuse({
        reason: 'invalid',
        part: part === 'query' || part === 'header' ? part : 'body',
        name: [...names, missingProperty ?? additionalProperty ?? []].flat().join('/'),
        message: error.message ?? '',
      });
    }
    faults.before(operationId);
    const { params, requestBody } = router.parseRequest(parsed, operation);
    return run({
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, decodeURIComponent(String(value))]),
      ),
      query: url.searchParams,
      body: requestBody,
    });
  }

  return async (request) => {
    await delayResponse(faults);
    return respond(request);
  };
}

/** Returns the items of the page after a cursor, and the cursor of the next page. */
export function paginate<Item>(
  items: Iterable<readonly [position: number, item: Item]>,
  after: number,
  size: number,
): { readonly page: readonly Item[]; readonly next: number | undefined } {
  const page: Item[] = [];
  let last = after;
  for (const [position, item] of items) {
    if (position <= after) continue;
    if (page.length === size) return { page, next: last };
    page.push(item);
    last = position;
  }
  return { page, next: undefined };
}
