import { readPostForm } from './form-data.ts';
import { type OperationContext, storedHeadersOf, type S3Response } from './operations.ts';
import { checkPostPolicy } from './post-policy.ts';
import { accessDenied, invalidArgument, notImplemented } from './s3-error.ts';
import { type S3Request, validateObjectKey } from './s3-request.ts';
import type { SignatureVerifier } from './signature.ts';

/**
 * Uploads a file from a presigned POST, which is a form with a signed policy. The size is counted
 * while the file streams, so that no more is stored than the policy allows.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-post-example.html
 */
export async function postObject(
  { objects, notify }: OperationContext,
  { verifyPolicy }: SignatureVerifier,
  { message, bucket, headers }: S3Request,
  now: Date,
): Promise<S3Response> {
  const { fields, file } = await readPostForm(message);
  const key = fields.get('key') ?? '';
  if (key === '') throw invalidArgument("Bucket POST must contain a field named 'key'.");
  validateObjectKey(key);
  const unknown = [...fields.keys()].find((name) => /^(success_action_|redirect$)/.test(name));
  if (unknown !== undefined) throw notImplemented(unknown);
  const policy = fields.get('policy');
  const credential = fields.get('x-amz-credential');
  const date = fields.get('x-amz-date');
  const signature = fields.get('x-amz-signature');
  if (!policy || !credential || !date || !signature) throw accessDenied();
  verifyPolicy(policy, { credential, date, signature });
  const range = checkPostPolicy(policy, new Map([...fields, ['bucket', bucket]]), now);

  const draft = await objects.draft(file, range);
  objects.commit({ bucket, key }, draft, storedHeadersOf(Object.fromEntries(fields)));
  await notify('Post', { bucket, key }, draft);
  const path = `/${[bucket, ...key.split('/')].map(encodeURIComponent).join('/')}`;
  const location = `http://${headers['host'] ?? ''}${path}`;
  return { status: 204, headers: { location, etag: draft.etag } };
}
