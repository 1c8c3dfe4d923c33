import type { OutgoingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { isBinaryMediaType } from './proxy-event.ts';

const value = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const result = z.strictObject({
  statusCode: z.int().check(z.gte(100), z.lte(599)),
  headers: z.record(z.string(), value).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(value)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

export interface HttpResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Converts a function's result to a response. Returns undefined if API Gateway would report a
 * malformed Lambda proxy response. Decodes a base64 body only if the first media type in the
 * caller's Accept header is a binary type of the API; otherwise sends the base64 text itself, like
 * API Gateway.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html#api-gateway-simple-proxy-for-lambda-output-format
 */
export function readProxyResult(
  given: unknown,
  accept: string | undefined,
  binaryMediaTypes: readonly string[],
): HttpResponse | undefined {
  const parsed = result.safeParse(given);
  if (!parsed.success) return undefined;
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = parsed.data;
  const decodes = isBase64Encoded === true && isBinaryMediaType(accept, binaryMediaTypes);
  return {
    status: statusCode,
    headers: {
      'content-type': 'application/json',
      ...lowerCased(headers ?? {}),
      ...lowerCased(multiValueHeaders ?? {}),
    },
    body: Buffer.from(body ?? '', decodes ? 'base64' : 'utf8'),
  };
}

const lowerCased = <V>(headers: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(headers).map(([name, v]) => [name.toLowerCase(), v]));
