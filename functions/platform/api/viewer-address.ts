import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { PlatformDeps } from '../deps.ts';
import { headerOf } from './event.ts';

/**
 * Behind CloudFront the gateway sees CloudFront's address. CloudFront overwrites any value that a
 * caller sends in the header, and the gateway accepts no other source.
 */
export const viewerAddress = (
  deps: Pick<PlatformDeps, 'env'>,
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => ({
  before: ({ event }) => {
    const { VIEWER_ADDRESS_HEADER } = deps.env;
    if (VIEWER_ADDRESS_HEADER === undefined) return;
    const address = headerOf(event, VIEWER_ADDRESS_HEADER);
    if (address !== undefined) event.requestContext.identity.sourceIp = address;
  },
});
