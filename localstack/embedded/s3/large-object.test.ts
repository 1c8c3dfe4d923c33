import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { expect, test } from 'vitest';
import { BUCKET, startS3TestStack } from '../../../tests/support/s3-stack.ts';

const MEGABYTE = 1024 ** 2;
const FORM_MEGABYTES = 75;

test('stores and returns 75 MB from a form and 25 MB in parts in constant memory', async () => {
  await using stack = await startS3TestStack();
  const memory = watchMemory();

  const presigned = await createPresignedPost(stack.s3, { Bucket: BUCKET, Key: 'by-form' });
  const response = await postBlocks(presigned, memory.during(blocks(FORM_MEGABYTES)));
  expect(response.statusCode).toBe(204);
  const Body = Readable.from(memory.during(blocks(25)), { highWaterMark: 1 });
  const params = { Bucket: BUCKET, Key: 'in-parts', Body };
  await new Upload({ client: stack.s3, params, partSize: 5 * MEGABYTE, queueSize: 1 }).done();

  for (const [Key, count] of [
    ['by-form', FORM_MEGABYTES],
    ['in-parts', 25],
  ] as const) {
    const object = await stack.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    if (!(object.Body instanceof Readable)) throw new Error('no stream');
    expect(await digest(memory.during(object.Body))).toBe(await digest(blocks(count)));
  }
  expect(stack.events.map((event) => event.s3.object.size)).toEqual([
    FORM_MEGABYTES * MEGABYTE,
    25 * MEGABYTE,
  ]);
  expect(memory.peak()).toBeLessThan(48 * MEGABYTE);
});

function* blocks(count: number): Generator<Buffer> {
  for (let i = 0; i < count; i += 1) yield Buffer.alloc(MEGABYTE, i);
}

async function digest(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
  const hash = createHash('sha1');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/** Posts a large form from a generator, because `FormData` would need the whole file in memory. */
async function postBlocks(
  { url, fields }: { url: string; fields: Record<string, string> },
  chunks: AsyncIterable<Buffer>,
): Promise<IncomingMessage> {
  const boundary = 'boundary';
  const head = Object.entries(fields)
    .map(([name, value]) => `${part(boundary, name)}\r\n${value}\r\n`)
    .concat(`${part(boundary, 'file"; filename="list.csv')}\r\n`)
    .join('');
  const tail = `\r\n--${boundary}--\r\n`;
  const outgoing = request(url, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + FORM_MEGABYTES * MEGABYTE + tail.length,
    },
  });
  Readable.from(
    (async function* form() {
      yield head;
      yield* chunks;
      yield tail;
    })(),
    { highWaterMark: 1 },
  ).pipe(outgoing);
  const [response] = await once(outgoing, 'response');
  return response.resume();
}

const part = (boundary: string, name: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n`;

/**
 * Measures the growth of live buffers outside the heap, where request and response bodies are
 * stored. Ignores garbage left by earlier tests in the same thread.
 */
function watchMemory(): {
  /** Passes chunks through unchanged, and measures at every 25th megabyte. */
  during(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer>;
  /** Peak growth in bytes. */
  peak(): number;
} {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const measure = (): number => {
    // The second collection frees buffers that the first one finds dead.
    collect();
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const atStart = measure();
  let peak = 0;
  return {
    async *during(chunks) {
      let passed = 0;
      for await (const chunk of chunks) {
        const before = Math.floor(passed / (25 * MEGABYTE));
        passed += chunk.length;
        if (Math.floor(passed / (25 * MEGABYTE)) > before)
          peak = Math.max(peak, measure() - atStart);
        yield chunk;
      }
    },
    peak: () => peak,
  };
}
