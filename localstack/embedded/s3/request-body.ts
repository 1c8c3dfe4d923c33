import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import type { Readable, Writable } from 'node:stream';
import { AwsChunkedDecoder } from './aws-chunked.ts';
import { BodyCheck } from './body-check.ts';
import type { S3Request } from './s3-request.ts';
import { S3Error } from './s3-error.ts';

/** The object bytes of a request: frames taken off, and verified by the time the stream ends. */
export function openBody(message: IncomingMessage, { headers }: S3Request): Readable {
  if (!isAwsChunked(headers)) return feed(message, new BodyCheck(headers, {}));
  const decoder = new AwsChunkedDecoder();
  const check = new BodyCheck(headers, decoder.trailers);
  feed(message, decoder);
  // Whoever reads `check` sees the error; there is nothing to do about it here.
  return pipeline(decoder, check, () => undefined);
}

/** Bytes of the object if the caller announced them. */
export function bodyLength({ headers }: S3Request): number | undefined {
  const length = isAwsChunked(headers)
    ? headers['x-amz-decoded-content-length']
    : headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

const isAwsChunked = (headers: S3Request['headers']): boolean =>
  headers['content-encoding']?.split(',').some((name) => name.trim() === 'aws-chunked') === true ||
  headers['x-amz-content-sha256']?.startsWith('STREAMING-') === true;

/**
 * Pipes a request into a sink. Unlike `pipeline` it never destroys the request, since an answer
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
