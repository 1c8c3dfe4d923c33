import * as z from 'zod/mini';
import { AUTH, type Auth, type KeyAuth, type Scope } from './auth.ts';
import type { ErrorCode } from './errors.ts';
import type { Feature } from './features.ts';
import type { LimitName } from './limits/limits.ts';

type Schema = z.core.$ZodType;

/** Schema of an input that a route does not accept. */
export const NOTHING = z.undefined();
const NO_FORM = z.never();

/** A route definition; `defineRoutes` fills in omitted members. */
type RouteRow = RowMembers & RowAuth & RowForm;

/** Authorization: a row of the table in auth.ts, and the required scope if keys are accepted. */
type RowAuth =
  | { readonly auth: KeyAuth; readonly scope: Scope }
  | { readonly auth: Exclude<Auth, KeyAuth>; readonly scope?: undefined };

/** Maximum size of a file in bytes, and maximum length of its name in characters. */
interface FormFile {
  readonly maxBytes: number;
  readonly maxNameLength: number;
}

/** Multipart form accepted in addition to JSON: text fields, and a file in `file`. */
type RowForm =
  | { readonly form: Schema; readonly formFile: FormFile }
  | { readonly form?: undefined; readonly formFile?: undefined };

interface RowMembers {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/api/${string}`;
  /** Alias path of the same function, with its operation name. */
  readonly also?: { readonly name: string; readonly path: `/api/${string}` };
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Entire JSON body of a 200 response; NOTHING if `redirect` is set. */
  readonly output: Schema;
  /** Entire body of a 202 response: its `Location` header names where to poll. */
  readonly accepted?: Schema;
  /** Supports `Idempotency-Key`, so that a repeated request is charged once. */
  readonly idempotent?: true;
  /** Maximum JSON bytes, if above the default. */
  readonly maxJsonBytes?: number;
  /** Media type if a 200 response may be a file instead. */
  readonly file?: 'text/csv';
  /**
   * For links that a person follows: responds with 303, on failure to this page of the web app with
   * `?error=<code>`, because a browser would show JSON as text.
   */
  readonly redirect?: `/${string}`;
  /** A GET that changes state and therefore needs the CSRF header, as a POST does. */
  readonly changesState?: true;
  /**
   * Callable from pages of any origin, which may read the response. The body is JSON in text/plain,
   * so that a browser sends no preflight
   * (https://fetch.spec.whatwg.org/#cors-safelisted-request-header).
   */
  readonly anyOrigin?: true;
  /** Rate limit, if not the default of its auth. */
  readonly limit?: LimitName;
  /** Rate limit of paid accounts, if it differs. */
  readonly paidLimit?: LimitName;
  /** Errors in addition to the ones implied by its auth, schemas and rate limits. */
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

type SchemaOf<R, K extends string, None extends Schema> =
  R extends Readonly<Record<K, infer S extends Schema>> ? S : None;

/** A route with its literal types, its feature, and a schema for every input. */
type CompleteRoute<R extends RouteRow, F extends Feature> = R & {
  readonly feature: F;
  readonly params: SchemaOf<R, 'params', typeof NOTHING>;
  readonly query: SchemaOf<R, 'query', typeof NOTHING>;
  readonly body: SchemaOf<R, 'body', typeof NOTHING>;
  readonly form: SchemaOf<R, 'form', typeof NO_FORM>;
};

/** Defines a feature's routes, by the names of handler files, operations and client methods. */
export function defineRoutes<const F extends Feature, const R extends Record<string, RouteRow>>(
  feature: F,
  rows: R,
): { readonly [N in keyof R]: CompleteRoute<R[N], F> } {
  const defaults = { feature, params: NOTHING, query: NOTHING, body: NOTHING, form: NO_FORM };
  const completed = Object.entries(rows).map(([name, row]) => [name, { ...defaults, ...row }]);
  return Object.fromEntries(completed) as { readonly [N in keyof R]: CompleteRoute<R[N], F> };
}

export const acceptsInput = (route: Route, part: 'params' | 'query' | 'body' | 'form'): boolean =>
  route[part] !== NOTHING && route[part] !== NO_FORM;

/** Reads a member in its own type, which `route.name` loses for a type parameter. */
export const memberOf = <R extends Route, K extends keyof Route>(route: R, name: K): R[K] =>
  route[name];

/** The parsed body of a call: JSON or, if the route accepts one, a form. */
export type BodyOf<R extends Route> = z.output<R['body']> | z.output<R['form']>;

type RequestPart<V, K extends string> = [V] extends [undefined]
  ? { readonly [P in K]?: never }
  : { readonly [P in K]: V };

/** Request of a caller, without inputs that the route does not accept. */
export type RequestOf<R extends Route> = RequestPart<z.input<R['params']>, 'params'> &
  RequestPart<z.input<R['body']>, 'body'> &
  ([z.input<R['query']>] extends [undefined]
    ? { readonly query?: never }
    : { readonly query?: z.input<R['query']> });

export type OutputOf<R extends Route> = z.output<R['output']>;

/**
 * The path of a call with its parameters filled in and percent-encoded.
 * @throws TypeError if a parameter is missing
 */
export function hrefOf(route: Route, params: Readonly<Record<string, string>> = {}): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`${route.path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

/** Whether a call with a session must carry the CSRF header. */
export const needsCsrf = ({ auth, method, changesState }: Route): boolean =>
  AUTH[auth].csrf && (method !== 'GET' || changesState === true);

export const limitOf = ({ auth, limit }: Route): LimitName => limit ?? AUTH[auth].limit;
