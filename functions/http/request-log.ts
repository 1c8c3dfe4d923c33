import type { MiddlewareObj } from '@middy/core';
import type {
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Context as LambdaContext,
} from 'aws-lambda';
import type { Route } from '../../shared/contract/route.ts';
import type { Context } from '../context.ts';

type Internal = { startedAt?: number };

/** One line a call: which route, how it ended, how long it took. Never a body, a header or a query. */
export function requestLog(
  route: Route,
  contextOf: () => Context,
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, LambdaContext, Internal> {
  return {
    before: (request) => {
      request.internal.startedAt = contextOf().clock.now();
    },
    after: (request) => {
      const { clock, log } = contextOf();
      const now = clock.now();
      log.info('request', {
        route: `${route.method} ${route.path}`,
        status: request.response?.statusCode,
        ms: now - (request.internal.startedAt ?? now),
        requestId: request.event.requestContext.requestId,
      });
    },
  };
}
