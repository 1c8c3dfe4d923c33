import {
  type Caller,
  bindRequest,
  type Environment,
  guardBody,
  type Options,
  paginate,
  parseData,
} from './call.ts';
import { TamisError } from './error.ts';
import { sendFile, type UploadOptions } from './send-file.ts';
import type {
  DownloadOptions,
  List,
  ListSummary,
  Recheck,
  Row,
  RowFilter,
  Watch,
} from './types.ts';

export interface Lists {
  /**
   * Creates a list of up to 50,000 addresses. Repeating the call with the same `idempotencyKey`
   * returns the same list.
   * @throws TamisError
   */
  create(
    emails: Iterable<string>,
    options?: Options & {
      readonly name?: string;
      /**
       * Id of the only endpoint to notify about the list, even if it subscribes to other events.
       */
      readonly webhook?: string;
      readonly idempotencyKey?: string;
    },
  ): Promise<ListSummary>;
  /**
   * Uploads a CSV or text file directly to the file store, in parts if it is larger than 8 MB. For
   * a day after an interruption, a call with the same key sends only the missing parts. Use
   * `openAsBlob` from `node:fs` for large files, which are then not loaded into memory; a stream is
   * buffered entirely before the upload.
   * @returns the list, once the service has received the file
   * @throws TamisError
   */
  upload(
    file: Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string,
    options: UploadOptions,
  ): Promise<List>;
  /** A list with its progress. */
  get(id: string, options?: Options): Promise<List>;
  /** All lists, newest first. */
  all(options?: Options): AsyncGenerator<ListSummary, void, undefined>;
  /** Renames a list and its downloads. */
  rename(id: string, name: string, options?: Options): Promise<ListSummary>;
  /**
   * Polls until the list and its latest recheck are finished, at intervals that grow from one to
   * fifteen seconds. Keeps retrying for up to an hour if the service is unavailable.
   * @throws TamisError `list_paused` if it is paused, for example until credits arrive, or
   *   `list_canceled` if it was canceled. `messages` has the reason; `column` is the column with
   *   the addresses if the reason is `wrong_column` and the column is known; likewise `separator`.
   */
  waitFor(
    id: string,
    options?: Options & { readonly onProgress?: (list: List) => void },
  ): Promise<List>;
  /** The rows in file order, loaded one page at a time. */
  rows(id: string, filter?: RowFilter & Options): AsyncGenerator<Row, void, undefined>;
  /** Downloads the result; by default all rows as CSV. */
  download(id: string, options?: DownloadOptions & Options): Promise<Response>;
  /** Returns a temporary link to the result as a workbook; by default with all rows. */
  link(
    id: string,
    options?: Pick<DownloadOptions, 'type' | 'include'> & Options,
  ): Promise<{ readonly url: string; readonly expires_at: string }>;
  /** Verifies the inconclusive addresses again; only conclusive results are charged. */
  recheck(id: string, options?: Options & { readonly idempotencyKey?: string }): Promise<Recheck>;
  /** Verifies the suggested corrections, each once; only conclusive results are charged. */
  verifyCorrections(
    id: string,
    options?: Options & { readonly idempotencyKey?: string },
  ): Promise<Recheck>;
  /**
   * Periodically rechecks the addresses of a finished list that may have changed; only conclusive
   * results are charged. The watch stops before a check that may cost more than `maxCredits`.
   */
  watch(
    id: string,
    settings: { readonly every: Watch['every']; readonly maxCredits: number },
    options?: Options,
  ): Promise<Watch>;
  /** Stops watching a list; a check in progress continues. */
  unwatch(id: string, options?: Options): Promise<void>;
  /** Deletes the result of a finished list and returns its credits, until `cancel_until`. */
  refund(id: string, options?: Options): Promise<void>;
  /** Deletes a list in any state; credits for unprocessed addresses are returned. */
  delete(id: string, options?: Options): Promise<void>;
}

const FIRST_POLL_MS = 1000;
const MAX_POLL_MS = 15_000;
/**
 * The service is usually notified of a new file within a second. The delays add up to about a
 * minute.
 */
const FIRST_ARRIVAL_DELAY_MS = 250;
const MAX_ARRIVAL_DELAY_MS = 32_000;

function toAddressArray(emails: Iterable<string>): string[] {
  if (typeof emails === 'string') throw new TypeError('Pass a list of addresses, not a string');
  return [...emails];
}
const pathOf = (id: string): string => `/api/lists/${encodeURIComponent(id)}`;

export function createLists(call: Caller, { sleep, newId }: Environment): Lists {
  const request = bindRequest(call);
  const get = (id: string, options?: Options, patient = false): Promise<List> =>
    request('GET', pathOf(id), options, { patient });

  return {
    get: (id, options) => get(id, options),

    async create(emails, { name, webhook, idempotencyKey = newId(), ...options } = {}) {
      const body = { emails: toAddressArray(emails), name, webhook };
      return request('POST', '/api/lists', options, { body, idempotencyKey });
    },

    async upload(file, { idempotencyKey = newId(), ...options }) {
      const { signal } = options;
      const blob = file instanceof Blob ? file : await new Response(file).blob();
      const id = await sendFile(call, blob, { ...options, idempotencyKey });
      for (let delayMs = FIRST_ARRIVAL_DELAY_MS; ; delayMs *= 2)
        try {
          return await get(id, { signal });
        } catch (error) {
          const isArriving = error instanceof TamisError && error.code === 'not_found';
          if (!isArriving || delayMs > MAX_ARRIVAL_DELAY_MS) throw error;
          await sleep(delayMs, signal);
        }
    },

    all: (options) => paginate(request, '/api/lists', 'lists', options),

    rename: (id, name, options) =>
      request('POST', pathOf(id), options, { body: { name }, repeatable: true }),

    async waitFor(id, { onProgress, signal } = {}) {
      for (let delayMs = FIRST_POLL_MS; ; delayMs = Math.min(MAX_POLL_MS, delayMs * 1.5)) {
        const list = await get(id, { signal }, true);
        onProgress?.(list);
        const { state, reason, credits_needed: needed } = list.recheck ?? list;
        if (state === 'finished') return list;
        if (state === 'paused' || state === 'cancelled') {
          const code = state === 'paused' ? 'list_paused' : 'list_canceled';
          const messages = [reason ?? ''];
          const { suggested_column: column, suggested_separator: separator } = list;
          if (reason === 'insufficient_credit') messages.push(`It needs ${needed} credits.`);
          if (column) messages.push(`Column ${column} has the addresses.`);
          if (separator) messages.push(`\`${separator}\` separates them from other text.`);
          throw new TamisError({ status: 200, code, messages, column, separator });
        }
        await sleep(delayMs, signal);
      }
    },

    rows: (id, options) => paginate(request, `${pathOf(id)}/rows`, 'rows', options),

    async download(id, { signal, ...options } = {}) {
      const body = { type: 'all', ...options, file_id: id };
      const file = await call(
        { method: 'POST', path: '/api/download', body, repeatable: true, signal },
        (response, stallTimer) =>
          response.headers.get('content-type')?.startsWith('application/json')
            ? parseData<{ url: string }>(response)
            : guardBody(response, stallTimer),
      );
      return file instanceof Response
        ? file
        : call({ method: 'GET', path: file.url, signal }, guardBody);
    },

    link: (id, { signal, ...options } = {}) => {
      const body = { type: 'all', ...options, format: 'xlsx', file_id: id };
      return request('POST', '/api/download', { signal }, { body, repeatable: true });
    },

    recheck: (id, { idempotencyKey = newId(), ...options } = {}) =>
      request('POST', `${pathOf(id)}/recheck`, options, { idempotencyKey }),

    verifyCorrections: (id, { idempotencyKey, ...options } = {}) =>
      request('POST', `${pathOf(id)}/corrections`, options, { repeatable: true, idempotencyKey }),

    watch(id, { every, maxCredits }, options) {
      const body = { every, max_credits: maxCredits };
      return request('POST', `${pathOf(id)}/watch`, options, { body, repeatable: true });
    },

    unwatch: (id, options) => request('DELETE', `${pathOf(id)}/watch`, options),

    refund: (id, options) => request('DELETE', `${pathOf(id)}?refund=true`, options),

    delete: (id, options) => request('DELETE', pathOf(id), options),
  };
}
