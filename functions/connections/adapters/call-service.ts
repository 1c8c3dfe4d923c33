import type { Clock } from '../../platform/clock.ts';
import {
  type Credentials,
  failureOfStatus,
  type Service,
  type ServiceCall,
  ServiceError,
  type ServiceFailure,
  type ServiceRequest,
  type ServiceResponse,
} from '../rules/service.ts';

const TIMEOUT_MS = 20_000;
/** Large enough for the longest page: a thousand contacts with all requested fields. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
const MAX_ATTEMPTS = 4;
/**
 * Longest rate limit that a call waits for. For a longer one, a worker returns its message to the
 * queue.
 */
const MAX_WAIT_MS = 10_000;
const FIRST_BACKOFF_MS = 500;

interface Options {
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
  /** Returns a uniformly distributed number in [0, 1). */
  readonly random: () => number;
  /**
   * Origin of the fakes, which replace the real services in tests and locally. They get requests such
   * as `/services/api.brevo.com/v3/account`.
   */
  readonly fakeOrigin?: string | undefined;
  /** Replaces `fetch` in tests. */
  readonly fetch?: typeof fetch;
}

/** Opens calls to services with a customer's credentials. */
export interface ServiceCalls {
  open(service: Service, credentials: Credentials): ServiceCall;
  /**
   * Calls a page of a service's authorization server. Never repeats a call, because a code is
   * valid once. @throws {ServiceError} `unavailable`
   */
  callLogin(url: string, init: RequestInit): Promise<ServiceResponse>;
  /** Returns the URL at which a browser opens a page of a service. */
  locate(url: URL): URL;
}

/** @throws {Error} if the body exceeds its limit */
async function* readLimited(response: Response): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new Error('the response is too large');
    yield chunk;
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = Buffer.concat(await Array.fromAsync(readLimited(response))).toString();
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Proxies in front of a service may respond with HTML.
    return undefined;
  }
}

/**
 * Creates calls that follow no redirect, so that no service can send a token elsewhere. Errors name
 * the service, the path without ids, and the status, but no token, address or body.
 */
export function createServiceCalls({
  clock,
  sleep,
  random,
  fakeOrigin,
  fetch = globalThis.fetch,
}: Options): ServiceCalls {
  const locate = (url: URL): URL =>
    fakeOrigin === undefined
      ? url
      : new URL(`${fakeOrigin}/services/${url.host}${url.pathname}${url.search}`);

  const fetchOnce = (url: URL, init: RequestInit = {}): Promise<Response> =>
    fetch(locate(url), { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });

  return {
    locate,

    async callLogin(url, init) {
      try {
        const response = await fetchOnce(new URL(url), init);
        return { status: response.status, body: await readJson(response) };
      } catch {
        throw new ServiceError('unavailable', 'the authorization server did not answer');
      }
    },

    open(service, credentials) {
      async function attempt(request: ServiceRequest): Promise<ServiceResponse> {
        const { method = 'GET', path, query = {}, body, accept = [] } = request;
        const url = new URL(service.origin(credentials) + path);
        for (const [name, value] of Object.entries(query))
          if (value !== undefined) url.searchParams.set(name, String(value));
        const fail = (failure: ServiceFailure, status: number | string, afterMs?: number) =>
          new ServiceError(failure, `${service.name} answered ${status}`, afterMs);
        let response: Response;
        let content: unknown;
        try {
          response = await fetchOnce(url, {
            method,
            headers: {
              accept: 'application/json',
              ...(body !== undefined && { 'content-type': 'application/json' }),
              ...service.headers(credentials),
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          });
          content = await readJson(response);
        } catch {
          throw fail('unavailable', 'nothing');
        }
        const { status, headers, ok } = response;
        const seconds = Number(headers.get('retry-after') ?? Number.NaN);
        const limitMs =
          service.retryAfterMs?.(status, headers, content) ??
          (status === 429 ? (Number.isFinite(seconds) ? seconds : 1) * 1000 : undefined);
        if (limitMs !== undefined && !ok) throw fail('limited', status, limitMs);
        if (!ok && !accept.includes(status))
          throw fail(service.failureOf?.(status, content) ?? failureOfStatus(status), status);
        return { status, body: content };
      }

      return {
        now: () => clock.now(),

        async send(request) {
          for (let attempts = 1; ; attempts += 1)
            try {
              return await attempt(request);
            } catch (error) {
              if (!(error instanceof ServiceError) || attempts >= MAX_ATTEMPTS) throw error;
              const { failure, retryAfterMs } = error;
              const waitMs =
                failure === 'limited'
                  ? (retryAfterMs ?? 0)
                  : FIRST_BACKOFF_MS * 2 ** (attempts - 1) * random();
              if ((failure !== 'limited' && failure !== 'unavailable') || waitMs > MAX_WAIT_MS)
                throw error;
              await sleep(waitMs);
            }
        },

        async *download(address) {
          const url = URL.canParse(address) ? new URL(address) : undefined;
          const isOwn = service.fileHosts?.some((suffix) => url?.hostname.endsWith(suffix));
          // The URL comes from a response, so it may name any host.
          if (!url || !isOwn || url.protocol !== 'https:' || url.port || url.username)
            throw new ServiceError('refused', `${service.name} named a file elsewhere`);
          const response = await fetchOnce(url).catch(() => undefined);
          if (!response?.ok)
            throw new ServiceError('unavailable', `${service.name} did not deliver its file`);
          yield* readLimited(response);
        },
      };
    },
  };
}
