import { type Caller, dataOf, type Environment, everyRow } from './call.ts';
import { TamisError } from './error.ts';
import type { DownloadOptions, List, ListSummary, Recheck, Row, RowFilter } from './types.ts';

interface Waiting {
  /** Stops the waiting; the list goes on. */
  readonly signal?: AbortSignal;
}

export interface Lists {
  /**
   * Sends up to 50,000 addresses as a list. Sent again with the same key, it is the same list.
   * @throws TamisError
   */
  create(
    emails: Iterable<string>,
    options?: Waiting & { readonly name?: string; readonly idempotencyKey?: string },
  ): Promise<ListSummary>;
  /**
   * Sends a CSV or text file, straight to the file store. `openAsBlob` of `node:fs` reads one of
   * any size without keeping it in memory; a stream is read to its end first.
   * @returns the list, once the service has taken it from there
   * @throws TamisError
   */
  upload(
    file: Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string,
    options: Waiting & {
      /** The name of the file, which ends in `.csv` or `.txt`. */
      readonly fileName: string;
      readonly name?: string;
      /** The column of the addresses, counted from 1; found out without it. */
      readonly column?: number;
      /** Your name for this upload: sent again with the same one, it is the same list. */
      readonly idempotencyKey?: string;
      /** Called as soon as the list has an id, before the file is sent. */
      readonly onId?: (id: string) => void;
    },
  ): Promise<List>;
  get(id: string, options?: Waiting): Promise<List>;
  /** Every list, the newest first. */
  all(options?: Waiting): AsyncGenerator<ListSummary, void, undefined>;
  /**
   * Asks for the list until it is finished, first after one second and later every fifteen.
   * @throws TamisError `list_paused` where it waits for credits or an operator, `list_canceled`
   *   where it is given up; `messages` has the reason
   */
  waitFor(
    id: string,
    options?: Waiting & { readonly onProgress?: (list: List) => void },
  ): Promise<List>;
  /** Its rows in the order of the file, loaded a page at a time. */
  rows(id: string, filter?: RowFilter & Waiting): AsyncGenerator<Row, void, undefined>;
  /** Its result as a file; without options the whole of it as CSV. */
  download(id: string, options?: DownloadOptions & Waiting): Promise<Response>;
  /** Verifies anew what could not be verified; only answers are paid. */
  recheck(id: string, options?: Waiting & { readonly idempotencyKey?: string }): Promise<Recheck>;
  delete(id: string, options?: Waiting): Promise<void>;
}

const PAUSED = 5;
const CANCELED = 6;
const FINISHED = 7;
const FIRST_POLL_MS = 1000;
const LONGEST_POLL_MS = 15_000;
/** The store tells the service of a new file, mostly within a second; together these are a minute. */
const FIRST_ARRIVAL_MS = 250;
const LONGEST_ARRIVAL_MS = 32_000;

const pathOf = (id: string): string => `/api/lists/${encodeURIComponent(id)}`;

export function createLists(call: Caller, { sleep, newId }: Environment): Lists {
  const get = async (id: string, { signal }: Waiting = {}) =>
    dataOf<List>(await call({ method: 'GET', path: pathOf(id), signal }));

  return {
    get,

    async create(emails, { name, idempotencyKey = newId(), signal } = {}) {
      const body = { emails: [...emails], name };
      return dataOf(
        await call({ method: 'POST', path: '/api/lists', body, idempotencyKey, signal }),
      );
    },

    async upload(file, { fileName, name = fileName, column, idempotencyKey, onId, signal }) {
      const blob = file instanceof Blob ? file : await new Response(file).blob();
      const announced = await call({
        method: 'POST',
        path: '/api/upload',
        body: { name, file_name: fileName, size: blob.size, column },
        idempotencyKey,
        // What is announced and never sent is nothing.
        repeatable: true,
        signal,
      });
      const { file_id: id, upload } = await dataOf<{
        file_id: string;
        upload?: { url: string; fields: Record<string, string> };
      }>(announced);
      onId?.(id);
      // Without a form, the file of an earlier call has arrived.
      if (upload) {
        const form = new FormData();
        for (const [field, value] of Object.entries(upload.fields)) form.append(field, value);
        // The store reads no field after the file.
        form.append('file', blob, fileName);
        await call({ method: 'POST', path: upload.url, body: form, repeatable: true, signal });
      }
      for (let pause = FIRST_ARRIVAL_MS; ; pause *= 2)
        try {
          return await get(id, signal && { signal });
        } catch (error) {
          const underway = error instanceof TamisError && error.code === 'not_found';
          if (!underway || pause > LONGEST_ARRIVAL_MS) throw error;
          await sleep(pause, signal);
        }
    },

    all: ({ signal } = {}) => everyRow(call, { path: '/api/lists', signal }, 'lists'),

    async waitFor(id, { onProgress, signal } = {}) {
      for (let pause = FIRST_POLL_MS; ; pause = Math.min(LONGEST_POLL_MS, pause * 1.5)) {
        const list = await get(id, signal && { signal });
        onProgress?.(list);
        if (list.status === FINISHED) return list;
        if (list.status === PAUSED || list.status === CANCELED) {
          const code = list.status === PAUSED ? 'list_paused' : 'list_canceled';
          throw new TamisError({ status: 200, code, messages: [list.reason ?? ''] });
        }
        await sleep(pause, signal);
      }
    },

    rows: (id, { signal, ...query } = {}) =>
      everyRow(call, { path: `${pathOf(id)}/rows`, query, signal }, 'rows'),

    async download(id, { signal, ...options } = {}) {
      const response = await call({
        method: 'POST',
        path: '/api/download',
        body: { type: 'all', ...options, file_id: id },
        repeatable: true,
        signal,
      });
      if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
      const { url } = await dataOf<{ url: string }>(response);
      return call({ method: 'GET', path: url, signal });
    },

    async recheck(id, { idempotencyKey = newId(), signal } = {}) {
      const path = `${pathOf(id)}/recheck`;
      return dataOf(await call({ method: 'POST', path, idempotencyKey, signal }));
    },

    async delete(id, { signal } = {}) {
      await call({ method: 'DELETE', path: pathOf(id), signal });
    },
  };
}
