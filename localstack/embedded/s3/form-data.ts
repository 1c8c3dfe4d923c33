import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { FormFields } from './post-policy.ts';
import { feed } from './request-body.ts';
import { S3Error, invalidArgument } from './s3-error.ts';

/** A form as a browser posts it to a bucket. */
export interface PostForm {
  /** The fields before the file; what comes after it is ignored. */
  readonly fields: FormFields;
  readonly file: Readable;
  /** Without folders; empty when the form names none. */
  readonly fileName: string;
}

const MAX_FIELD_BYTES = 64 * 1024;
const MAX_FIELDS = 200;

/**
 * Reads a multipart form up to its `file` field, whose bytes then stream.
 * @throws {S3Error} 400 when there is no such field or the form is not well-formed
 */
export function readPostForm(message: IncomingMessage): Promise<PostForm> {
  const { headers } = message;
  const contentType = headers['content-type'] ?? '';
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const parser = openParser({ ...headers, 'content-type': contentType });
    const file = new PassThrough();
    // Nobody may be reading it yet, or any more, when the sender hangs up.
    file.on('error', () => undefined);
    const fail = (error: Error): void => {
      reject(error);
      file.destroy(error);
    };
    parser.on('field', (name: string | undefined, value, _nameTruncated, truncated) => {
      if (truncated) fail(malformed('The fields preceding the upload file were too large.'));
      if (name !== undefined) fields.set(name.toLowerCase(), value);
    });
    parser.on('file', (_name, stream, fileName?: string) => {
      stream.once('error', () => fail(malformed('The form ends in the middle of the file.')));
      stream.pipe(file);
      resolve({ fields, file, fileName: fileName ?? '' });
    });
    parser.on('fieldsLimit', () => fail(malformed('Your POST request has too many fields.')));
    parser.on('error', (error) => {
      fail(
        error instanceof S3Error
          ? error
          : malformed('The body of your POST request is not well-formed multipart/form-data.'),
      );
    });
    parser.on('finish', () => {
      reject(invalidArgument('POST requires exactly one file upload per request.'));
    });
    feed(message, parser);
  });
}

type ParserHeaders = ConstructorParameters<typeof Busboy>[0]['headers'];

function openParser(headers: ParserHeaders): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers,
      isPartAFile: (name) => name?.toLowerCase() === 'file',
      limits: { fieldSize: MAX_FIELD_BYTES, fields: MAX_FIELDS, files: 1 },
    });
  } catch {
    throw malformed('The content type of your POST request has no boundary.');
  }
}

const malformed = (message: string): S3Error => new S3Error(400, 'MalformedPOSTRequest', message);
