import { describeCause, parseError, TamisError } from './error.ts';
import type { BounceFilter, RowFilter } from './types.ts';

export interface Settings {
  /** URL of the service, such as `https://tamis.example`. */
  readonly baseUrl: string;
  /** A live key or a test key; keep it on your server. */
  readonly apiKey: string;
  /** Language of the error messages. */
  readonly language?: 'en' | 'fr';
  /** Maximum number of retries, 4 by default. Only calls that are safe to repeat are retried. */
  readonly retries?: number;
  /** Timeout in milliseconds for a response, or for the next chunk of a file. */
  readonly timeoutMs?: number;
  /** Called for each failed attempt with the delay in milliseconds before the next one. */
  readonly onRetry?: (failure: TamisError, delayMs: number) => void;
}

export interface Options {
  /** Aborts the call or the wait; the promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** Platform functions the library uses; tests replace them. */
export interface Environment {
  readonly fetch: typeof globalThis.fetch;
  /** @throws the reason of the signal if it is aborted */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Calls a function after some milliseconds, unless the returned function is called first. */
  readonly startTimer: (end: () => void, ms: number) => () => void;
  /** A random number in [0, 1). */
  readonly random: () => number;
  /** Milliseconds from any origin. */
  readonly now: () => number;
  readonly newId: () => string;
}

export interface ApiCall extends Options {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A path of the API, or an absolute URL that the API returned. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Request body; sent as JSON unless it is form data or a file. */
  readonly body?: unknown;
  /**
   * Calls with this key run once and are charged once. Errors contain the key, but the file store
   * never gets it.
   */
  readonly idempotencyKey?: string | undefined;
  /** Whether a POST without an idempotency key can be repeated. */
  readonly repeatable?: boolean;
  /** Keeps retrying for an hour during an outage, because the service continues the work. */
  readonly patient?: boolean;
}

export interface StallTimer {
  /** Starts or restarts the timeout. @param moreMs time in addition to the usual timeout */
  restart(moreMs?: number): void;
  stop(): void;
  /** Wraps the error of a failed attempt. @throws the signal's reason if the signal aborted it */
  failureOf(cause: unknown): TamisError;
}

type Reader<T> = (response: Response, stallTimer: StallTimer) => Promise<T> | T;

/**
 * Makes a call. Retries a failed call if a retry can help and is safe. Rejects with a TamisError.
 */
export type Caller = <T>(call: ApiCall, read: Reader<T>) => Promise<T>;

/** A test checks that this equals the version in `package.json`. */
const VERSION = '0.1.0';
const DEFAULT_RETRIES = 4;
const OUTAGE_TIMEOUT_MS = 3_600_000;
const DEFAULT_TIMEOUT_MS = 60_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 20_000;
/**
 * Maximum `Retry-After` to wait for, in seconds. A longer wait would look like a hang, so the
 * caller gets the error instead; a patient call is retried after this time.
 */
const MAX_RETRY_AFTER_S = 60;
/** Assumed minimum upload speed, from which the timeout of an upload is computed. */
const UPLOAD_BYTES_PER_MS = 16;
/** Statuses of failures that may be temporary; 0 means that there was no response. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([0, 429, 500, 502, 503, 504]);

/**
 * Returns the delay before the next attempt in milliseconds: `Retry-After`, up to its maximum, or a
 * random part of an exponentially growing delay.
 */
const delayOf = (attempt: number, { retryAfter }: TamisError, random: number): number =>
  retryAfter === undefined
    ? random * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt)
    : Math.min(retryAfter, MAX_RETRY_AFTER_S) * 1000;

const sizeOf = (body: FormData | Blob): number =>
  body instanceof Blob
    ? body.size
    : [...body.values()].reduce((sum, value) => sum + (value instanceof Blob ? value.size : 0), 0);

export function createCaller(
  settings: Settings,
  { fetch, sleep, startTimer, random, now }: Omit<Environment, 'newId'>,
): Caller {
  const { baseUrl, apiKey, language = 'en', onRetry } = settings;
  const { retries = DEFAULT_RETRIES, timeoutMs = DEFAULT_TIMEOUT_MS } = settings;

  async function attemptCall<T>(call: ApiCall, read: Reader<T>, isFirst: boolean): Promise<T> {
    const { method, path, query = {}, body, idempotencyKey, signal } = call;
    // Never send the key to another host, such as the store of a presigned POST or link.
    const isOurApi = path.startsWith('/api/');
    const url = new URL(isOurApi ? baseUrl.replace(/\/+$/, '') + path : path, baseUrl);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const file = body instanceof FormData || body instanceof Blob ? body : undefined;
    const abort = new AbortController();
    let stop: (() => void) | undefined;
    const stallTimer: StallTimer = {
      restart(moreMs = 0) {
        stallTimer.stop();
        const end = (): void => abort.abort(new Error(`no response for ${timeoutMs / 1000} s`));
        stop = startTimer(end, timeoutMs + moreMs);
      },
      stop: () => stop?.(),
      failureOf(cause) {
        signal?.throwIfAborted();
        if (cause instanceof TamisError) return new TamisError({ ...cause, idempotencyKey });
        const detail = `${url.origin}: ${describeCause(cause)}`;
        const failure = { status: 0, code: 'unreachable', messages: [detail], idempotencyKey };
        return new TamisError(failure, { cause });
      },
    };
    stallTimer.restart(file ? sizeOf(file) / UPLOAD_BYTES_PER_MS : 0);
    try {
      const response = await fetch(url, {
        method,
        headers: {
          ...(isOurApi && {
            'x-api-key': apiKey,
            'accept-language': language,
            'user-agent': `tamis-client/${VERSION}`,
            ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
          }),
          ...(body !== undefined && !file && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: file ?? JSON.stringify(body) }),
        // Do not follow redirects, because `fetch` would send the API key to their target.
        redirect: isOurApi ? 'manual' : 'follow',
        signal: signal ? AbortSignal.any([signal, abort.signal]) : abort.signal,
      });
      if (!response.ok) {
        const error = await parseError(response);
        // An earlier attempt may have deleted the object, although its response was lost.
        const isAlreadyDeleted = method === 'DELETE' && error.code === 'not_found' && !isFirst;
        if (!isAlreadyDeleted) throw error;
      }
      stallTimer.restart();
      return await read(response, stallTimer);
    } catch (cause) {
      throw stallTimer.failureOf(cause);
    } finally {
      stallTimer.stop();
    }
  }

  return async (call, read) => {
    const { method, idempotencyKey, repeatable = false, patient = false, signal } = call;
    const isSafeToRetry = method !== 'POST' || repeatable || idempotencyKey !== undefined;
    const startedAt = now();
    for (let attempt = 0; ; attempt += 1)
      try {
        return await attemptCall(call, read, attempt === 0);
      } catch (failure) {
        if (!(failure instanceof TamisError)) throw failure;
        const { status, retryAfter = 0 } = failure;
        // A rate-limited call was not executed, but any other failed call may have been.
        const canRetry = RETRYABLE_STATUSES.has(status) && (isSafeToRetry || status === 429);
        const delayMs = delayOf(attempt, failure, random());
        const isExhausted = patient
          ? now() + delayMs - startedAt > OUTAGE_TIMEOUT_MS
          : attempt >= retries || retryAfter > MAX_RETRY_AFTER_S;
        if (!canRetry || isExhausted) throw failure;
        onRetry?.(failure, delayMs);
        await sleep(delayMs, signal);
      }
  };
}

/** @throws {TamisError} `unreadable` if the response is not JSON */
export async function parseBody<T>(response: Response): Promise<T> {
  if (response.headers.get('content-type')?.includes('json')) return (await response.json()) as T;
  throw await parseError(response);
}

export const parseData = async <T>(response: Response): Promise<T> =>
  (await parseBody<{ data: T }>(response)).data;

/** Wraps a response so that a failure or stall while its body is read becomes a TamisError. */
export function guardBody(response: Response, stallTimer: StallTimer): Response {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      try {
        stallTimer.restart();
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        throw stallTimer.failureOf(cause);
      } finally {
        stallTimer.stop();
      }
    },
    cancel: (reason: unknown) => reader.cancel(reason),
  };
  // Do not prefetch, because the timeout must not run while the caller is not reading.
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), response);
}

/** Consumes a response without data, so that the connection can be reused. */
export async function drain(response: Response): Promise<void> {
  if (!response.bodyUsed) await response.arrayBuffer();
}

export const bindRequest =
  (call: Caller) =>
  <T>(
    method: ApiCall['method'],
    path: string,
    { signal }: Options = {},
    more: Partial<ApiCall> = {},
  ) =>
    call<T>({ method, path, signal, ...more }, method === 'DELETE' ? (drain as never) : parseData);
export type RequestFunction = ReturnType<typeof bindRequest>;

export async function* paginate<T>(
  request: RequestFunction,
  path: string,
  name: string,
  { signal, ...filter }: Options & RowFilter & BounceFilter = {},
): AsyncGenerator<T, void, undefined> {
  type Page = { readonly [rows: string]: T[] } & { next: string | null };
  let cursor: string | undefined;
  do {
    const page: Page = await request('GET', path, { signal }, { query: { ...filter, cursor } });
    yield* page[name] ?? [];
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}
