import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';

/** Checksums to verify, by header. Other checksums are accepted without verification. */
const CHECKSUMS = {
  'x-amz-checksum-crc32': createCrc32,
  'x-amz-checksum-sha256': () => createHash('sha256'),
  'content-md5': () => createHash('md5'),
};

/**
 * Streams the body of a request. Throws at the end if it does not match Content-MD5,
 * x-amz-content-sha256 or the checksum in a header. Never destroys the request, because the
 * response still needs its connection.
 * @param ofObject false if the checksum header does not apply to this body
 * @throws {S3Error} 400
 */
export async function* readVerifiedBody(
  { message, headers }: S3Request,
  ofObject = true,
): AsyncGenerator<Buffer> {
  const declaredHash = headers['x-amz-content-sha256'] ?? '';
  const checks = Object.entries(CHECKSUMS)
    .filter(([name]) => ofObject && headers[name] !== undefined)
    .map(([name, create]) => ({ name, digest: create() }));
  const sha256 = /^[0-9a-f]{64}$/.test(declaredHash) ? createHash('sha256') : undefined;
  const chunks: AsyncIterable<Buffer> = message.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    sha256?.update(chunk);
    for (const { digest } of checks) digest.update(chunk);
    yield chunk;
  }
  for (const { name, digest } of checks)
    if (digest.digest('base64') !== headers[name]) throw mismatch('BadDigest', name);
  if (sha256 && sha256.digest('hex') !== declaredHash)
    throw mismatch('XAmzContentSHA256Mismatch', 'x-amz-content-sha256');
}

/** Creates a CRC-32 hash with the two methods of Node's `Hash` that this module uses. */
function createCrc32() {
  let crc = 0;
  return {
    update: (chunk: Buffer): unknown => (crc = crc32(chunk, crc)),
    digest(encoding: 'base64'): string {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(crc);
      return bytes.toString(encoding);
    },
  };
}

const mismatch = (code: string, name: string): S3Error =>
  new S3Error(400, code, `The ${name} you specified did not match what we received.`);
