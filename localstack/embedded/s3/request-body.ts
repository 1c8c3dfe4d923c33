import type { IncomingMessage } from 'node:http';
import { PassThrough, type Writable } from 'node:stream';
import { decodeAwsChunked } from './aws-chunked.ts';
import { checkBody } from './body-check.ts';
import type { S3Request } from './s3-request.ts';
import { S3Error } from './s3-error.ts';

/** The body of a request: frames taken off, and verified by the time it ends. */
export function openBody(request: S3Request): AsyncIterable<Buffer> {
  const body: AsyncIterable<Buffer> = feed(request.message, new PassThrough());
  const trailers: Record<string, string> = {};
  const bytes = isAwsChunked(request.headers) ? decodeAwsChunked(body, trailers) : body;
  return checkBody(bytes, aboutBody(request), trailers);
}

/** A checksum sent with CompleteMultipartUpload is that of the object, not of the request. */
function aboutBody({ method, query, headers }: S3Request): S3Request['headers'] {
  if (method !== 'POST' || query['uploadId'] === undefined) return headers;
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith('x-amz-checksum-'));
  return Object.fromEntries(kept);
}

/** Bytes of the object if the caller announced them. */
export function bodyLength({ headers }: S3Request): number | undefined {
  const length = isAwsChunked(headers)
    ? headers['x-amz-decoded-content-length']
    : headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** The encoding of the object itself, without that of its transfer. */
export function contentEncoding(headers: S3Request['headers']): string | undefined {
  const names = encodings(headers).filter((name) => name !== 'aws-chunked');
  return names.length === 0 ? undefined : names.join(',');
}

const encodings = (headers: S3Request['headers']): string[] =>
  headers['content-encoding']?.split(',').map((name) => name.trim()) ?? [];

const isAwsChunked = (headers: S3Request['headers']): boolean =>
  encodings(headers).includes('aws-chunked') ||
  headers['x-amz-content-sha256']?.startsWith('STREAMING-') === true;

/**
 * Pipes a request into a sink. Unlike `pipeline` it never destroys the request, since a response
 * has still to go over its connection when the sink fails.
 */
export function feed<Sink extends Writable>(message: IncomingMessage, sink: Sink): Sink {
  message.pipe(sink);
  const lose = (): void => {
    if (message.complete) return;
    sink.destroy(
      new S3Error(400, 'RequestTimeout', 'The connection was closed before the body was complete.'),
    );
  };
  message.once('close', lose);
  message.once('error', lose);
  if (message.destroyed) lose();
  return sink;
}
