import type { z } from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call, decided once and read by infrastructure, handlers, documentation and tests:
 * - `public`: anyone;
 * - `session`: anyone signed in, of either role;
 * - `customer`: a signed-in customer, terms accepted or not;
 * - `customer-terms`: a signed-in customer who accepted the terms;
 * - `customer-or-key`: the same, or a program with an API key;
 * - `admin`: a signed-in administrator;
 * - `signed-link`: whoever holds a link we signed;
 * - `stripe`: Stripe, proven by its signature.
 */
export type Auth =
  | 'public'
  | 'session'
  | 'customer'
  | 'customer-terms'
  | 'customer-or-key'
  | 'admin'
  | 'signed-link'
  | 'stripe';

type Schema = z.core.$ZodType;

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with `{name}` parameters. */
  readonly path: `/api/${string}`;
  readonly auth: Auth;
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Text fields of the multipart form the route takes beside JSON; the file field is `file`. */
  readonly form?: Schema;
  /** Whole body of a 200 answer in JSON. */
  readonly output: Schema;
  /** Set when a 200 answer may be a file of this media type instead. */
  readonly file?: 'text/csv';
  /** A GET that changes state and therefore needs the CSRF header as a POST does. */
  readonly changesState?: true;
  /** Failures beyond those its auth, its schemas and rate limits bring. */
  readonly errors: readonly ErrorCode[];
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type Sent<S> = S extends Schema ? z.input<S> : undefined;
type Member<R, K extends PropertyKey> = K extends keyof R ? R[K] : undefined;

/** What a handler gets of a route, parsed. */
export interface InputOf<R extends Route> {
  readonly params: Parsed<Member<R, 'params'>>;
  readonly query: Parsed<Member<R, 'query'>>;
  readonly body: Parsed<Member<R, 'body'>>;
}

/** The text fields of a route's multipart form, parsed. */
export type FormOf<R extends Route> = Parsed<Member<R, 'form'>>;

type Optional<K extends string, V> = [V] extends [undefined]
  ? { [P in K]?: never }
  : { [P in K]: V };

/** What a caller sends; members a route does not have are left out. */
export type RequestOf<R extends Route> = Optional<'params', Sent<Member<R, 'params'>>> &
  Optional<'body', Sent<Member<R, 'body'>>> &
  ([Member<R, 'query'>] extends [undefined]
    ? { query?: never }
    : { query?: Sent<Member<R, 'query'>> });

/** The JSON body of a route's 200 answer. */
export type OutputOf<R extends Route> = z.output<R['output']>;

/** Keeps the literal types of a row, so that everything else can be derived from it. */
export const defineRoute = <const R extends Route>(route: R): R => route;

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
export const needsCsrf = (route: Route): boolean =>
  route.auth !== 'public' &&
  route.auth !== 'signed-link' &&
  route.auth !== 'stripe' &&
  (route.method !== 'GET' || route.changesState === true);
