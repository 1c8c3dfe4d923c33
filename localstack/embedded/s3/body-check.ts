import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './s3-error.ts';

type Headers = Readonly<Record<string, string>>;

interface Digest {
  update(chunk: Buffer): unknown;
  digest(encoding: 'base64' | 'hex'): string;
}

/** What `createHash` is for other checksums. */
function createCrc32(): Digest {
  let crc = 0;
  return {
    update: (chunk) => (crc = crc32(chunk, crc)),
    digest(encoding) {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(crc);
      return bytes.toString(encoding);
    },
  };
}

/** Checksums by their headers, which may come as trailers instead. */
const CHECKSUMS: Readonly<Record<string, () => Digest>> = {
  'x-amz-checksum-crc32': createCrc32,
  'x-amz-checksum-sha1': () => createHash('sha1'),
  'x-amz-checksum-sha256': () => createHash('sha256'),
  'content-md5': () => createHash('md5'),
};

/**
 * Passes a body through and fails at its end when it is not what the caller declared: length,
 * Content-MD5, x-amz-content-sha256, and the checksum in a header or trailer (CRC32, SHA-1,
 * SHA-256; others are believed).
 * @param trailers of the body, read only after it has ended
 * @throws {S3Error} 400
 */
export async function* checkBody(
  body: AsyncIterable<Buffer>,
  headers: Headers,
  trailers: Headers,
): AsyncGenerator<Buffer> {
  const announced = headers['x-amz-trailer']?.split(',').map((name) => name.trim()) ?? [];
  const checksums = Object.entries(CHECKSUMS)
    .filter(([name]) => headers[name] !== undefined || announced.includes(name))
    .map(([name, create]) => [name, create()] as const);
  const sha256 = createHash('sha256');
  const declared = headers['x-amz-content-sha256'] ?? '';
  const isHash = /^[0-9a-f]{64}$/.test(declared);
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (isHash) sha256.update(chunk);
    for (const [, digest] of checksums) digest.update(chunk);
    yield chunk;
  }
  for (const [name, digest] of checksums)
    if (digest.digest('base64') !== (headers[name] ?? trailers[name]))
      throw mismatch('BadDigest', name);
  if (isHash && sha256.digest('hex') !== declared)
    throw mismatch('XAmzContentSHA256Mismatch', 'x-amz-content-sha256');
  const expected = headers['x-amz-decoded-content-length'];
  if (expected !== undefined && length !== Number(expected))
    throw new S3Error(
      400,
      'IncompleteBody',
      'You did not provide the number of bytes specified by the Content-Length HTTP header',
    );
}

const mismatch = (code: string, name: string): S3Error =>
  new S3Error(400, code, `The ${name} you specified did not match what we received.`);
