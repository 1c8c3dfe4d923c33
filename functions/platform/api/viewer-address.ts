import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { PlatformDeps } from '../deps.ts';
import { headerOf } from './event.ts';

/**
 * Sets the source IP to the viewer's address, because behind CloudFront the gateway sees
 * CloudFront's address. The header can be trusted: CloudFront overwrites a value sent by the
 * caller, and the gateway accepts calls only from CloudFront.
 */
export const setViewerAddress = (
  deps: Pick<PlatformDeps, 'env'>,
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => ({
  before: ({ event }) => {
    const { VIEWER_ADDRESS_HEADER } = deps.env;
    if (VIEWER_ADDRESS_HEADER === undefined) return;
    const address = headerOf(event, VIEWER_ADDRESS_HEADER);
    if (address !== undefined) event.requestContext.identity.sourceIp = address;
  },
});
