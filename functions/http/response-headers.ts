import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { CORS_EXPOSED_HEADERS } from '../../shared/contract/cors.ts';
import type { Context } from '../context.ts';
import { headerOf } from './event.ts';

/** Headers every answer carries; across origins only the web app's own may read it. */
export function responseHeaders(
  contextOf: () => Context,
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  return {
    after: ({ event, response }) => {
      if (!response) return;
      const { PUBLIC_ORIGIN } = contextOf().env;
      response.headers = {
        ...response.headers,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        Vary: 'Origin',
        ...(headerOf(event, 'origin') === PUBLIC_ORIGIN && {
          'Access-Control-Allow-Origin': PUBLIC_ORIGIN,
          'Access-Control-Expose-Headers': CORS_EXPOSED_HEADERS.join(', '),
        }),
      };
    },
  };
}
