import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { rateLimitOf, type Route } from '../../../shared/contract/route.ts';
import type { PlatformDeps } from '../deps.ts';

type Internal = { startedAt?: number };

/**
 * Logs one line per call: its route, status and duration, never a body, a header or a query.
 * Successful polls, which are most calls, appear only in the gateway's log.
 */
export function logRequest(
  route: Route,
  deps: Pick<PlatformDeps, 'clock' | 'log'>,
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, Internal> {
  const write = ({
    response,
    internal,
  }: Request<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, Internal>): void => {
    if (rateLimitOf(route) === 'poll_user' && response?.statusCode === 200) return;
    const now = deps.clock.now();
    deps.log.info('request', {
      route: `${route.method} ${route.path}`,
      status: response?.statusCode,
      ms: now - (internal.startedAt ?? now),
    });
  };
  return {
    before: ({ internal }) => {
      internal.startedAt = deps.clock.now();
    },
    after: write,
    onError: write,
  };
}
