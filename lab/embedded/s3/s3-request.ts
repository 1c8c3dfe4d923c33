import type { IncomingMessage } from 'node:http';
import { S3Error, invalidArgument, notImplemented } from './s3-error.ts';

export interface ObjectRef {
  readonly bucket: string;
  /** Empty for the bucket itself. */
  readonly key: string;
}

/** A path-style S3 API request, `/bucket/key?query`, with decoded names. */
export interface S3Request extends ObjectRef {
  /** The body of this HTTP request has not been read. */
  readonly message: IncomingMessage;
  readonly method: string;
  readonly rawPath: string;
  readonly query: Readonly<Record<string, string>>;
  /** Headers by lowercase name; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * @throws {S3Error} for a URL that is not percent-encoded UTF-8, an invalid bucket name, or a key
 *   that cannot be stored
 */
export function parseS3Request(message: IncomingMessage): S3Request {
  const [rawPath = '', ...search] = (message.url ?? '/').split('?');
  const headers = Object.entries(message.headersDistinct);
  return {
    message,
    method: message.method ?? 'GET',
    rawPath,
    ...parsePath(rawPath),
    // Unlike in a form, a plus is literal: clients encode a space as %20.
    query: Object.fromEntries(new URLSearchParams(search.join('?').replaceAll('+', '%2B'))),
    headers: Object.fromEntries(headers.map(([name, values = []]) => [name, values.join(',')])),
  };
}

/** @param path `/bucket/key`, percent-encoded */
export function parsePath(path: string): ObjectRef {
  const [, bucket = '', ...keySegments] = path.split('/').map(decode);
  const key = keySegments.join('/');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new S3Error(400, 'InvalidBucketName', 'The specified bucket is not valid.');
  validateObjectKey(key);
  return { bucket, key };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

/**
 * Rejects keys that cannot be file names: a `..` would leave the bucket's folder, and `a//b` would
 * be the same file as `a/b`.
 * @throws {S3Error}
 */
export function validateObjectKey(key: string): void {
  if (Buffer.byteLength(key) > 1024)
    throw new S3Error(400, 'KeyTooLongError', 'Your key is too long');
  const segments = key.split('/');
  if (segments.some((segment) => segment === '.' || segment === '..'))
    throw invalidArgument('A key must not contain a segment . or ..');
  if (segments.slice(0, -1).includes('')) throw notImplemented('keys with empty segments');
  if (segments.some((segment) => Buffer.byteLength(segment) > 200))
    throw notImplemented('key segments above 200 bytes');
}
