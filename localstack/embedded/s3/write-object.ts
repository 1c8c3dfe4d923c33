import { pipeline } from 'node:stream';
import type { Answer } from './answer.ts';
import type { EdgeContext, Exchange } from './context.ts';
import { forward } from './forward.ts';
import { checkPreconditions, isConditional } from './preconditions.ts';
import { bodyLength, openBody } from './request-body.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import { SizeLimit, tooLarge } from './size-limit.ts';

/** The largest object that one PUT may create. */
const MAX_PUT_BYTES = 5 * 1024 ** 3;
/** The upstream refuses a larger request. */
const MAX_PART_BYTES = 11 * 1024 ** 2;

/** PutObject. Above a few megabytes the object's ETag is that of a multipart upload. */
export const putObject = (context: EdgeContext, exchange: Exchange): Promise<Answer> =>
  locked(context, exchange, async () => {
    const { message, request } = exchange;
    const { bucket, key, headers } = request;
    requiredLength(request);
    const size = new SizeLimit({ min: 0, max: MAX_PUT_BYTES });
    const body = pipeline(openBody(message, request), size, () => undefined);
    const etag = await context.upstream.write({ bucket, key, headers, body });
    await context.notifier.created('Put', { bucket, key, size: size.count, etag });
    return { status: 200, headers: { etag } };
  });

/** CopyObject. */
export const copyObject = (context: EdgeContext, exchange: Exchange): Promise<Answer> =>
  locked(context, exchange, () => forwardAndAnnounce(context, exchange, 'Copy'));

/** CompleteMultipartUpload. */
export const completeUpload = (context: EdgeContext, exchange: Exchange): Promise<Answer> =>
  locked(context, exchange, () => forwardAndAnnounce(context, exchange, 'CompleteMultipartUpload'));

/** UploadPart. */
export async function uploadPart(context: EdgeContext, exchange: Exchange): Promise<Answer> {
  const length = requiredLength(exchange.request);
  if (length > MAX_PART_BYTES) throw tooLarge(length, MAX_PART_BYTES);
  return forward(context, exchange);
}

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
  { request }: Exchange,
  write: () => Promise<Answer>,
): Promise<Answer> =>
  context.lock(`${request.bucket}/${request.key}`, async () => {
    const { bucket, key } = request;
    if (isConditional(request)) {
      checkPreconditions(request, await context.upstream.head(bucket, key));
    }
    return write();
  });

async function forwardAndAnnounce(
  context: EdgeContext,
  exchange: Exchange,
  event: 'Copy' | 'CompleteMultipartUpload',
): Promise<Answer> {
  const { bucket, key } = exchange.request;
  const answer = await forward(context, exchange);
  if (answer.status !== 200) return answer;
  const head = await context.upstream.head(bucket, key);
  if (head !== undefined) await context.notifier.created(event, { bucket, key, ...head });
  return answer;
}
