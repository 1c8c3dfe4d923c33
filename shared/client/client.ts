import * as z from 'zod/mini';
import type { Language } from '../model/account.ts';
import { ApiError, parseErrorResponse } from './api-error.ts';
import { contract, type Contract, type RouteName } from '../contract/index.ts';
import { hrefOf, needsCsrf, type OutputOf, type RequestOf, type Route } from '../contract/route.ts';

/** A value, or a function if the value can change during the client's life, like the session. */
type Setting<T> = T | (() => T);

export interface ClientOptions {
  /** Origin of the API without a trailing slash; empty for the origin of the page. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly token?: Setting<string | undefined>;
  readonly csrf?: Setting<string | undefined>;
  readonly apiKey?: Setting<string | undefined>;
  /** Id of the account on which a session acts. */
  readonly account?: Setting<string | undefined>;
  readonly language: Setting<Language>;
  /** Whether the device is offline; called only when a request gets no response. */
  readonly offline?: Setting<boolean>;
}

/** Result of a route with `file`: the file or, if it is large, its URL. */
export type FileDownload =
  | { readonly kind: 'file'; readonly blob: Blob; readonly name: string | undefined }
  | { readonly kind: 'link'; readonly url: string; readonly expires_at: string };

type ResultOf<R extends Route> = R extends { file: string } ? FileDownload : OutputOf<R>;

interface CallOptions {
  readonly signal?: AbortSignal;
  /** For `idempotent` routes: repeating a call with the same key has no further effect. */
  readonly idempotencyKey?: string;
}

type Arguments<R extends Route> =
  Record<never, never> extends RequestOf<R>
    ? [request?: RequestOf<R>, options?: CallOptions]
    : [request: RequestOf<R>, options?: CallOptions];

/** A call takes the definition of its route, so that a bundle contains only the routes it calls. */
type Api = <R extends Route>(route: R, ...given: Arguments<R>) => Promise<ResultOf<R>>;

export type Client = {
  readonly [Name in RouteName]: (
    ...given: Arguments<Contract[Name]>
  ) => Promise<ResultOf<Contract[Name]>>;
};

interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const resolveSetting = <T>(setting: Setting<T>): T =>
  typeof setting === 'function' ? (setting as () => T)() : setting;

function headersOf(route: Route, options: ClientOptions, hasBody: boolean): Record<string, string> {
  const apiKey = resolveSetting(options.apiKey);
  const token = resolveSetting(options.token);
  const csrf = resolveSetting(options.csrf);
  const account = resolveSetting(options.account);
  return {
    'accept-language': resolveSetting(options.language),
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(apiKey !== undefined && { 'x-api-key': apiKey }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(account !== undefined && { 'x-account-id': account }),
    ...(csrf !== undefined && needsCsrf(route) && { 'x-csrf-token': csrf }),
  };
}

function urlOf(route: Route, baseUrl: string, { params, query }: RequestParts): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null) search.set(name, String(value));
  const suffix = search.size > 0 ? `?${search}` : '';
  return `${baseUrl}${hrefOf(route, params)}${suffix}`;
}

/** The extended form of the file name takes precedence (RFC 6266 §4.3). */
function fileName(header: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;\s]+)/i.exec(header ?? '')?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /filename="([^"]*)"/i.exec(header ?? '')?.[1];
}

const isJson = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('application/json') === true;

async function resultOf(route: Route, response: Response): Promise<unknown> {
  if (route.file && !isJson(response)) {
    const name = fileName(response.headers.get('content-disposition'));
    return { kind: 'file', blob: await response.blob(), name };
  }
  const parsed = z.safeParse(route.output, await response.json());
  if (!parsed.success)
    throw new ApiError({ status: response.status, code: 'unreadable' }, { cause: parsed.error });
  return route.file ? { kind: 'link', ...(parsed.data as { data: object }).data } : parsed.data;
}

async function call(
  route: Route,
  options: ClientOptions,
  parts: RequestParts,
  { signal, idempotencyKey }: CallOptions,
): Promise<unknown> {
  const hasBody = parts.body !== undefined;
  let response: Response;
  try {
    response = await options.fetch(urlOf(route, options.baseUrl, parts), {
      method: route.method,
      headers: {
        ...headersOf(route, options, hasBody),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(hasBody && { body: JSON.stringify(parts.body) }),
      ...(signal && { signal }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const code = resolveSetting(options.offline) ? 'offline' : 'unreachable';
    throw new ApiError({ status: 0, code }, { cause });
  }
  if (!response.ok) throw await parseErrorResponse(response);
  try {
    return await resultOf(route, response);
  } catch (cause) {
    if (cause instanceof ApiError || signal?.aborted) throw cause;
    throw new ApiError({ status: response.status, code: 'unreadable' }, { cause });
  }
}

/**
 * Creates a typed client for browsers and programs. The client parses responses with the schemas of
 * the contract. Every failure is an ApiError, except that a call aborted by its own signal rejects
 * with the error of fetch.
 */
export const createApiCaller = (options: ClientOptions): Api =>
  ((route: Route, request: RequestParts = {}, callOptions: CallOptions = {}) =>
    call(route, options, request, callOptions)) as Api;

export function createClient(options: ClientOptions): Client {
  const method =
    (route: Route) =>
    (request: RequestParts = {}, callOptions: CallOptions = {}) =>
      call(route, options, request, callOptions);
  return Object.fromEntries(
    Object.entries(contract).map(([name, route]) => [name, method(route)]),
  ) as unknown as Client;
}
