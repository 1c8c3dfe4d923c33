import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeAwsChunked } from './aws-chunked.ts';

async function decode(pieces: readonly Buffer[]) {
  const trailers = {};
  const body = await buffer(decodeAwsChunked(Readable.from(pieces), trailers));
  return { body: body.toString(), trailers };
}

test('takes off frames, signatures and trailers', async () => {
  const framed =
    '5;chunk-signature=abc\r\nhello\r\n6\r\n world\r\n0\r\n' +
    'X-Amz-Checksum-Crc32: DUoRhQ==\r\nx-other:1\r\n\r\n';
  expect(await decode([Buffer.from(framed)])).toEqual({
    body: 'hello world',
    trailers: { 'x-amz-checksum-crc32': 'DUoRhQ==', 'x-other': '1' },
  });
});

test('does not care where the network cuts', async () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 });
  const chunks = fc.array(fc.string({ minLength: 1, unit: 'binary' }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(chunks, cuts, async (texts, lengths) => {
      const frames = texts.map((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
      const framed = Buffer.from(`${frames.join('')}0\r\na:b\r\n\r\n`);
      const pieces: Buffer[] = [];
      for (let at = 0, i = 0; at < framed.length; i += 1) {
        const length = lengths[i % lengths.length] ?? 1;
        pieces.push(framed.subarray(at, at + length));
        at += length;
      }
      expect(await decode(pieces)).toEqual({ body: texts.join(''), trailers: { a: 'b' } });
    }),
    { seed: 20260304, numRuns: 100 },
  );
});

test('notices what is cut short or not framed', async () => {
  const broken = [
    '',
    '5\r\nhel',
    '5\r\nhello\r\n',
    '0\r\n',
    'zz\r\n',
    '5\r\nhelloX\r\n',
    '0\r\n\r\nmore\r\n',
  ];
  for (const text of [...broken, 'a'.repeat(5000)])
    await expect(decode([Buffer.from(text)])).rejects.toMatchObject({ code: 'IncompleteBody' });
});
