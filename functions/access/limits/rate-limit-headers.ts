import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { AppError, type Quota } from '../../../shared/contract/errors.ts';
import type { ApiEvent } from '../../platform/api/call.ts';

/**
 * The fields `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11: lists of
 * RFC 9651, with an item for each limit. Its quota comes back call by call, so the window in which
 * a program has no more than `r` calls (`t`) ends with the next one; without any, that is what
 * `Retry-After` says. https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-11
 */
const fieldsOf = (quotas: readonly Quota[]): Record<string, string> => ({
  'RateLimit-Policy': quotas
    .map(({ name, calls, seconds }) => `"${name}";q=${calls};w=${seconds}`)
    .join(', '),
  RateLimit: quotas
    .map(({ name, left, moreAfter }) => `"${name}";r=${left};t=${moreAfter}`)
    .join(', '),
});

function add({ event, response, error }: Request<ApiEvent, APIGatewayProxyResult>): void {
  const met = error instanceof AppError ? error.extras.quota : undefined;
  const quotas = [...(event.quotas ?? []), ...(met ? [met] : [])];
  if (response && quotas.length > 0)
    response.headers = { ...response.headers, ...fieldsOf(quotas) };
}

/** Tells a program what its rate limits leave, and everybody which limit a refused call met. */
export const rateLimitHeaders = (): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => ({
  after: add,
  onError: add,
});
