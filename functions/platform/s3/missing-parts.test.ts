import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BUCKET, type S3TestStack, startS3TestStack } from '../../../tests/support/s3-stack.ts';
import type { Blobs } from './blobs.ts';
import { createS3Blobs } from './s3-blobs.ts';

const MIB = 1024 * 1024;
const LIMITS = { bytes: 11 * MIB, partBytes: 5 * MIB, seconds: 60 };
let stack: S3TestStack;
let blobs: Blobs;
let Key: string;
let elapsedMs = 0;
let keys = 0;
beforeAll(async () => {
  stack = await startS3TestStack({ now: () => new Date(Date.now() + elapsedMs) });
  blobs = createS3Blobs(stack.s3, { uploads: BUCKET, files: BUCKET });
});
beforeEach(() => {
  elapsedMs = 0;
  stack.events.length = 0;
  Key = `uploads/u/L${(keys += 1)}`;
});
afterAll(() => stack.close());

const missing = () => blobs.missingParts(Key, LIMITS);
const numbers = async () => (await missing()).map(({ number }) => number);
const put = async (url = '', bytes = 5 * MIB, fill = 'x') => {
  const response = await fetch(url, { method: 'PUT', body: Buffer.alloc(bytes, fill) });
  return [response.status, /<Code>(.*)<\/Code>/.exec(await response.text())?.[1]];
};
const uploadsStarted = async () => {
  const command = new ListMultipartUploadsCommand({ Bucket: BUCKET, Prefix: Key });
  return (await stack.s3.send(command)).Uploads ?? [];
};

it('returns links for the missing parts, and creates the object once from all of them', async () => {
  const [first, second, third] = await missing();
  expect([first?.number, second?.number, third?.number]).toEqual([1, 2, 3]);
  expect(await put(third?.url, MIB, 'c')).toEqual([200, undefined]);
  expect(await put(first?.url, 5 * MIB, 'a')).toEqual([200, undefined]);
  expect(await numbers()).toEqual([2]);
  expect(stack.events).toEqual([]);
  expect(await put((await missing())[0]?.url, 5 * MIB, 'b')).toEqual([200, undefined]);
  expect(await uploadsStarted()).toHaveLength(1);

  expect(await missing()).toEqual([]);
  const whole = Buffer.from(await blobs.bytes(Key)).toString();
  expect(whole).toBe(`${'a'.repeat(5 * MIB)}${'b'.repeat(5 * MIB)}${'c'.repeat(MIB)}`);
  // Before the bucket's notification arrives, a repeated call finds the object and starts no
  // upload.
  expect(await missing()).toEqual([]);
  expect(await uploadsStarted()).toEqual([]);
  expect(stack.events).toMatchObject([
    { eventName: 'ObjectCreated:CompleteMultipartUpload', s3: { object: { key: Key } } },
  ]);
  expect(await put(second?.url)).toEqual([404, 'NoSuchUpload']);
});

it('accepts exactly the bytes of a part at its link, until the link expires', async () => {
  const [first, , third] = await missing();
  expect(first?.url).not.toContain('checksum');
  for (const bytes of [5 * MIB - 1, 5 * MIB + 1])
    expect(await put(first?.url, bytes)).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await put(third?.url, 5 * MIB)).toEqual([403, 'SignatureDoesNotMatch']);
  const other = first?.url.replace('partNumber=1', 'partNumber=4');
  expect(await put(other)).toEqual([403, 'SignatureDoesNotMatch']);
  elapsedMs = 61_000;
  expect(await put(first?.url)).toEqual([403, 'AccessDenied']);
  elapsedMs = 0;
  expect(await numbers()).toEqual([1, 2, 3]);
});

it('asks again for a part of another size, and continues the upload that was started first', async () => {
  const location = { Bucket: BUCKET, Key };
  const { UploadId } = await stack.s3.send(new CreateMultipartUploadCommand(location));
  await stack.s3.send(new CreateMultipartUploadCommand(location));
  for (const [PartNumber, size] of [
    [1, 5 * MIB],
    [2, 6 * MIB],
    [4, MIB],
  ] as const) {
    const Body = Buffer.alloc(size);
    await stack.s3.send(new UploadPartCommand({ ...location, UploadId, PartNumber, Body }));
  }
  const remaining = await missing();
  expect(remaining.map(({ number }) => number)).toEqual([2, 3]);
  await put(remaining[0]?.url);
  await put(remaining[1]?.url, MIB);
  expect(await missing()).toEqual([]);
  expect(await blobs.size(Key)).toBe(11 * MIB);
  // The other upload is left to the bucket's lifecycle rule, and does not restore the object.
  expect(await missing()).toEqual([]);
});
