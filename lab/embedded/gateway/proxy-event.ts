import type { IncomingMessage } from 'node:http';
import type { RestApiSpec } from '../cloud/api.ts';
import { ACCOUNT_ID } from '../services/fauxqs.ts';
import type { RouteMatch } from './match-route.ts';

interface EventInput {
  readonly message: IncomingMessage;
  readonly url: URL;
  readonly match: RouteMatch;
  readonly body: Buffer;
  readonly api: Pick<RestApiSpec, 'stage' | 'binaryMediaTypes'>;
  readonly requestId: string;
}

type Lists = Record<string, string[]>;

/** The object has no prototype, because clients choose its keys, for example `constructor`. */
const emptyLists = (): Lists => Object.create(null) as Lists;

/**
 * The event that a function behind a REST API receives (proxy integration, format 1.0).
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html#api-gateway-simple-proxy-for-lambda-input-format
 */
export function createProxyEvent(input: EventInput) {
  const { message, url, match, body, api, requestId } = input;
  const now = new Date();
  const sourceIp = sourceIpOf(message);
  const headers = headersOf(message, url, sourceIp);
  const query = listsOf(url.searchParams);
  const binary = isBinaryMediaType(message.headers['content-type'], api.binaryMediaTypes);
  return {
    resource: match.route.path,
    path: url.pathname,
    httpMethod: match.route.method,
    headers: lastOf(headers),
    multiValueHeaders: headers,
    queryStringParameters: orNull(lastOf(query)),
    multiValueQueryStringParameters: orNull(query),
    pathParameters: orNull(match.parameters),
    stageVariables: null,
    requestContext: {
      accountId: ACCOUNT_ID,
      apiId: 'embedded',
      domainName: url.hostname,
      domainPrefix: url.hostname.split('.')[0],
      extendedRequestId: requestId,
      httpMethod: match.route.method,
      // All other identity fields are null for callers without AWS credentials.
      identity: { sourceIp, userAgent: message.headers['user-agent'] ?? null },
      path: `/${api.stage}${url.pathname}`,
      protocol: `HTTP/${message.httpVersion}`,
      requestId,
      requestTime: commonLogTime(now),
      requestTimeEpoch: now.getTime(),
      resourceId: match.route.path,
      resourcePath: match.route.path,
      stage: api.stage,
    },
    body: body.length === 0 ? null : body.toString(binary ? 'base64' : 'utf8'),
    isBase64Encoded: binary && body.length > 0,
  };
}

/** Whether the API passes bodies of a media type as base64. Ignores media type parameters. */
export function isBinaryMediaType(
  mediaType: string | undefined,
  types: readonly string[],
): boolean {
  const [essence = ''] = (mediaType ?? '').split(/[;,]/);
  return types.includes(essence.trim().toLowerCase());
}

/** Keeps the client's spelling of header names, so functions must not depend on their case. */
function headersOf(message: IncomingMessage, url: URL, sourceIp: string): Lists {
  const headers = emptyLists();
  for (let i = 0; i + 1 < message.rawHeaders.length; i += 2) {
    const [name = '', value = ''] = message.rawHeaders.slice(i, i + 2);
    if (name.toLowerCase() === 'x-forwarded-for') continue;
    (headers[name] ??= []).push(value);
  }
  const forwardedFor = message.headers['x-forwarded-for'];
  headers['X-Forwarded-For'] = [
    forwardedFor === undefined ? sourceIp : `${String(forwardedFor)}, ${sourceIp}`,
  ];
  headers['X-Forwarded-Port'] = [url.port];
  headers['X-Forwarded-Proto'] = ['http'];
  return headers;
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
const sourceIpOf = ({ socket }: IncomingMessage): string =>
  (socket.remoteAddress ?? '').replace(/^::ffff:/, '');

function listsOf(parameters: URLSearchParams): Lists {
  const lists = emptyLists();
  for (const [name, value] of parameters) (lists[name] ??= []).push(value);
  return lists;
}

const lastOf = (lists: Lists): Record<string, string> =>
  Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values.at(-1) ?? '']));

const orNull = <T extends object>(value: T): T | null =>
  Object.keys(value).length === 0 ? null : value;

/** Formats a date as `20/Nov/2026:08:09:48 +0000`. */
function commonLogTime(date: Date): string {
  const [, day, month, year, time] = date.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}
