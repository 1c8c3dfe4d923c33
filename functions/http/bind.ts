import stack, { type MiddlewareObj } from '@middy/core';
import type {
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Context as LambdaContext,
} from 'aws-lambda';
import { AppError } from '../../shared/contract/errors.ts';
import type { Route } from '../../shared/contract/route.ts';
import { type Context, context } from '../context.ts';
import { createLog } from '../log.ts';
import type { BoundHandler, Serve } from './call.ts';
import { exchange } from './exchange.ts';
import { errorReply } from './reply.ts';
import { requestLog } from './request-log.ts';
import { responseHeaders } from './response-headers.ts';

type Layer = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

/** Answers when not even the context can be built: a function without its settings. */
const lastResort = (): Layer => ({
  onError: (request) => {
    createLog('error', Date.now).error('cannot_serve', request.error);
    request.response = errorReply(new AppError('internal'), 'en');
  },
});

/**
 * Makes the Lambda handler of a route, for the proxy events of a REST API: parsed and guarded by
 * the contract on the way in, checked and translated on the way out.
 */
export function bind<R extends Route>(
  route: R,
  serve: Serve<R>,
  contextOf: () => Context = context,
): BoundHandler<R> {
  const handler = stack<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(lastResort())
    .use(requestLog(route, contextOf))
    .use(responseHeaders(contextOf))
    .handler((event: APIGatewayProxyEvent) => exchange(route, serve, event, contextOf()));
  return Object.assign(
    (event: APIGatewayProxyEvent, lambda: LambdaContext) => handler(event, lambda),
    { route, on: (other: Context) => bind(route, serve, () => other) },
  );
}
