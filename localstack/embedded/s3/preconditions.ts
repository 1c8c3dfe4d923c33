import { S3Error, notImplemented } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import type { ObjectHead } from './upstream.ts';

/** Whether a write depends on what is there now. */
export const isConditional = ({ headers }: S3Request): boolean =>
  headers['if-none-match'] !== undefined || headers['if-match'] !== undefined;

/**
 * Conditional writes; the caller holds the key's lock from here until the object is written.
 * @param current what is stored under the key now
 * @throws {S3Error} 412 when the condition fails, 404 when If-Match finds nothing
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export function checkPreconditions({ headers }: S3Request, current: ObjectHead | undefined): void {
  const { 'if-none-match': noneMatch, 'if-match': match } = headers;
  if (noneMatch !== undefined) {
    if (noneMatch !== '*') throw notImplemented('If-None-Match with an ETag on a write');
    if (current !== undefined) throw preconditionFailed('If-None-Match');
  }
  if (match !== undefined) {
    if (current === undefined) {
      throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
    }
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
