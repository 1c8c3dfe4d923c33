import { errorOf, messageOf, TamisError } from './error.ts';
import type { RowFilter } from './types.ts';

export interface Settings {
  /** Where the API is, such as `https://tamis.example`. */
  readonly baseUrl: string;
  /** A live key or a test key; keep it on your server. */
  readonly apiKey: string;
  /** The language of an error's sentences. */
  readonly language?: 'en' | 'fr';
  /** Attempts after the first one, of a call that can be made again without being paid twice. */
  readonly retries?: number;
  /** How long one attempt waits for a response, or a file for its next part, in milliseconds. */
  readonly timeoutMs?: number;
  /** Told of each attempt that failed, and after how many milliseconds the next one begins. */
  readonly onRetry?: (failure: TamisError, delayMs: number) => void;
}

/** Of each call. */
export interface Options {
  /** Ends the call, or the waiting; the promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** What the library takes of its surroundings. */
export interface Environment {
  readonly fetch: typeof globalThis.fetch;
  /** Waits for milliseconds, or rejects with the reason of the signal. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 up to, but not, 1. */
  readonly random: () => number;
  /** Milliseconds since some moment. */
  readonly now: () => number;
  readonly newId: () => string;
}

export interface Call extends Options {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A path of the API, or a whole URL that the API has given. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON, or as it is where it is a form or a file. */
  readonly body?: unknown;
  /** Two calls with the same key are one, and paid once. The store is sent none: failures have it. */
  readonly idempotencyKey?: string | undefined;
  /** Whether a POST may be made again without a key: it changes nothing, or the same. */
  readonly repeatable?: boolean;
  /** Asks on for an hour while the service is away: what is asked for goes on without it. */
  readonly patient?: boolean;
}

/** Ends an attempt that waits too long for the next thing to happen. */
export interface Watch {
  /** @param moreMs beyond the time that each attempt has */
  restart(moreMs?: number): void;
  stop(): void;
  /** What an attempt fails with. @throws the reason of the caller's signal, where that ended it */
  failureOf(cause: unknown): TamisError;
}

type Reader<T> = (response: Response, watch: Watch) => Promise<T> | T;

/**
 * Makes a call and reads its response, again where that helps and harms nothing. Rejects with a
 * TamisError.
 */
export type Caller = <T>(call: Call, read: Reader<T>) => Promise<T>;

/** Of `package.json`. */
const VERSION = '0.1.0';
const RETRIES = 4;
const PATIENT_MS = 3_600_000;
const TIMEOUT_MS = 60_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 20_000;
/** A program that sleeps longer looks as if it hung: its caller decides. */
const LONGEST_RETRY_AFTER_S = 60;
/** A slow line: a file is given the time that it takes at this pace, on top. */
const UPLOAD_BYTES_PER_MS = 16;
/** No response, a rate limit, or a failure of the service that may pass. */
const RETRIABLE: ReadonlySet<number> = new Set([0, 429, 500, 502, 503, 504]);

/** Waits as long as the service asks for, or a random part of a delay that doubles. */
const delayOf = (attempt: number, { retryAfter }: TamisError, random: number): number =>
  retryAfter === undefined
    ? random * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt)
    : Math.min(retryAfter, LONGEST_RETRY_AFTER_S) * 1000;

const sizeOf = (body: FormData | Blob): number =>
  body instanceof Blob
    ? body.size
    : [...body.values()].reduce((sum, value) => sum + (value instanceof Blob ? value.size : 0), 0);

export function createCaller(
  settings: Settings,
  { fetch, sleep, random, now }: Environment,
): Caller {
  const { baseUrl, apiKey, language = 'en', onRetry } = settings;
  const { retries = RETRIES, timeoutMs = TIMEOUT_MS } = settings;

  async function once<T>(call: Call, read: Reader<T>, isFirst: boolean): Promise<T> {
    const { method, path, query = {}, body, idempotencyKey, signal } = call;
    // Another server gets no key: it is the store that a presigned form or link leads to.
    const isOurs = path.startsWith('/api/');
    const url = new URL(isOurs ? baseUrl.replace(/\/+$/, '') + path : path, baseUrl);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const file = body instanceof FormData || body instanceof Blob ? body : undefined;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch: Watch = {
      restart(moreMs = 0) {
        watch.stop();
        const end = (): void => abort.abort(new Error(`no response for ${timeoutMs / 1000} s`));
        timer = setTimeout(end, timeoutMs + moreMs);
      },
      stop: () => clearTimeout(timer),
      failureOf(cause) {
        signal?.throwIfAborted();
        if (cause instanceof TamisError) return new TamisError({ ...cause, idempotencyKey });
        const why = `${url.origin}: ${messageOf(cause)}`;
        const failure = { status: 0, code: 'unreachable', messages: [why], idempotencyKey };
        return new TamisError(failure, { cause });
      },
    };
    watch.restart(file ? sizeOf(file) / UPLOAD_BYTES_PER_MS : 0);
    try {
      const response = await fetch(url, {
        method,
        headers: {
          ...(isOurs && {
            'x-api-key': apiKey,
            'accept-language': language,
            'user-agent': `tamis-client/${VERSION}`,
            ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
          }),
          ...(body !== undefined && !file && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: file ?? JSON.stringify(body) }),
        // `fetch` would take the key along to wherever the response names.
        redirect: isOurs ? 'manual' : 'follow',
        signal: signal ? AbortSignal.any([signal, abort.signal]) : abort.signal,
      });
      if (!response.ok) {
        const error = await errorOf(response);
        // The attempt before has deleted it, and its response was lost.
        const isGone = method === 'DELETE' && error.code === 'not_found' && !isFirst;
        if (!isGone) throw error;
      }
      watch.restart();
      return await read(response, watch);
    } catch (cause) {
      throw watch.failureOf(cause);
    } finally {
      watch.stop();
    }
  }

  return async (call, read) => {
    const { method, idempotencyKey, repeatable = false, patient = false, signal } = call;
    const harmless = method !== 'POST' || repeatable || idempotencyKey !== undefined;
    const began = now();
    for (let attempt = 0; ; attempt += 1)
      try {
        return await once(call, read, attempt === 0);
      } catch (failure) {
        if (!(failure instanceof TamisError)) throw failure;
        const { status, retryAfter = 0 } = failure;
        // A refused call has done nothing; of another, nobody knows.
        const helps = RETRIABLE.has(status) && (harmless || status === 429);
        const delayMs = delayOf(attempt, failure, random());
        const isOver = patient
          ? now() + delayMs - began > PATIENT_MS
          : attempt >= retries || retryAfter > LONGEST_RETRY_AFTER_S;
        if (!helps || isOver) throw failure;
        onRetry?.(failure, delayMs);
        await sleep(delayMs, signal);
      }
  };
}

/** The JSON of a response. @throws TamisError `unreadable` where it is none */
export async function bodyOf<T>(response: Response): Promise<T> {
  if (response.headers.get('content-type')?.includes('json')) return (await response.json()) as T;
  const messages = ['The response is no JSON. Is the base URL right?'];
  throw new TamisError({ status: response.status, code: 'unreadable', messages });
}

/** The data of a response in the envelope of the API. */
export const dataOf = async <T>(response: Response): Promise<T> =>
  (await bodyOf<{ data: T }>(response)).data;

/** The response itself, whose body fails with a TamisError, as where it stands still. */
export function streamOf(response: Response, watch: Watch): Response {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      try {
        watch.restart();
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        throw watch.failureOf(cause);
      } finally {
        watch.stop();
      }
    },
    cancel: (reason: unknown) => reader.cancel(reason),
  };
  // What nobody reads yet is not waited for either.
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), response);
}

/** Reads a response that says no more than that it is done. */
export async function nothing(response: Response): Promise<void> {
  if (!response.bodyUsed) await response.arrayBuffer();
}

/** Makes calls for their data; where something is deleted, there is none. */
export const createAsk =
  (call: Caller) =>
  <T>(method: Call['method'], path: string, { signal }: Options = {}, more: Partial<Call> = {}) =>
    call<T>({ method, path, signal, ...more }, method === 'DELETE' ? (nothing as never) : dataOf);
export type Ask = ReturnType<typeof createAsk>;

/** The rows under a name in each page of a call, from the first page to the last. */
export async function* everyRow<T>(
  ask: Ask,
  path: string,
  name: string,
  { signal, ...filter }: Options & RowFilter = {},
): AsyncGenerator<T, void, undefined> {
  type Page = { readonly [rows: string]: T[] } & { next: string | null };
  let cursor: string | undefined;
  do {
    const page: Page = await ask('GET', path, { signal }, { query: { ...filter, cursor } });
    yield* page[name] ?? [];
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}
