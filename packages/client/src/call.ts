import { errorOf, TamisError } from './error.ts';

export interface Settings {
  /** Where the API is, such as `https://tamis.example`. */
  readonly baseUrl: string;
  /** A live key or a test key; keep it on your server. */
  readonly apiKey: string;
  /** The language of an error's sentences. */
  readonly language?: 'en' | 'fr';
  /** Attempts after the first one, of a call that can be made again without being paid twice. */
  readonly retries?: number;
  /** How long one attempt may take, in milliseconds. */
  readonly timeoutMs?: number;
}

/** What the library takes of its surroundings. */
export interface Environment {
  readonly fetch: typeof globalThis.fetch;
  /** Waits for milliseconds, or rejects with the reason of the signal. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 up to, but not, 1. */
  readonly random: () => number;
  readonly newId: () => string;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** A path of the API, or a whole URL that the API has given. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON, or as it is where it is a form. */
  readonly body?: unknown;
  /** Two calls with the same key are one, and paid once. */
  readonly idempotencyKey?: string | undefined;
  /** Whether a POST may be made again without a key: it changes nothing, or the same. */
  readonly repeatable?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Makes a call, again where that helps and harms nothing. Rejects with a TamisError. */
export type Caller = (call: Call) => Promise<Response>;

const RETRIES = 4;
const TIMEOUT_MS = 60_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 20_000;
/** No response, a rate limit, or a failure of the service that may pass. */
const RETRIABLE: ReadonlySet<number> = new Set([0, 429, 500, 502, 503, 504]);

/** Waits as long as the service asks for, or a random part of a delay that doubles. */
const delayOf = (attempt: number, { retryAfter }: TamisError, random: number): number =>
  retryAfter === undefined
    ? random * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt)
    : retryAfter * 1000;

export function createCaller(settings: Settings, { fetch, sleep, random }: Environment): Caller {
  const { baseUrl, apiKey, language = 'en' } = settings;
  const { retries = RETRIES, timeoutMs = TIMEOUT_MS } = settings;

  async function once(call: Call): Promise<Response | TamisError> {
    const { method, path, query = {}, body, idempotencyKey, signal } = call;
    const url = new URL(path, baseUrl);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    // Another server gets no key: it is the store that a presigned form or link leads to.
    const isOurs = path.startsWith('/api/');
    const asJson = body !== undefined && !(body instanceof FormData);
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        method,
        headers: {
          ...(isOurs && { 'x-api-key': apiKey, 'accept-language': language }),
          ...(asJson && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body !== undefined && { body: asJson ? JSON.stringify(body) : (body as FormData) }),
        // `fetch` would take the key along to wherever the response names.
        redirect: isOurs ? 'manual' : 'follow',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return response.ok ? response : await errorOf(response);
    } catch (cause) {
      signal?.throwIfAborted();
      return new TamisError({ status: 0, code: 'unreachable' }, { cause });
    }
  }

  return async (call) => {
    const { method, idempotencyKey, repeatable = false, signal } = call;
    const harmless = method !== 'POST' || repeatable || idempotencyKey !== undefined;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await once(call);
      if (!(outcome instanceof TamisError)) return outcome;
      const { status, code } = outcome;
      // The attempt before has deleted it, and its response was lost.
      if (method === 'DELETE' && code === 'not_found' && attempt > 0)
        return new Response(null, { status: 204 });
      // A refused call has done nothing; of another, nobody knows.
      const again = RETRIABLE.has(status) && (harmless || status === 429);
      if (!again || attempt === retries) throw outcome;
      await sleep(delayOf(attempt, outcome, random()), signal);
    }
  };
}

/** The data of a response in the envelope of the API. */
export const dataOf = async <T>(response: Response): Promise<T> =>
  ((await response.json()) as { data: T }).data;

/** The rows under a name in each page of a call, from the first page to the last. */
export async function* everyRow<T>(
  call: Caller,
  request: Pick<Call, 'path' | 'query' | 'signal'>,
  name: string,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const query = { ...request.query, cursor };
    const response = await call({ ...request, method: 'GET', query });
    const page = await dataOf<{ readonly [rows: string]: T[] } & { next: string | null }>(response);
    yield* page[name] ?? [];
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}
