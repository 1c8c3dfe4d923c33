import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { type OperationContext, storedHeadersOf, type S3Response } from './operations.ts';
import { checkPostPolicy } from './post-policy.ts';
import { accessDenied, invalidArgument, notImplemented, S3Error } from './s3-error.ts';
import { type S3Request, validateObjectKey } from './s3-request.ts';
import type { SignatureVerifier } from './signature.ts';

interface PostForm {
  /** Fields before the file, by lowercase name. Fields after the file are ignored. */
  readonly fields: ReadonlyMap<string, string>;
  readonly file: AsyncIterable<Buffer>;
}

const LIMITS = { fieldSize: 64 * 1024, fields: 200, files: 1 };

/**
 * Parses the fields before the file, and streams the file.
 * @throws {S3Error} 400 if the form is malformed or has no file
 */
function readPostForm(message: IncomingMessage): Promise<PostForm> {
  const fields = new Map<string, string>();
  const file = new PassThrough();
  // Without a listener, a client that disconnects before the file is read would crash the process.
  file.on('error', () => undefined);
  const { promise, resolve, reject } = Promise.withResolvers<PostForm>();
  const rejectMalformed = (): void => {
    const error = new S3Error(
      400,
      'MalformedPOSTRequest',
      'The body of your POST request is not well-formed multipart/form-data.',
    );
    reject(error);
    file.destroy(error);
  };
  try {
    const parser = new Busboy({
      headers: { ...message.headers, 'content-type': message.headers['content-type'] ?? '' },
      isPartAFile: (name) => name?.toLowerCase() === 'file',
      limits: LIMITS,
    });
    parser.on('field', (name: string | undefined, value, _nameTruncated, truncated) => {
      if (truncated) rejectMalformed();
      if (name !== undefined) fields.set(name.toLowerCase(), value);
    });
    parser.on('file', (_name, stream) => {
      stream.once('error', rejectMalformed);
      stream.pipe(file);
      resolve({ fields, file });
    });
    parser.on('fieldsLimit', rejectMalformed);
    parser.on('finish', () =>
      reject(invalidArgument('POST requires exactly one file upload per request.')),
    );
    parser.on('error', rejectMalformed);
    const abortFile = (): void => {
      if (!message.complete) rejectMalformed();
    };
    message.once('close', abortFile);
    message.once('error', abortFile);
    // `pipeline` would destroy the request, but the response still needs its connection.
    message.pipe(parser);
  } catch {
    // The content type has no boundary.
    rejectMalformed();
  }
  return promise;
}

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
