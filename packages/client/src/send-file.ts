import { type Caller, bindRequest, drain, type Options } from './call.ts';
import { TamisError } from './error.ts';

export interface UploadOptions extends Options {
  /** File name, ending in `.csv` or `.txt`. */
  readonly fileName: string;
  readonly name?: string | undefined;
  /**
   * Column that contains the addresses, starting at 1; by default the first. The service rejects a
   * file with `wrong_column` if another column clearly has more addresses.
   */
  readonly column?: number | undefined;
  /** WHATWG label such as `windows-1250`; detected by default. */
  readonly encoding?: string | undefined;
  /** Whether the file follows RFC 4180, so that every quote is significant. */
  readonly strict?: boolean | undefined;
  /** Separator of the cells, or of the text around each address; detected by default. */
  readonly separator?: string | undefined;
  /**
   * Whether text around every address is part of it. By default, the service rejects such a file
   * with `wrong_separator`.
   */
  readonly asIs?: boolean | undefined;
  /** Your id for this upload. Repeating the call with the same id returns the same list. */
  readonly idempotencyKey?: string;
  /** For a file larger than 8 MB: called between parts with the number of bytes stored so far. */
  readonly onProgress?: (bytes: number) => void;
}

/** Response to a registered upload. Once the file has arrived, it contains only `file_id`. */
interface RegisteredUpload {
  readonly file_id: string;
  readonly upload?: { readonly url: string; readonly fields: Record<string, string> };
  readonly part_bytes?: number;
  readonly parts?: readonly { readonly number: number; readonly url: string }[];
}

/**
 * Maximum bytes to send in one request. Larger files are sent in parts, so that a retry sends only
 * the missing parts.
 */
const MAX_FORM_BYTES = 8 * 1024 * 1024;

/**
 * Sends a file or, after an interrupted call, only its missing parts. @returns the id of the list
 */
export async function sendFile(
  call: Caller,
  blob: Blob,
  options: UploadOptions & { readonly idempotencyKey: string },
): Promise<string> {
  const { fileName, name = fileName, column, encoding, strict, separator, asIs } = options;
  const { idempotencyKey, signal, onProgress } = options;
  const { size } = blob;
  const format = { column, encoding, strict, separator, as_is: asIs };
  const file = { name, file_name: fileName, size, ...format };
  const body = { ...file, parts: size > MAX_FORM_BYTES || undefined };
  const request = bindRequest(call);
  const registerUpload = () =>
    request<RegisteredUpload>('POST', '/api/upload', { signal }, { body, idempotencyKey });
  const send = (method: 'POST' | 'PUT', path: string, content: Blob | FormData) =>
    call({ method, path, body: content, idempotencyKey, signal }, drain);

  let registered = await registerUpload();
  if (registered.upload)
    await send(
      'POST',
      registered.upload.url,
      buildPostForm(registered.upload.fields, blob, fileName),
    );
  while (registered.parts) {
    const { parts, part_bytes: bytes = size } = registered;
    for (const [sent, { number, url }] of parts.entries()) {
      onProgress?.(Math.max(0, size - (parts.length - sent) * bytes));
      try {
        await send('PUT', url, blob.slice((number - 1) * bytes, number * bytes));
      } catch (error) {
        // A link may have expired. Registering the upload again returns new links.
        if (sent === 0 || !(error instanceof TamisError)) throw error;
        break;
      }
    }
    registered = await registerUpload();
    if (!registered.parts) onProgress?.(size);
  }
  return registered.file_id;
}

export function buildPostForm(
  fields: Readonly<Record<string, string>>,
  blob: Blob,
  fileName: string,
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  // The store ignores fields after the file.
  form.append('file', blob, fileName);
  return form;
}
