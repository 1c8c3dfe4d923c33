import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { crc32 } from 'node:zlib';
import { S3Error } from './s3-error.ts';

type Headers = Readonly<Record<string, string>>;

/** Something that a caller said about the body and that is held against it at the end. */
interface Check {
  update(chunk: Buffer): void;
  /** @throws {S3Error} */
  finish(trailers: Headers): void;
}

/**
 * Passes a body through and fails at its end when it is not what the caller declared: length,
 * Content-MD5, x-amz-content-sha256, and the checksum in a header or trailer (CRC32, SHA-1,
 * SHA-256; others are believed).
 */
export class BodyCheck extends Transform {
  readonly #checks: readonly Check[];
  readonly #trailers: Headers;

  /** @param trailers of the body, read only after it has ended */
  constructor(headers: Headers, trailers: Headers) {
    super();
    this.#checks = checksFor(headers);
    this.#trailers = trailers;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (const check of this.#checks) check.update(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    try {
      for (const check of this.#checks) check.finish(this.#trailers);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

const CHECKSUMS: Readonly<Record<string, () => Digest>> = {
  'x-amz-checksum-crc32': crc32Digest,
  'x-amz-checksum-sha1': () => hashDigest('sha1', 'base64'),
  'x-amz-checksum-sha256': () => hashDigest('sha256', 'base64'),
  'content-md5': () => hashDigest('md5', 'base64'),
};

function checksFor(headers: Headers): Check[] {
  const announced = headers['x-amz-trailer']?.split(',').map((name) => name.trim()) ?? [];
  const checks = Object.entries(CHECKSUMS)
    .filter(([name]) => headers[name] !== undefined || announced.includes(name))
    .map(([name, digest]) => digestCheck(name, headers[name], digest(), 'BadDigest'));
  const sha256 = headers['x-amz-content-sha256'];
  if (sha256 !== undefined && /^[0-9a-f]{64}$/.test(sha256)) {
    const digest = hashDigest('sha256', 'hex');
    checks.push(digestCheck('x-amz-content-sha256', sha256, digest, 'XAmzContentSHA256Mismatch'));
  }
  const length = headers['x-amz-decoded-content-length'];
  if (length !== undefined) checks.push(lengthCheck(Number(length)));
  return checks;
}

interface Digest {
  update(chunk: Buffer): void;
  value(): string;
}

function crc32Digest(): Digest {
  let crc = 0;
  return {
    update(chunk) {
      crc = crc32(chunk, crc);
    },
    value() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(crc);
      return bytes.toString('base64');
    },
  };
}

function hashDigest(algorithm: string, encoding: 'base64' | 'hex'): Digest {
  const hash = createHash(algorithm);
  return {
    update: (chunk) => void hash.update(chunk),
    value: () => hash.digest(encoding),
  };
}

const digestCheck = (
  name: string,
  inHeader: string | undefined,
  digest: Digest,
  code: string,
): Check => ({
  update: (chunk) => digest.update(chunk),
  finish(trailers) {
    if (digest.value() !== (inHeader ?? trailers[name])) {
      throw new S3Error(400, code, `The ${name} you specified did not match what we received.`);
    }
  },
});

function lengthCheck(expected: number): Check {
  let received = 0;
  return {
    update(chunk) {
      received += chunk.length;
    },
    finish() {
      if (received !== expected) {
        throw new S3Error(
          400,
          'IncompleteBody',
          'You did not provide the number of bytes specified by the Content-Length HTTP header',
        );
      }
    },
  };
}
