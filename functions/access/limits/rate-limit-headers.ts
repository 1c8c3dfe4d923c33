import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { AppError, type Quota } from '../../../shared/contract/errors.ts';
import type { ApiEvent } from '../../platform/api/call.ts';

/**
 * Returns the fields `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11,
 * which are RFC 9651 lists with one item per limit. The quota recovers one call at a time, so `t`
 * is the time until the next call is refilled; if no calls remain, it equals `Retry-After`.
 * https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-11
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
  const exceeded = error instanceof AppError ? error.extras.quota : undefined;
  const quotas = [...(event.quotas ?? []), ...(exceeded ? [exceeded] : [])];
  if (response && quotas.length > 0)
    response.headers = { ...response.headers, ...fieldsOf(quotas) };
}

/** Adds the remaining quotas to responses to API keys. Adds an exceeded limit to any response. */
export const setRateLimitHeaders = (): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => ({
  after: add,
  onError: add,
});
