import { once } from 'node:events';
import { createServer } from 'node:http';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET, type S3TestStack, startS3TestStack } from '../../../tests/support/s3-stack.ts';
import type { Blobs } from './blobs.ts';
import { createS3Blobs } from './s3-blobs.ts';

describe('on a working object store', () => {
  let stack: S3TestStack;
  let blobs: Blobs;
  beforeAll(async () => {
    stack = await startS3TestStack();
    blobs = createS3Blobs(stack.s3, { uploads: BUCKET, files: BUCKET });
  });
  afterAll(() => stack.close());

  it('creates a presigned POST for one object of limited size, and a link with a file name', async () => {
    const key = 'uploads/u/L';
    const { url, fields } = await blobs.uploadForm(key, { maxBytes: 10, seconds: 60 });
    const post = (content: string) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([content]));
      return fetch(url, { method: 'POST', body: form });
    };
    expect((await post('far too many')).status).toBe(400);
    expect((await post('a@b.fr')).status).toBe(204);
    expect(Buffer.from(await blobs.bytes(key)).toString()).toBe('a@b.fr');

    const disposition = 'attachment; filename="x.csv"';
    const options = { disposition, mediaType: 'application/json', seconds: 60 };
    const link = await fetch(await blobs.link(key, options));
    expect([link.status, await link.text()]).toEqual([200, 'a@b.fr']);
    expect(link.headers.get('content-disposition')).toBe(disposition);
    expect(link.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('if the store fails', () => {
  it('never returns a truncated object as a complete one', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Length': 8 });
      response.write('half', () => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const client = new S3Client({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-west-3',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      forcePathStyle: true,
    });
    const blobs = createS3Blobs(client, { uploads: 'u', files: 'f' });
    await expect(blobs.bytes('work/a')).rejects.toThrow('aborted');
    client.destroy();
    server.close();
  });

  it("throws the store's error, and selects the bucket by key", async () => {
    const s3 = mockClient(S3Client);
    const blobs = createS3Blobs(new S3Client({ region: 'eu-west-3' }), {
      uploads: 'u',
      files: 'f',
    });
    s3.on(PutObjectCommand).rejects(new Error('503 SlowDown'));
    await expect(blobs.put('uploads/u/L', 'x')).rejects.toThrow('503');
    await expect(blobs.put('work/L', 'x')).rejects.toThrow('503');
    const inputs = s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input.Bucket);
    expect(inputs).toEqual(['u', 'f']);
    s3.restore();
  });
});
