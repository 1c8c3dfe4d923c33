import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { hrefOf, type Route } from '../../shared/contract/route.ts';
import type { Language } from '../../shared/model/account.ts';

/** Calls as they go over the wire, without the typed client between. */

export interface WireCall {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  /** Sent as JSON; a string as it is. */
  readonly body?: object | string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly language?: Language;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it says that it is JSON, else as text. */
  readonly body: unknown;
}

/** Calls a route, following no redirect. */
export async function wireCall(
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

/** What is wrong with dates and money in a response, each with its path. */
function wrongWords(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each, i) => wrongWords(each, `${path}[${i}]`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, each]) => wrongWords(each, `${path}.${name}`));
  const name = /\w+$/.exec(path)?.[0] ?? '';
  const said = `${path}: ${String(value)}`;
  if (/(_at|date)$/.test(name) && value !== null)
    return typeof value === 'string' && ISO_UTC.test(value) ? [] : [`${said} is no UTC date`];
  if (name === 'price')
    return typeof value === 'string' && EUROS.test(value) ? [] : [`${said} is no price`];
  return [];
}

/** How the JSON of a 200 response differs from what the contract promises. */
export function wrongResponse(route: Route, { status, body }: WireResponse): string[] {
  if (status !== 200) return [`${route.path} status ${status}: ${JSON.stringify(body)}`];
  const promised = z.safeParse(route.output, body);
  if (!promised.success) return [`${route.path}: ${z.prettifyError(promised.error)}`];
  const exact = isDeepStrictEqual(promised.data, body);
  return [
    ...(exact ? [] : [`${route.path} responds with more than is promised`]),
    ...wrongWords(body),
  ];
}
