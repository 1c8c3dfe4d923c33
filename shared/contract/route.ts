import * as z from 'zod/mini';
import { AUTH, type Auth, type KeyAuth, type Scope } from './auth.ts';
import type { ErrorCode } from './errors.ts';
import type { Feature } from './features.ts';
import type { LimitName } from './limits/limits.ts';

type Schema = z.core.$ZodType;

/** The schema of what a route does not take. */
export const NOTHING = z.undefined();
/** The form of a route that takes none. */
const NO_FORM = z.never();

/** A row as it is written down; what it leaves out is filled in by `defineRoutes`. */
type RouteRow = RowMembers & RowAuth & RowForm;

/** Who may call: a row of the table in auth.ts, with the scope that a key needs where one opens it. */
type RowAuth =
  | { readonly auth: KeyAuth; readonly scope: Scope }
  | { readonly auth: Exclude<Auth, KeyAuth>; readonly scope?: undefined };

/** The largest file of a form in bytes, and the longest name of one in characters. */
interface FormFile {
  readonly maxBytes: number;
  readonly maxNameLength: number;
}

/** The multipart form that a route takes beside JSON: its text fields, and a file in `file`. */
type RowForm =
  | { readonly form: Schema; readonly formFile: FormFile }
  | { readonly form?: undefined; readonly formFile?: undefined };

interface RowMembers {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with `{name}` parameters. */
  readonly path: `/api/${string}`;
  /** Another path that leads to the same function, with the name of its operation. */
  readonly also?: { readonly name: string; readonly path: `/api/${string}` };
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Whole body of a 200 response in JSON; NOTHING where `redirect` is set. */
  readonly output: Schema;
  /** Whole body of a 202 response: the answer comes later, where its header `Location` says. */
  readonly accepted?: Schema;
  /** Set where the header `Idempotency-Key` names a request that is paid once. */
  readonly idempotent?: true;
  /** Bytes that its JSON may have, where that is more than of others. */
  readonly maxJsonBytes?: number;
  /** Set when a 200 response may be a file of this media type instead. */
  readonly file?: 'text/csv';
  /**
   * Set on a link that a person follows: it responds with 303 to where the person goes, and a
   * failure leads to this page of the web app with `?error=<code>`, since a browser would show JSON
   * as text.
   */
  readonly redirect?: `/${string}`;
  /** A GET that changes state and therefore needs the CSRF header as a POST does. */
  readonly changesState?: true;
  /**
   * Set where pages of any origin call it: the body is JSON in text/plain, so that a browser sends
   * it without asking first (https://fetch.spec.whatwg.org/#cors-safelisted-request-header), and
   * every page may read the response.
   */
  readonly anyOrigin?: true;
  /** The rate limit, where it is not the one of the row's auth. */
  readonly limit?: LimitName;
  /** The one of accounts that have paid, where it is another. */
  readonly paidLimit?: LimitName;
  /** Failures beyond those its auth, its schemas and rate limits bring. */
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

/** A row with its literal types, its feature, and a schema for everything a call may carry. */
type Filled<R extends RouteRow, F extends Feature> = R & {
  readonly feature: F;
  readonly params: SchemaOf<R, 'params', typeof NOTHING>;
  readonly query: SchemaOf<R, 'query', typeof NOTHING>;
  readonly body: SchemaOf<R, 'body', typeof NOTHING>;
  readonly form: SchemaOf<R, 'form', typeof NO_FORM>;
};

/** The routes of a feature, by the names of their handler files, operations and client methods. */
export function defineRoutes<const F extends Feature, const R extends Record<string, RouteRow>>(
  feature: F,
  rows: R,
): { readonly [N in keyof R]: Filled<R[N], F> } {
  const none = { feature, params: NOTHING, query: NOTHING, body: NOTHING, form: NO_FORM };
  const filled = Object.entries(rows).map(([name, row]) => [name, { ...none, ...row }]);
  return Object.fromEntries(filled) as { readonly [N in keyof R]: Filled<R[N], F> };
}

/** Whether a route has a schema for this part of a call. */
export const takes = (route: Route, part: 'params' | 'query' | 'body' | 'form'): boolean =>
  route[part] !== NOTHING && route[part] !== NO_FORM;

/** A member of a row in its own type, which `route.name` loses for a type parameter. */
export const memberOf = <R extends Route, K extends keyof Route>(route: R, name: K): R[K] =>
  route[name];

/** The body of a call, parsed: that of the JSON or, where the route takes one, the form. */
export type BodyOf<R extends Route> = z.output<R['body']> | z.output<R['form']>;

type Sent<V, K extends string> = [V] extends [undefined]
  ? { readonly [P in K]?: never }
  : { readonly [P in K]: V };

/** What a caller sends; members a route does not have are left out. */
export type RequestOf<R extends Route> = Sent<z.input<R['params']>, 'params'> &
  Sent<z.input<R['body']>, 'body'> &
  ([z.input<R['query']>] extends [undefined]
    ? { readonly query?: never }
    : { readonly query?: z.input<R['query']> });

/** The JSON body of a route's 200 response. */
export type OutputOf<R extends Route> = z.output<R['output']>;

/**
 * The path of a call with its parameters filled in, each percent-encoded.
 * Throws a TypeError when a parameter of the path is missing.
 */
export function hrefOf(route: Route, params: Readonly<Record<string, string>> = {}): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`${route.path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

/** Whether a call of this route made with a session must carry the CSRF header. */
export const needsCsrf = ({ auth, method, changesState }: Route): boolean =>
  AUTH[auth].csrf && (method !== 'GET' || changesState === true);

/** The rate limit of a route's calls. */
export const limitOf = ({ auth, limit }: Route): LimitName => limit ?? AUTH[auth].limit;
