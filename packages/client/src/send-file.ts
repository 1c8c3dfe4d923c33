import { type Caller, createAsk, nothing, type Options } from './call.ts';
import { TamisError } from './error.ts';

export interface UploadOptions extends Options {
  /** The name of the file, which ends in `.csv` or `.txt`. */
  readonly fileName: string;
  readonly name?: string | undefined;
  /** The column of the addresses, counted from 1; the first one without it. */
  readonly column?: number | undefined;
  /** A WHATWG label such as `windows-1250`; detected without it. */
  readonly encoding?: string | undefined;
  /** The file follows RFC 4180, so that no quote in it is doubted. */
  readonly strict?: boolean | undefined;
  /** Your name for this upload: sent again with the same one, it is the same list. */
  readonly idempotencyKey?: string;
  /** Told of the bytes that the store has of a file above 8 MB, part after part. */
  readonly onProgress?: (bytes: number) => void;
}

/** What the service answers to a file that it is told of; only `file_id` once that has arrived. */
interface Announced {
  readonly file_id: string;
  readonly upload?: { readonly url: string; readonly fields: Record<string, string> };
  readonly part_bytes?: number;
  readonly parts?: readonly { readonly number: number; readonly url: string }[];
}

/** A larger file is sent in parts, of which a repetition sends those that are missing. */
const FORM_BYTES = 8 * 1024 * 1024;

/**
 * Sends a file to the store, or the rest of it where an earlier call of the same key was cut off.
 * @returns the id of its list
 */
export async function sendFile(
  call: Caller,
  blob: Blob,
  options: UploadOptions & { readonly idempotencyKey: string },
): Promise<string> {
  const { fileName, name = fileName, column, encoding, strict } = options;
  const { idempotencyKey, signal, onProgress } = options;
  const { size } = blob;
  const file = { name, file_name: fileName, size, column, encoding, strict };
  const body = { ...file, parts: size > FORM_BYTES || undefined };
  const ask = createAsk(call);
  const announce = () =>
    ask<Announced>('POST', '/api/upload', { signal }, { body, idempotencyKey });
  const send = (method: 'POST' | 'PUT', path: string, content: Blob | FormData) =>
    call({ method, path, body: content, idempotencyKey, signal }, nothing);

  let answer = await announce();
  if (answer.upload) {
    const form = new FormData();
    for (const [field, value] of Object.entries(answer.upload.fields)) form.append(field, value);
    // The store reads no field after the file.
    form.append('file', blob, fileName);
    await send('POST', answer.upload.url, form);
  }
  while (answer.parts) {
    const { parts, part_bytes: bytes = size } = answer;
    for (const [sent, { number, url }] of parts.entries()) {
      onProgress?.(Math.max(0, size - (parts.length - sent) * bytes));
      try {
        await send('PUT', url, blob.slice((number - 1) * bytes, number * bytes));
      } catch (error) {
        // The links end after a while: those of the next answer are new.
        if (sent === 0 || !(error instanceof TamisError)) throw error;
        break;
      }
    }
    answer = await announce();
    if (!answer.parts) onProgress?.(size);
  }
  return answer.file_id;
}
