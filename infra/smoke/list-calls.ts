import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../shared/client/client.ts';
import type { ListDetail } from '../../shared/contract/list-detail.ts';

interface Caller {
  readonly api: Client;
}

/** Uploads a file like a browser, with a presigned POST to the bucket. Returns the list's id. */
export async function uploadList(
  { api }: Caller,
  name: string,
  file: { name: string; bytes: Uint8Array },
): Promise<string> {
  const body = { name, file_name: file.name, size: file.bytes.length };
  const { data } = await api.upload({ body });
  if (!('upload' in data)) throw new Error('a JSON call responds with a presigned upload');
  const form = new FormData();
  for (const [field, value] of Object.entries(data.upload.fields)) form.append(field, value);
  form.append('file', new Blob([Buffer.from(file.bytes)]), file.name);
  const response = await fetch(data.upload.url, { method: 'POST', body: form });
  if (!response.ok) {
    // Report only the error code, because the rest of the response may contain the signature.
    const [, code] = /<Code>(\w+)</.exec(await response.text()) ?? [];
    throw new Error(`the bucket responded with ${response.status} ${code}`);
  }
  return data.file_id;
}

/** Returns the list; undefined while its file has not arrived (404). */
export async function getList({ api }: Caller, id: string): Promise<ListDetail | undefined> {
  try {
    return (await api.getFile({ params: { id } })).data;
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return undefined;
    throw error;
  }
}

/** Downloads the result with its BOM, from the response itself or from the URL in it. */
export async function downloadResult({ api }: Caller, id: string): Promise<string> {
  const result = await api.download({ body: { file_id: id, type: 'all' } });
  const bytes =
    result.kind === 'file'
      ? await result.blob.arrayBuffer()
      : await (await fetch(result.url)).arrayBuffer();
  return Buffer.from(bytes).toString('utf8');
}

/** Polls until `isDone` accepts the result. @throws after `seconds`, with the last result */
export async function waitUntil<T>(
  ask: () => Promise<T>,
  isDone: (result: T) => boolean,
  seconds = 180,
  pollSeconds = 0.2,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const result = await ask();
    if (isDone(result)) return result;
    if (Date.now() > deadline)
      throw new Error(`not done after ${seconds} s: ${JSON.stringify(result)}`);
    await sleep(pollSeconds * 1000);
  }
}
