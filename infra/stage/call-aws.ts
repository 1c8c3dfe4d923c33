import { LambdaClient } from '@aws-sdk/client-lambda';
import { SignatureV4 } from '@smithy/signature-v4';

/**
 * Calls a service whose client is not a dependency, in its JSON protocol:
 * https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html
 * @param service name that signs calls, and first part of the host name
 * @param target value of `X-Amz-Target`
 * @throws an Error with the response, unless the call succeeds
 */
export async function callAws(
  service: string,
  target: string,
  { region }: { readonly region?: string | undefined },
  body: object,
): Promise<unknown> {
  const { config } = new LambdaClient(region === undefined ? {} : { region });
  const { credentials, sha256 } = config;
  const url = new URL(
    process.env['AWS_ENDPOINT_URL'] ?? `https://${service}.${await config.region()}.amazonaws.com`,
  );
  const content = JSON.stringify(body);
  const signer = new SignatureV4({ service, region: config.region, sha256, credentials });
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    path: '/',
    headers: {
      host: url.host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': target,
    },
    body: content,
  });
  const response = await fetch(url, { method: 'POST', headers, body: content });
  const text = await response.text();
  if (!response.ok) throw new Error(`${target} responded with ${response.status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}
