import type { EdgeContext, Operation, S3Response } from './context.ts';
import { forward } from './forward.ts';
import { bodyLength, openBody } from './request-body.ts';
import { S3Error, notImplemented } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import { tooLarge } from './size-limit.ts';
import type { ObjectHead } from './upstream.ts';

/** The largest object that one PUT may create. */
const MAX_PUT_BYTES = 5 * 1024 ** 3;
/** The upstream refuses a larger request. */
const MAX_PART_BYTES = 11 * 1024 ** 2;

/** PutObject. Above a few megabytes the object's ETag is that of a multipart upload. */
export const putObject: Operation = (context, request) =>
  locked(context, request, async () => {
    const { bucket, key, headers } = request;
    requiredLength(request);
    const body = openBody(request);
    const range = { min: 0, max: MAX_PUT_BYTES };
    const stored = await context.upstream.write({ bucket, key, headers, body, range });
    await context.notify('Put', { bucket, key, ...stored });
    return { status: 200, headers: { etag: stored.etag } };
  });

/** CopyObject. */
export const copyObject: Operation = (context, request) =>
  locked(context, request, () => forwardAndAnnounce(context, request, 'Copy'));

/** CompleteMultipartUpload. */
export const completeUpload: Operation = (context, request) =>
  locked(context, request, () => forwardAndAnnounce(context, request, 'CompleteMultipartUpload'));

/** UploadPart. */
export const uploadPart: Operation = async (context, request) => {
  const length = requiredLength(request);
  if (length > MAX_PART_BYTES) throw tooLarge(length, MAX_PART_BYTES);
  return forward(context, request);
};

/** The cloud takes no body of unknown length either. */
function requiredLength(request: S3Request): number {
  const length = bodyLength(request);
  if (length !== undefined) return length;
  throw new S3Error(
    411,
    'MissingContentLength',
    'You must provide the Content-Length HTTP header.',
  );
}

/** Writers of one key follow each other, so that a condition holds until the write is done. */
const locked = (
  context: EdgeContext,
  request: S3Request,
  write: () => Promise<S3Response>,
): Promise<S3Response> =>
  context.lock(`${request.bucket}/${request.key}`, async () => {
    const { 'if-none-match': noneMatch, 'if-match': match } = request.headers;
    if (noneMatch !== undefined || match !== undefined)
      checkPreconditions(request, await context.upstream.head(request.bucket, request.key));
    return write();
  });

async function forwardAndAnnounce(
  context: EdgeContext,
  request: S3Request,
  event: 'Copy' | 'CompleteMultipartUpload',
): Promise<S3Response> {
  const { bucket, key } = request;
  const response = await forward(context, request);
  if (response.status !== 200) return response;
  const head = await context.upstream.head(bucket, key);
  if (head !== undefined) await context.notify(event, { bucket, key, ...head });
  return response;
}

/**
 * Conditional writes; the caller holds the key's lock from here until the object is written.
 * @param current what is stored under the key now
 * @throws {S3Error} 412 when the condition fails, 404 when If-Match finds nothing
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
function checkPreconditions({ headers }: S3Request, current: ObjectHead | undefined): void {
  const { 'if-none-match': noneMatch, 'if-match': match } = headers;
  if (noneMatch !== undefined) {
    if (noneMatch !== '*') throw notImplemented('If-None-Match with an ETag on a write');
    if (current !== undefined) throw preconditionFailed('If-None-Match');
  }
  if (match !== undefined) {
    if (current === undefined)
      throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
    if (unquoted(match) !== unquoted(current.etag)) throw preconditionFailed('If-Match');
  }
}

const unquoted = (etag: string): string => etag.replaceAll('"', '');

const preconditionFailed = (condition: string): S3Error =>
  new S3Error(
    412,
    'PreconditionFailed',
    'At least one of the pre-conditions you specified did not hold',
    { Condition: condition },
  );
