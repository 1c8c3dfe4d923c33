/** Thrown if the file store rejects a file or, with `status` 0, is unreachable. */
export class SendError extends Error {
  override readonly name = 'SendError';
  readonly status: number;

  constructor(status: number) {
    super(`The storage responded with ${status}`);
    this.status = status;
  }
}

interface SendOptions {
  /** A presigned POST: its URL and the fields of its policy. */
  upload: { url: string; fields: Record<string, string> };
  file: File;
  signal: AbortSignal;
  /** Progress from 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Uploads a file with a presigned POST. Uses XMLHttpRequest, because fetch does not report upload
 * progress. Rejects with a SendError, or with the reason of the signal if aborted.
 */
export function sendFile({ upload, file, signal, onProgress }: SendOptions): Promise<void> {
  signal.throwIfAborted();
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  // The store ignores fields after the file.
  form.append('file', file);

  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
  request.addEventListener('load', () =>
    request.status < 300 ? resolve() : reject(new SendError(request.status)),
  );
  request.addEventListener('error', () => reject(new SendError(0)));
  request.addEventListener('abort', () => reject(signal.reason));
  signal.addEventListener('abort', () => request.abort(), { once: true });
  request.open('POST', upload.url);
  request.send(form);
  return promise;
}
