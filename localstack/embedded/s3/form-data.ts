import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { S3Error, invalidArgument } from './s3-error.ts';

export interface PostForm {
  /** Fields before the file, by lowercase name. Fields after the file are ignored. */
  readonly fields: ReadonlyMap<string, string>;
  readonly file: AsyncIterable<Buffer>;
}

const LIMITS = { fieldSize: 64 * 1024, fields: 200, files: 1 };

/**
 * Parses the fields before the file, and streams the file.
 * @throws {S3Error} 400 if the form is malformed or has no file
 */
export function readPostForm(message: IncomingMessage): Promise<PostForm> {
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
