import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Env } from '../env.ts';
import type { Makers } from '../parts.ts';
import { headerOf } from './event.ts';

/**
 * Behind CloudFront the gateway sees CloudFront's address. What a caller writes into the header is
 * replaced by CloudFront, and the gateway lets in nobody else.
 */
export const viewerAddress = ({
  env,
}: Makers<{ env: Pick<Env, 'VIEWER_ADDRESS_HEADER'> }>): MiddlewareObj<
  APIGatewayProxyEvent,
  APIGatewayProxyResult
> => ({
  before: ({ event }) => {
    const { VIEWER_ADDRESS_HEADER } = env();
    if (VIEWER_ADDRESS_HEADER === undefined) return;
    const address = headerOf(event, VIEWER_ADDRESS_HEADER);
    if (address !== undefined) event.requestContext.identity.sourceIp = address;
  },
});
