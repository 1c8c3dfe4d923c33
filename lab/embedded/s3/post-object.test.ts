import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BUCKET, startS3TestStack } from '../../../tests/support/s3-stack.ts';
import type { S3TestStack } from '../../../tests/support/s3-stack.ts';

const ORIGIN = 'https://app.example';
let stack: S3TestStack;
let clock = 0;

beforeAll(async () => {
  stack = await startS3TestStack({
    now: () => new Date(Date.now() + clock),
    buckets: {
      [BUCKET]: {
        cors: [
          {
            AllowedOrigins: [ORIGIN],
            AllowedMethods: ['POST'],
            AllowedHeaders: ['*'],
            ExposedHeaders: ['ETag'],
          },
        ],
        notifications: [{ prefix: 'uploads/', queueUrl: 'queue' }],
      },
    },
  });
});
beforeEach(() => {
  clock = 0;
  stack.events.length = 0;
});
afterAll(() => stack.close());

const presign = (options: Partial<PresignedPostOptions> = {}) =>
  createPresignedPost(stack.s3, {
    Bucket: BUCKET,
    Key: 'uploads/u1/list 1.csv',
    Conditions: [['content-length-range', 1, 1000]],
    Expires: 60,
    ...options,
  });

type Presigned = Awaited<ReturnType<typeof presign>>;

function post(
  { url, fields }: Presigned,
  content: string | Uint8Array<ArrayBuffer>,
  changes: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changes })) form.set(name, value);
  form.set('file', new Blob([content]), 'my list.csv');
  return fetch(url, { method: 'POST', body: form, headers: { origin: ORIGIN } });
}

const codeOf = async (response: Response): Promise<[number, string | undefined]> => [
  response.status,
  /<Code>(.*)<\/Code>/.exec(await response.text())?.[1],
];

async function keyExists(key: string): Promise<boolean> {
  return stack.s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: key })).then(
    () => true,
    () => false,
  );
}

test('stores a form that satisfies its policy, and sends a notification', async () => {
  const presigned = await presign({
    Fields: { 'Content-Type': 'text/csv', 'x-amz-meta-list': 'L1' },
    Conditions: [
      ['content-length-range', 1, 1000],
      ['starts-with', '$x-amz-meta-list', 'L'],
    ],
  });
  const response = await post(presigned, 'a@b.example\n');
  expect(response.status).toBe(204);
  const md5 = createHash('md5').update('a@b.example\n').digest('hex');
  expect(response.headers.get('etag')).toBe(`"${md5}"`);
  expect(response.headers.get('location')).toBe(`${stack.url}/${BUCKET}/uploads/u1/list%201.csv`);
  expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(response.headers.get('access-control-expose-headers')).toBe('ETag');

  const stored = await stack.s3.send(
    new GetObjectCommand({ Bucket: BUCKET, Key: 'uploads/u1/list 1.csv' }),
  );
  expect(await stored.Body?.transformToString()).toBe('a@b.example\n');
  expect(stored.ContentType).toBe('text/csv');
  expect(stored.Metadata).toEqual({ list: 'L1' });

  expect(stack.events).toHaveLength(1);
  expect(stack.events[0]).toMatchObject({
    eventSource: 'aws:s3',
    eventName: 'ObjectCreated:Post',
    s3: {
      bucket: { name: BUCKET, arn: `arn:aws:s3:::${BUCKET}` },
      object: {
        key: 'uploads/u1/list+1.csv',
        size: 12,
        eTag: md5,
        sequencer: expect.stringMatching(/^[0-9A-F]{18}$/),
      },
    },
  });
});

test('sends no notification outside the prefix', async () => {
  expect((await post(await presign({ Key: 'other/a.csv' }), 'x')).status).toBe(204);
  expect(stack.events).toEqual([]);
});

test('rejects an expired policy with S3’s error message', async () => {
  const presigned = await presign();
  clock = 61_000;
  // Larger than the connection's buffers, to test that the response still reaches the sender.
  const response = await post(presigned, new Uint8Array(20 * 1024 ** 2));
  expect(response.status).toBe(403);
  expect(await response.text()).toMatch(
    /<Code>AccessDenied<\/Code><Message>Invalid according to Policy: Policy expired\.<\/Message>/,
  );
});

test('rejects forged and unsigned forms, and those of other credentials', async () => {
  const presigned = await presign();
  const laxer = JSON.parse(Buffer.from(presigned.fields['Policy'] ?? '', 'base64').toString());
  laxer.conditions = laxer.conditions.filter((c: unknown) => !Array.isArray(c));
  const forged = Buffer.from(JSON.stringify(laxer)).toString('base64');
  const credential = presigned.fields['X-Amz-Credential'] ?? '';
  const cases: [Record<string, string>, number, string][] = [
    [{ Policy: forged }, 403, 'SignatureDoesNotMatch'],
    [{ 'X-Amz-Signature': '0'.repeat(64) }, 403, 'SignatureDoesNotMatch'],
    [{ 'X-Amz-Credential': `OTHER${credential}` }, 403, 'InvalidAccessKeyId'],
    [
      { 'X-Amz-Credential': credential.replace('eu-west-3', 'us-east-1') },
      400,
      'AuthorizationHeaderMalformed',
    ],
  ];
  for (const [changes, ...expected] of cases)
    expect(await codeOf(await post(presigned, 'x', changes))).toEqual(expected);
  const { url } = presigned;
  expect(await codeOf(await post({ url, fields: { key: 'k' } }, 'x'))).toEqual([
    403,
    'AccessDenied',
  ]);
  expect(await codeOf(await post({ url, fields: {} }, 'x'))).toEqual([400, 'InvalidArgument']);
});

test('rejects another key, another bucket, and fields without a condition', async () => {
  const presigned = await presign();
  expect(await codeOf(await post(presigned, 'x', { key: 'uploads/u2/a.csv' }))).toEqual([
    403,
    'AccessDenied',
  ]);
  expect(await codeOf(await post(presigned, 'x', { 'x-amz-meta-a': '1' }))).toEqual([
    403,
    'AccessDenied',
  ]);
  const otherBucket = { ...presigned, url: `${stack.url}/other-bucket` };
  expect(await codeOf(await post(otherBucket, 'x'))).toEqual([403, 'AccessDenied']);
  expect(await keyExists('uploads/u2/a.csv')).toBe(false);
});

test('enforces the size range of the policy, and stores nothing of a rejected file', async () => {
  const Key = 'uploads/sizes.csv';
  const presigned = await presign({ Key, Conditions: [['content-length-range', 2, 5]] });
  const tooLarge = await post(presigned, '123456');
  expect(tooLarge.status).toBe(400);
  expect(await tooLarge.text()).toContain(
    '<Code>EntityTooLarge</Code><Message>Your proposed upload exceeds the maximum allowed size</Message><ProposedSize>6</ProposedSize><MaxSizeAllowed>5</MaxSizeAllowed>',
  );
  expect(await codeOf(await post(presigned, '1'))).toEqual([400, 'EntityTooSmall']);
  expect(await keyExists(Key)).toBe(false);
  expect((await post(presigned, '12')).status).toBe(204);
  expect((await post(presigned, '12345')).status).toBe(204);
});

test('aborts a large upload above its limit without storing it', async () => {
  const Key = 'uploads/large.csv';
  const megabyte = 1024 ** 2;
  const presigned = await presign({
    Key,
    Conditions: [['content-length-range', 1, 20 * megabyte]],
  });
  const response = await post(presigned, new Uint8Array(21 * megabyte));
  expect(await codeOf(response)).toEqual([400, 'EntityTooLarge']);
  expect(await keyExists(Key)).toBe(false);
  expect(readdirSync(join(stack.folder, '_multipart'))).toEqual([]);
  expect(stack.events).toEqual([]);
});

const BOUNDARY = 'xyz';

function unfinishedForm({ fields }: Presigned): string {
  const part = (name: string, content: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}`;
  const parts = Object.entries(fields).map(([name, value]) => `${part(name, value)}\r\n`);
  return `${parts.join('')}${part('file', 'a@b.example')}`;
}

/** Sends a request whose Content-Length exceeds the body sent. */
function open({ url }: Presigned, body: string): Socket {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${body.length + 99}\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n${body}`,
  );
  return socket;
}

async function sendAndDisconnect(presigned: Presigned, body: string): Promise<void> {
  const socket = open(presigned, body);
  socket.end();
  socket.resume();
  await once(socket, 'close');
}

test('stores nothing of an upload that ends early', async () => {
  const Key = 'uploads/cut.csv';
  const presigned = await presign({ Key });
  const body = unfinishedForm(presigned);
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const cut = await fetch(presigned.url, { method: 'POST', headers, body });
  expect(await codeOf(cut)).toEqual([400, 'MalformedPOSTRequest']);
  await sendAndDisconnect(presigned, body);
  expect(await keyExists(Key)).toBe(false);
  expect(stack.events).toEqual([]);
});

test('survives a disconnect while another upload of the same key is running', async () => {
  const presigned = await presign();
  const form = unfinishedForm(presigned);
  const next = `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="next"\r\n\r\nvalue`;
  const holder = open(presigned, form);
  await sendAndDisconnect(presigned, form + next);
  holder.destroy();
  expect((await post(presigned, 'x')).status).toBe(204);
});

test('rejects anything but a form with one file', async () => {
  const url = `${stack.url}/${BUCKET}`;
  const form = new FormData();
  form.set('key', 'k');
  const noFile = await fetch(url, { method: 'POST', body: form });
  expect(await codeOf(noFile)).toEqual([400, 'InvalidArgument']);
  const headers = { 'content-type': 'multipart/form-data' };
  const noBoundary = await fetch(url, { method: 'POST', body: 'x', headers });
  expect(await codeOf(noBoundary)).toEqual([400, 'MalformedPOSTRequest']);
  const nameless = await fetch(url, {
    method: 'POST',
    body: '--b\r\nContent-Disposition: form-data\r\n\r\nvalue\r\n--b--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  expect(await codeOf(nameless)).toEqual([400, 'InvalidArgument']);
});
