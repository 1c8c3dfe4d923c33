import type { APIGatewayProxyEvent } from 'aws-lambda';
import { AppError } from '../../shared/contract/errors.ts';
import { MAX_FILE_NAME_LENGTH, MAX_MULTIPART_BYTES } from '../../shared/model/upload-limits.ts';
import { bytesOf, headerOf } from './event.ts';

/** A multipart form as it was sent: text fields and one file in the field `file`. */
export interface RawForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly bytes: Uint8Array };
}

/** Fields and boundaries around the file. */
const SPARE_BYTES = 64 * 1024;

async function parse(event: APIGatewayProxyEvent, bytes: Buffer): Promise<FormData> {
  const contentType = headerOf(event, 'content-type') ?? '';
  const request = new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } });
  try {
    return await request.formData();
  } catch (cause) {
    throw new AppError('malformed', {}, { cause });
  }
}

/** Throws `payload_too_large`, `malformed`, and `validation` without a file or with too long a name. */
export async function readForm(event: APIGatewayProxyEvent): Promise<RawForm> {
  const bytes = bytesOf(event);
  if (bytes.length > MAX_MULTIPART_BYTES + SPARE_BYTES) throw new AppError('payload_too_large');
  const form = await parse(event, bytes);

  const fields: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string') fields[name] = value;

  const file = form.get('file');
  if (file === null || typeof file === 'string')
    throw new AppError('validation', { fields: { file: ['field.required'] } });
  if (file.name.length > MAX_FILE_NAME_LENGTH)
    throw new AppError('validation', { fields: { file: ['field.too_long'] } });
  if (file.size > MAX_MULTIPART_BYTES) throw new AppError('payload_too_large');
  return { fields, file: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } };
}
