/** A storage that refused a file or could not be reached; `status` is 0 without an answer. */
class SendError extends Error {
  override readonly name = 'SendError';
  readonly status: number;

  constructor(status: number) {
    super(`The storage answered ${status}`);
    this.status = status;
  }
}

interface Sending {
  /** A presigned POST: where to, and the fields of its policy. */
  upload: { url: string; fields: Record<string, string> };
  file: File;
  signal: AbortSignal;
  /** The share that is sent, from 0 to 1; on a fast line only once. */
  onProgress: (share: number) => void;
}

/**
 * Sends a file by presigned POST. By XMLHttpRequest, as fetch does not tell how far it has come.
 * Rejects with a SendError, or with the signal's reason when it is aborted.
 */
export function sendFile({ upload, file, signal, onProgress }: Sending): Promise<void> {
  signal.throwIfAborted();
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  // The storage ignores whatever comes after the file.
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
