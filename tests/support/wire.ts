import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { type ErrorCode, errorCatalog } from '../../shared/contract/errors.ts';
import type { RouteExample } from '../../shared/contract/examples/example.ts';
import { en } from '../../shared/texts/en.ts';
import { isTextKey, getText as textOf, type TextKey } from '../../shared/texts/text.ts';
import type { RouteName } from '../../shared/contract/index.ts';
import { hrefOf, type Route } from '../../shared/contract/route.ts';
import type { Language } from '../../shared/model/account.ts';

/** HTTP calls to the routes, without the typed client. */

export interface WireCall {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  /** Objects are sent as JSON, strings unchanged. */
  readonly body?: object | string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly language?: Language;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed if the response is JSON, otherwise a string. */
  readonly body: unknown;
}

/** Calls a route without following redirects. */
export async function callOverWire(
  url: string,
  route: Route,
  { params, query, body, headers, language }: WireCall = {},
): Promise<WireResponse> {
  const search = new URLSearchParams(
    Object.entries({ ...query }).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const response = await fetch(`${url}${hrefOf(route, { ...params })}?${search}`, {
    method: route.method,
    redirect: 'manual',
    headers: {
      ...(language && { 'accept-language': language }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson =
    text !== '' && response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;
const EUROS = /^€\d{1,3}(,\d{3})*\.\d\d$/;

/** Finds malformed dates and amounts in a response, each with its path. */
function malformedValues(value: unknown, path = ''): string[] {
  if (Array.isArray(value))
    return value.flatMap((each, i) => malformedValues(each, `${path}[${i}]`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, each]) =>
      malformedValues(each, `${path}.${name}`),
    );
  const name = /\w+$/.exec(path)?.[0] ?? '';
  const entry = `${path}: ${String(value)}`;
  if (/(_at|date)$/.test(name) && value !== null)
    return typeof value === 'string' && ISO_UTC.test(value) ? [] : [`${entry} is not a UTC date`];
  if (name === 'price')
    return typeof value === 'string' && EUROS.test(value) ? [] : [`${entry} is not a price`];
  return [];
}

/** Returns how a response, which must have status 200, violates the contract. */
export function findContractViolations(route: Route, { status, body }: WireResponse): string[] {
  if (status !== 200) return [`${route.path} status ${status}: ${JSON.stringify(body)}`];
  const parsed = z.safeParse(route.output, body);
  if (!parsed.success) return [`${route.path}: ${z.prettifyError(parsed.error)}`];
  const exact = isDeepStrictEqual(parsed.data, body);
  return [
    ...(exact ? [] : [`${route.path} returns fields that are not in the contract`]),
    ...malformedValues(body),
  ];
}

/** Returns all error messages about single fields that responses may contain. */
export const listFieldMessages = (language: Language): ReadonlySet<string> =>
  new Set([
    ...Object.keys(en)
      .filter((key) => key.startsWith('field.'))
      .flatMap((key) => (isTextKey(key) ? [textOf(language, key)] : [])),
    textOf(language, 'error.captcha_required'),
  ]);

export const requestPartsOf = ({
  params,
  query,
  body,
}: Pick<RouteExample, 'params' | 'query' | 'body'> = {}) => ({
  params,
  query,
  ...(body !== undefined && { body }),
});

export const sessionHeadersOf = (session: { token: string; csrf_token: string }) => ({
  authorization: `Bearer ${session.token}`,
  'x-csrf-token': session.csrf_token,
});

/**
 * Codes of errors that have a text. The web app handles the others by showing the required step.
 */
export type ErrorCodeWithText = {
  [Code in ErrorCode]: (typeof errorCatalog)[Code]['text'] extends null ? never : Code;
}[ErrorCode];

export const errorBody = (
  language: Language,
  code: ErrorCodeWithText,
  text: TextKey = errorCatalog[code].text,
) => ({
  message: [textOf(language, text)],
  code,
  request_id: expect.any(String),
});

/** Routes that succeed only after others, and are therefore tested in sequence. */
export const SEQUENTIAL_ROUTES: readonly RouteName[] = [
  'billings',
  'checkout',
  'getPlan',
  'receipt',
  'stripeWebhook',
  'subscription',
  'register',
  'resetPassword',
  'verifyOtp',
  'deleteFile',
  'recheckFile',
  'verifyCorrections',
  'watchList',
  'unwatchList',
  'download',
  'exportAccount',
  'downloadExport',
  'deleteAccount',
];
