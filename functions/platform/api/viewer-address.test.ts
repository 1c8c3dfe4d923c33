import stack from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { expect, it } from 'vitest';
import { contract } from '../../../shared/contract/index.ts';
import { createApiEvent } from '../../../tests/support/api-event.ts';
import { testEnv } from '../../../tests/support/test-env.ts';
import { setViewerAddress } from './viewer-address.ts';

async function sourceIpOf(
  header: string | undefined,
  headers: Record<string, string>,
): Promise<string> {
  const handler = stack<APIGatewayProxyEvent>()
    .use(
      setViewerAddress({
        env: testEnv(header === undefined ? {} : { VIEWER_ADDRESS_HEADER: header }),
      }),
    )
    .handler(async (event: APIGatewayProxyEvent) => event.requestContext.identity.sourceIp);
  const event = createApiEvent(contract.health, { headers, sourceIp: '203.0.113.9' });
  return String(await handler(event, {} as Context));
}

it('takes the address from CloudFront’s header behind CloudFront, otherwise from the gateway', async () => {
  const headers = { 'X-Viewer-Address': '2001:db8::7' };
  expect(await sourceIpOf('x-viewer-address', headers)).toBe('2001:db8::7');
  expect(await sourceIpOf('x-viewer-address', {})).toBe('203.0.113.9');
  expect(await sourceIpOf(undefined, headers)).toBe('203.0.113.9');
});
