import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { CORS_EXPOSED_HEADERS, type Route } from '../../../shared/contract/route.ts';
import type { PlatformDeps } from '../deps.ts';
import { headerOf } from './event.ts';

/**
 * Only the web app's origin may read a response, except for a route with `anyOrigin`. Settings are
 * read only when there is a response: if they are invalid, the function still responds with an
 * error, which no origin may read.
 */
export function setResponseHeaders(
  { anyOrigin }: Route,
  deps: Pick<PlatformDeps, 'env'>,
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const publicOrigin = (): string | undefined => {
    try {
      return deps.env.PUBLIC_ORIGIN;
    } catch {
      return undefined;
    }
  };
  const add = ({ event, response }: Request<APIGatewayProxyEvent, APIGatewayProxyResult>): void => {
    if (!response) return;
    const origin = publicOrigin();
    response.headers = {
      ...response.headers,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Origin',
      ...(anyOrigin && { 'Access-Control-Allow-Origin': '*' }),
      ...(!anyOrigin &&
        origin !== undefined &&
        headerOf(event, 'origin') === origin && {
          'Access-Control-Allow-Origin': origin,
          'Access-Control-Expose-Headers': CORS_EXPOSED_HEADERS.join(', '),
        }),
    };
  };
  return { after: add, onError: add };
}
