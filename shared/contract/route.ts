import * as z from 'zod/mini';
import {
  AUTH_RULES,
  type AccountAuthKind,
  type AuthKind,
  type ApiKeyAuthKind,
  type Scope,
} from './auth.ts';
import type { ErrorCode } from './errors.ts';
import type { RouteRole } from '../model/account.ts';
import type { Feature } from '../model/features.ts';
import type { RateLimitName } from './limits/limits.ts';

type Schema = z.core.$ZodType;

/** Methods allowed in cross-origin calls. The allowed origin is configured per stage. */
export const CORS_METHODS = ['GET', 'POST', 'DELETE'] as const;

export const CORS_REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'accept-language',
  'x-csrf-token',
  'x-account-id',
  'x-api-key',
  'idempotency-key',
] as const;

export const CORS_EXPOSED_HEADERS = [
  'content-disposition',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
] as const;

/** Schema of an input that a route does not have. */
export const UNDEFINED_SCHEMA = z.undefined();
const NO_FORM = z.never();

/** A route as its feature defines it; `defineRoutes` adds the omitted members. */
type RouteRow = RowMembers & RowAuth & RowForm;

/**
 * A row of the table in auth.ts, the required scope if the route accepts API keys, and the least
 * role of a session.
 */
type RowAuth =
  | { readonly auth: ApiKeyAuthKind; readonly scope: Scope; readonly role: RouteRole }
  | {
      readonly auth: Exclude<AccountAuthKind, ApiKeyAuthKind>;
      readonly scope?: undefined;
      readonly role: RouteRole;
    }
  | {
      readonly auth: Exclude<AuthKind, AccountAuthKind>;
      readonly scope?: undefined;
      readonly role?: undefined;
    };

/** Limits of the uploaded file: size in bytes, and length of its name in characters. */
interface FormFile {
  readonly maxBytes: number;
  readonly maxNameLength: number;
}

/** Alternative to JSON: a multipart form of text fields, and a file in `file`. */
type RowForm =
  | { readonly form: Schema; readonly formFile: FormFile }
  | { readonly form?: undefined; readonly formFile?: undefined };

interface RowMembers {
  readonly method: (typeof CORS_METHODS)[number];
  readonly path: `/api/${string}`;
  /** Alternative path of the same function, with its operation name. */
  readonly also?: { readonly name: string; readonly path: `/api/${string}` };
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Body of a 200 response. */
  readonly output: Schema;
  /** Body of a 202 response, whose `Location` header contains the URL to poll. */
  readonly accepted?: Schema;
  /** Supports `Idempotency-Key`: a repeated request is charged once. */
  readonly idempotent?: true;
  /** Maximum size of the JSON body in bytes, if larger than the default. */
  readonly maxJsonBytes?: number;
  /** Media type of the file that a 200 response can contain instead of JSON. */
  readonly file?: 'text/csv';
  /**
   * Whether the route responds with a JSON-RPC message, whose HTTP status can vary, or with 202 and
   * no body.
   */
  readonly rpc?: true;
  /**
   * For links that a person opens: responds with 303. A failure redirects to this page of the web
   * app with `?error=<code>`, because a browser would show JSON as text.
   */
  readonly redirect?: `/${string}`;
  /** Whether a GET changes state and therefore needs the CSRF header, like a POST. */
  readonly changesState?: true;
  /**
   * Whether pages of any origin can make the call and read the response. The body is JSON sent as
   * text/plain, so that the browser sends no preflight
   * (https://fetch.spec.whatwg.org/#cors-safelisted-request-header).
   */
  readonly anyOrigin?: true;
  /**
   * Requires a login or a proof within the last ten minutes. A user with a factor proves the
   * factor. A user without one proves the password for `always`, and nothing for `with factor`.
   */
  readonly sensitive?: 'with factor' | 'always';
  /**
   * Whether a single sign-on session can call a route for every role. It cannot by default, because
   * such routes act on the person, not on the account.
   */
  readonly withSso?: true;
  /** Whether a person can call the route who still has to add a second factor. */
  readonly withoutFactor?: true;
  /**
   * Whether the call acts only on the session or its person. It ignores `X-Account-Id`, so that it
   * works in a tab whose account refuses the session.
   */
  readonly ignoresAccount?: true;
  /**
   * The value of the parameter `id` with which a member leaves, even without the single sign-on that
   * the account requires.
   */
  readonly leaving?: string;
  /** Rate limit, if it differs from the default of `auth`. */
  readonly limit?: RateLimitName;
  /** Rate limit for paid accounts, if it differs from `limit`. */
  readonly paidLimit?: RateLimitName;
  /** Errors that are not implied by the authorization, the schemas and the rate limits. */
  readonly errors?: readonly ErrorCode[];
}

export type Route = RowMembers &
  RowAuth & {
    readonly formFile?: FormFile | undefined;
    readonly feature: Feature;
    readonly params: Schema;
    readonly query: Schema;
    readonly body: Schema;
    readonly form: Schema;
  };

/** Names of the routes that accept an API key, which the public document describes. */
export type PublicRouteNameOf<Rows extends Readonly<Record<string, Route>>> = {
  [N in keyof Rows]: Rows[N]['auth'] extends ApiKeyAuthKind ? N : never;
}[keyof Rows];

type SchemaOf<R, K extends string, None extends Schema> =
  R extends Readonly<Record<K, infer S extends Schema>> ? S : None;

/** A route with its literal types, its feature, and a schema for every input. */
type CompleteRoute<R extends RouteRow, F extends Feature> = R & {
  readonly feature: F;
  readonly params: SchemaOf<R, 'params', typeof UNDEFINED_SCHEMA>;
  readonly query: SchemaOf<R, 'query', typeof UNDEFINED_SCHEMA>;
  readonly body: SchemaOf<R, 'body', typeof UNDEFINED_SCHEMA>;
  readonly form: SchemaOf<R, 'form', typeof NO_FORM>;
};

/** Adds the members that a row omits. */
export function defineRoutes<const F extends Feature, const R extends Record<string, RouteRow>>(
  feature: F,
  rows: R,
): { readonly [N in keyof R]: CompleteRoute<R[N], F> } {
  const defaults = {
    feature,
    params: UNDEFINED_SCHEMA,
    query: UNDEFINED_SCHEMA,
    body: UNDEFINED_SCHEMA,
    form: NO_FORM,
  };
  const completed = Object.entries(rows).map(([name, row]) => [name, { ...defaults, ...row }]);
  return Object.fromEntries(completed) as { readonly [N in keyof R]: CompleteRoute<R[N], F> };
}

export const acceptsInput = (route: Route, part: 'params' | 'query' | 'body' | 'form'): boolean =>
  route[part] !== UNDEFINED_SCHEMA && route[part] !== NO_FORM;

/** TypeScript loses a member's own type in `route.name` if R is a type parameter. */
export const getRouteMember = <R extends Route, K extends keyof Route>(route: R, name: K): R[K] =>
  route[name];

/** JSON body or, if the route accepts one, a form. */
export type BodyOf<R extends Route> = z.output<R['body']> | z.output<R['form']>;

type RequestPart<V, K extends string> = [V] extends [undefined]
  ? { readonly [P in K]?: never }
  : { readonly [P in K]: V };

export type RequestOf<R extends Route> = RequestPart<z.input<R['params']>, 'params'> &
  RequestPart<z.input<R['body']>, 'body'> &
  ([z.input<R['query']>] extends [undefined]
    ? { readonly query?: never }
    : { readonly query?: z.input<R['query']> });

export type OutputOf<R extends Route> = z.output<R['output']>;

/** Returns a route's path with percent-encoded parameters. @throws TypeError if one is missing */
export function hrefOf(route: Route, params: Readonly<Record<string, string>> = {}): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`${route.path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

/** Whether a call with a session needs the CSRF header. */
export const needsCsrf = ({ auth, method, changesState }: Route): boolean =>
  AUTH_RULES[auth].csrf && (method !== 'GET' || changesState === true);

export const rateLimitOf = ({ auth, limit }: Route): RateLimitName =>
  limit ?? AUTH_RULES[auth].limit;

/** Routes whose writes do not depend on the caller's right at the time of the write, with the reason. */
const WRITES_WITHOUT_RIGHT: Readonly<Record<string, string>> = {
  'POST /api/verify/email': 'The check by the guard suffices: a call costs at most one credit.',
  'POST /api/mcp': 'Its tools verify addresses and read lists, as the routes do.',
  'POST /api/account/transfer': 'The offer to the person is the condition.',
};

/** Whether all writes of a session call to a route need the role of the route. */
export const needsRight = ({
  method,
  path,
  role,
}: Pick<Route, 'method' | 'path' | 'role'>): boolean =>
  role !== undefined && role !== 'any' && !(`${method} ${path}` in WRITES_WITHOUT_RIGHT);
