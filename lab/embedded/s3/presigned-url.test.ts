import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BUCKET, S3_CREDENTIALS, startS3TestStack } from '../../../tests/support/s3-stack.ts';
import type { S3TestStack } from '../../../tests/support/s3-stack.ts';

const Key = 'results/L 1/résultat.csv';
let stack: S3TestStack;
/** Time in epoch milliseconds at which a test has stopped the clock; otherwise undefined. */
let clock: number | undefined;

beforeAll(async () => {
  stack = await startS3TestStack({
    now: () => new Date(clock ?? Date.now()),
    buckets: {
      [BUCKET]: { cors: [{ AllowedOrigins: ['*'], AllowedMethods: ['GET'], MaxAge: 600 }] },
    },
  });
  await stack.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: 'a;b' }));
});
beforeEach(() => {
  clock = undefined;
});
afterAll(() => stack.close());

const presignGet = (more = {}, signingDate = new Date()): Promise<string> =>
  getSignedUrl(stack.s3, new GetObjectCommand({ Bucket: BUCKET, Key, ...more }), {
    expiresIn: 60,
    signingDate,
  });

async function codeAt(url: string, init: RequestInit = {}): Promise<[number, string | undefined]> {
  const response = await fetch(url, init);
  return [response.status, /<Code>(.*)<\/Code>/.exec(await response.text())?.[1]];
}

test('serves a presigned GET with the file name and type it requests', async () => {
  const disposition = `attachment; filename="r.csv"; filename*=UTF-8''r%C3%A9sultat.csv`;
  const url = await presignGet({
    ResponseContentDisposition: disposition,
    ResponseContentType: 'text/csv; charset=utf-8',
  });
  const response = await fetch(url, { headers: { origin: 'https://anywhere.example' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toBe(disposition);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.text()).toBe('a;b');

  const unencodable = await presignGet({
    ResponseContentDisposition: 'attachment; filename="日.csv"',
  });
  expect(await codeAt(unencodable)).toEqual([400, 'InvalidArgument']);

  const part = await fetch(url, { headers: { range: 'bytes=0-0' } });
  expect([part.status, await part.text()]).toEqual([206, 'a']);
});

test('accepts a presigned GET only for its object, its method and its lifetime', async () => {
  const signed = Math.floor(Date.now() / 1000) * 1000;
  const url = await presignGet({}, new Date(signed));
  expect(await codeAt(url.replace('L%201', 'L%202'))).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await codeAt(url, { method: 'DELETE' })).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await codeAt(`${url}&response-content-type=text%2Fhtml`)).toEqual([
    403,
    'SignatureDoesNotMatch',
  ]);
  expect(await codeAt(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).toEqual([
    403,
    'SignatureDoesNotMatch',
  ]);
  expect(await codeAt(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=9999999'))).toEqual([
    400,
    'AuthorizationQueryParametersError',
  ]);

  clock = signed + 59_000;
  expect((await fetch(url)).status).toBe(200);
  clock = signed + 61_500;
  const expired = await fetch(url);
  expect(expired.status).toBe(403);
  expect(await expired.text()).toMatch(
    /<Code>AccessDenied<\/Code><Message>Request has expired<.*<ServerTime>/,
  );
});

test('rejects a URL with a foreign signature, and one of a missing object', async () => {
  const stranger = stack.clientWith({ ...S3_CREDENTIALS, accessKeyId: 'OTHER' });
  const command = new GetObjectCommand({ Bucket: BUCKET, Key });
  expect(await codeAt(await getSignedUrl(stranger, command))).toEqual([403, 'InvalidAccessKeyId']);
  stranger.destroy();
  expect(await codeAt(await presignGet({ Key: 'absent' }))).toEqual([404, 'NoSuchKey']);
});

test('rejects an old request, and a URL from the future', async () => {
  const url = await presignGet();
  clock = Date.now() + 16 * 60_000;
  // Uses a separate client, because a client adjusts its clock after this error.
  const client = stack.clientWith(S3_CREDENTIALS);
  await expect(client.send(new GetObjectCommand({ Bucket: BUCKET, Key }))).rejects.toMatchObject({
    name: 'RequestTimeTooSkewed',
  });
  client.destroy();
  clock = Date.now() - 16 * 60_000;
  expect(await codeAt(url)).toEqual([403, 'AccessDenied']);
});

test('rejects a body of unknown length, as S3 does', async () => {
  const url = await getSignedUrl(stack.s3, new PutObjectCommand({ Bucket: BUCKET, Key: 'chunks' }));
  const body = new Blob(['x']).stream();
  const init = { method: 'PUT', body, duplex: 'half' } as const;
  expect(await codeAt(url, init)).toEqual([411, 'MissingContentLength']);
});

test('does not let a header turn a presigned PUT into another operation', async () => {
  const url = await getSignedUrl(stack.s3, new PutObjectCommand({ Bucket: BUCKET, Key: 'copy' }));
  const headers = { 'x-amz-copy-source': `${BUCKET}/put` };
  expect(await codeAt(url, { method: 'PUT', headers })).toEqual([403, 'AccessDenied']);
  const list = await getSignedUrl(
    stack.s3,
    new PutObjectCommand({ Bucket: BUCKET, Key: 'copy', Metadata: { list: 'L1' } }),
  );
  expect(await codeAt(list, { method: 'PUT', body: 'x' })).toEqual([501, 'NotImplemented']);
});

test('answers preflights according to the CORS rules of the bucket', async () => {
  const preflight = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${stack.url}/${BUCKET}/any`, { method: 'OPTIONS', headers });
  const origin = 'https://anywhere.example';
  const allowed = await preflight({ origin, 'access-control-request-method': 'GET' });
  expect(allowed.status).toBe(200);
  expect(Object.fromEntries(allowed.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET',
    'access-control-max-age': '600',
  });
  const refused = await preflight({ origin, 'access-control-request-method': 'PUT' });
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain('<Code>AccessForbidden</Code>');
});
