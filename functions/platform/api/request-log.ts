import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Route } from '../../../shared/contract/route.ts';
import type { PlatformDeps } from '../deps.ts';

type Internal = { startedAt?: number };

/** One line a call: its route, status and duration. Never a body, a header or a query. */
export function requestLog(
  { method, path }: Route,
  deps: Pick<PlatformDeps, 'clock' | 'log'>,
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, Internal> {
  const write = ({
    response,
    internal,
  }: Request<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, Internal>): void => {
    const now = deps.clock.now();
    deps.log.info('request', {
      route: `${method} ${path}`,
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
