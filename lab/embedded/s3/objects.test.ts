import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetBucketAclCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BUCKET, S3_CREDENTIALS, startS3TestStack } from '../../../tests/support/s3-stack.ts';
import type { S3TestStack } from '../../../tests/support/s3-stack.ts';

const MEGABYTE = 1024 ** 2;
let stack: S3TestStack;

beforeAll(async () => {
  stack = await startS3TestStack();
});
beforeEach(() => {
  stack.events.length = 0;
});
afterAll(() => stack.close());

const put = (Key: string, Body: PutObjectCommandInput['Body'], more = {}) =>
  stack.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body, ...more }));
const get = (Key: string, more = {}) =>
  stack.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key, ...more }));
const textOf = async (Key: string, more = {}): Promise<string | undefined> =>
  (await get(Key, more)).Body?.transformToString();

test('stores text, empty bodies, streams, headers and unusual keys from the SDK', async () => {
  const key = 'a b+c/é & 100% (1)?.csv';
  await put(key, 'text', {
    ContentType: 'text/csv',
    ContentDisposition: 'attachment',
    ContentEncoding: 'identity',
    CacheControl: 'no-store',
    Metadata: { list: 'L1' },
  });
  expect(await get(key)).toMatchObject({
    ContentType: 'text/csv',
    ContentDisposition: 'attachment',
    ContentEncoding: 'identity',
    CacheControl: 'no-store',
    ContentLength: 4,
    Metadata: { list: 'L1' },
  });
  expect(await textOf(key)).toBe('text');
  expect(stack.events.map((event) => event.s3.object.key)).toEqual([
    'a+b%2Bc/%C3%A9+%26+100%25+(1)%3F.csv',
  ]);

  await put('empty', Buffer.alloc(0));
  expect(await textOf('empty')).toBe('');
});

test('notifies of every write, but stores an object only once with If-None-Match', async () => {
  await put('answers/once', 'first', { IfNoneMatch: '*' });
  await expect(put('answers/once', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject({
    name: 'PreconditionFailed',
    $metadata: { httpStatusCode: 412 },
  });
  expect(await textOf('answers/once')).toBe('first');
  await put('answers/once', '');
  expect(stack.events.map(({ s3 }) => s3.object)).toMatchObject([{ size: 5 }, { size: 0 }]);
});

test('reads ranges, lists, copies and deletes objects', async () => {
  await put('dir/1', 'one');
  await put('dir/2', 'two');
  expect(await textOf('dir/1', { Range: 'bytes=1-' })).toBe('ne');
  await expect(get('dir/1', { Range: 'bytes=9-' })).rejects.toMatchObject({ name: 'InvalidRange' });

  stack.events.length = 0;
  await stack.s3.send(
    new CopyObjectCommand({ Bucket: BUCKET, Key: 'dir/3', CopySource: `${BUCKET}/dir/1` }),
  );
  expect(await textOf('dir/3')).toBe('one');
  expect(stack.events).toMatchObject([
    { eventName: 'ObjectCreated:Copy', s3: { object: { key: 'dir/3', size: 3 } } },
  ]);

  const list = new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'dir/', MaxKeys: 2 });
  const page = await stack.s3.send(list);
  expect(page.Contents?.map((object) => object.Key)).toEqual(['dir/1', 'dir/2']);
  const Objects = [{ Key: 'dir/1' }, { Key: 'dir/2' }];
  await stack.s3.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }));
  const rest = await stack.s3.send(list);
  expect(rest.Contents?.map((object) => object.Key)).toEqual(['dir/3']);
  await expect(get('dir/1')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('lists every key once, in byte order, on any number of pages', async () => {
  const names = ['b', 'B', 'a_1', 'a-1', 'a.1', 'a', 'é', 'Z'];
  const sorted = ['B', 'Z', 'a', 'a-1', 'a.1', 'a_1', 'b', 'é'];
  for (const name of names) await put(`pages/${name}`, 'x');
  const pages = paginateListObjectsV2(
    { client: stack.s3, pageSize: 2 },
    { Bucket: BUCKET, Prefix: 'pages/' },
  );
  const listed: (string | undefined)[] = [];
  for await (const { Contents = [] } of pages) listed.push(...Contents.map(({ Key }) => Key));
  expect(listed).toEqual(sorted.map((name) => `pages/${name}`));
});

test('completes a multipart upload once', async () => {
  const Key = 'parts';
  const { UploadId } = await stack.s3.send(
    new CreateMultipartUploadCommand({ Bucket: BUCKET, Key, ContentEncoding: 'gzip' }),
  );
  const { ETag } = await stack.s3.send(
    new UploadPartCommand({ Bucket: BUCKET, Key, UploadId, PartNumber: 1, Body: 'part' }),
  );
  const complete = () =>
    stack.s3.send(
      new CompleteMultipartUploadCommand({
        Bucket: BUCKET,
        Key,
        UploadId,
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] },
        ChecksumCRC32: 'b2YgYWxs',
      }),
    );
  await complete();
  expect(await textOf(Key)).toBe('part');
  expect((await get(Key)).ContentEncoding).toBe('gzip');
  await expect(complete()).rejects.toMatchObject({ name: 'NoSuchUpload' });
  expect(stack.events).toMatchObject([
    { eventName: 'ObjectCreated:CompleteMultipartUpload', s3: { object: { key: Key, size: 4 } } },
  ]);
});

test('rejects parts that S3 rejects', async () => {
  const place = { Bucket: BUCKET, Key: 'refused' };
  const created = await stack.s3.send(new CreateMultipartUploadCommand(place));
  const upload = { ...place, UploadId: created.UploadId };
  const part = async (PartNumber: number, Body = 'part', of = upload) => ({
    ...(await stack.s3.send(new UploadPartCommand({ ...of, PartNumber, Body }))),
    PartNumber,
  });
  for (const number of [0, 10_001])
    await expect(part(number)).rejects.toMatchObject({ name: 'InvalidArgument' });
  const Parts = [await part(1), await part(2)];
  const complete = (parts: typeof Parts) =>
    stack.s3.send(
      new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }),
    );
  await expect(complete(Parts)).rejects.toMatchObject({ name: 'EntityTooSmall' });
  await expect(complete(Parts.toReversed())).rejects.toMatchObject({ name: 'InvalidPartOrder' });
  const summed = await stack.s3.send(
    new CreateMultipartUploadCommand({ ...place, ChecksumAlgorithm: 'SHA256' }),
  );
  await expect(part(1, 'part', { ...place, UploadId: summed.UploadId })).rejects.toThrow(
    'expected checksum Type: sha256',
  );
  const listed = await stack.s3.send(new ListPartsCommand(upload));
  expect(listed.Parts).toMatchObject([
    { PartNumber: 1, Size: 4, ETag: Parts[0]?.ETag },
    { PartNumber: 2, Size: 4 },
  ]);
});

test('accepts multipart uploads from lib-storage', async () => {
  const Body = Readable.from(
    (function* megabytes() {
      for (let i = 0; i < 9; i += 1) yield Buffer.alloc(MEGABYTE, i);
    })(),
  );
  const params = { Bucket: BUCKET, Key: 'lib-storage', Body };
  await new Upload({ client: stack.s3, params, partSize: 5 * MEGABYTE }).done();
  const { Body: stored } = await get('lib-storage');
  expect((await stored?.transformToByteArray())?.length).toBe(9 * MEGABYTE);
});

test('rejects unknown credentials and anonymous requests', async () => {
  for (const [credentials, name] of [
    [{ ...S3_CREDENTIALS, secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
    [{ ...S3_CREDENTIALS, accessKeyId: 'OTHER' }, 'InvalidAccessKeyId'],
  ] as const) {
    const client = stack.clientWith(credentials);
    const command = new GetObjectCommand({ Bucket: BUCKET, Key: 'parts' });
    await expect(client.send(command)).rejects.toMatchObject({ name });
    client.destroy();
  }
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const response = await fetch(`${stack.url}/${BUCKET}/parts`, { method });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('<Code>AccessDenied</Code>');
  }
});

test('rejects unknown buckets', async () => {
  const nowhere = { Bucket: 'no-such-bucket', Key: 'k' };
  const reason = { name: 'NoSuchBucket', $metadata: { httpStatusCode: 404 } };
  const body = { ...nowhere, Body: 'x' };
  await expect(stack.s3.send(new PutObjectCommand(body))).rejects.toMatchObject(reason);
  await expect(stack.s3.send(new GetObjectCommand(nowhere))).rejects.toMatchObject(reason);
});

test('rejects paths that could leave the bucket', async () => {
  const cases = [
    ['/uploads-test/a/../../other', 'InvalidArgument'],
    ['/uploads-test/a/%2e%2e/b', 'InvalidArgument'],
    ['//127.0.0.1/a', 'InvalidBucketName'],
    ['/../a', 'InvalidBucketName'],
    ['/uploads-test/%ff', 'InvalidURI'],
  ] as const;
  const { port, hostname } = new URL(stack.url);
  for (const [path, code] of cases) {
    // Not sent with fetch, which would resolve the dots first.
    const outgoing = request({ port, hostname, path }).end();
    const [response] = await once(outgoing, 'response');
    expect(await text(response)).toContain(`<Code>${code}</Code>`);
  }
});

test('rejects unsupported operations instead of doing something else', async () => {
  for (const refused of [
    () => stack.s3.send(new GetBucketAclCommand({ Bucket: BUCKET })),
    () => put('once', 'x', { IfNoneMatch: '"etag"' }),
    () => put('once', 'x', { IfMatch: '"etag"' }),
    () => put('stream', Readable.from(['one ', 'two']), { ContentLength: 7 }),
  ])
    await expect(refused()).rejects.toMatchObject({ name: 'NotImplemented' });
});

test('rejects a body that differs from what its sender declared', async () => {
  const wrongMd5 = createHash('md5').update('other').digest('base64');
  await expect(put('damaged', 'text', { ContentMD5: wrongMd5 })).rejects.toMatchObject({
    name: 'BadDigest',
  });
  await expect(put('damaged', 'text', { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({
    name: 'BadDigest',
  });
  await expect(get('damaged')).rejects.toMatchObject({ name: 'NoSuchKey' });
});
