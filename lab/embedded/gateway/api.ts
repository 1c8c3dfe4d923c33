import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FixedResponse, RestApiSpec } from '../cloud/api.ts';
import { createRouteMatcher } from './match-route.ts';
import { createProxyEvent } from './proxy-event.ts';
import { type HttpResponse, readProxyResult } from './proxy-result.ts';

export interface ApiOptions {
  readonly api: RestApiSpec;
  readonly invoke: (functionName: string, event: unknown) => Promise<unknown>;
  readonly report: (line: string) => void;
  readonly timeoutMs?: number | undefined;
}

/** Responds to a request to the API; `origin` is the gateway's own origin. */
export type ApiHandler = (
  message: IncomingMessage,
  response: ServerResponse,
  origin: string,
) => Promise<void>;

const MIB = 1024 * 1024;
/** https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const MAX_BODY_BYTES = 10 * MIB;
const TIMEOUT_MS = 29_000;
/** Size of an event or a result: docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_PAYLOAD_BYTES = 6 * MIB;

/** Default statuses of API Gateway's own responses; the template may override them. */
const DEFAULT_STATUS_CODES = {
  MISSING_AUTHENTICATION_TOKEN: 403,
  REQUEST_TOO_LARGE: 413,
  INTEGRATION_FAILURE: 502,
  INTEGRATION_TIMEOUT: 504,
} as const;

/** Passes each call to its route's function, with the formats and limits of AWS. */
export function createApiHandler(options: ApiOptions): ApiHandler {
  const { api, invoke, report, timeoutMs = TIMEOUT_MS } = options;
  const match = createRouteMatcher(api.methods);
  const refuse = (type: keyof typeof DEFAULT_STATUS_CODES): HttpResponse =>
    toHttpResponse(responseFor(api, type), DEFAULT_STATUS_CODES[type]);

  const respond = async (message: IncomingMessage, origin: string): Promise<HttpResponse> => {
    const url = new URL(message.url ?? '/', origin);
    const found = match(message.method ?? '', url.pathname);
    if (found === undefined) return refuse('MISSING_AUTHENTICATION_TOKEN');
    const { target } = found.route;
    if (target.kind === 'fixed') return toHttpResponse(target.response, 200);

    const body = await readBody(message, MAX_BODY_BYTES);
    if (body === undefined) return refuse('REQUEST_TOO_LARGE');
    const requestId = randomUUID();
    const event = createProxyEvent({ message, url, match: found, body, api, requestId });
    if ((event.body?.length ?? 0) > MAX_PAYLOAD_BYTES) return refuse('REQUEST_TOO_LARGE');
    try {
      const result = await withinTime(invoke(target.name, event), timeoutMs);
      if (result === TIMED_OUT) {
        report(`${target.name} did not respond within ${timeoutMs / 1000} s`);
        return refuse('INTEGRATION_TIMEOUT');
      }
      const read = readProxyResult(result, message.headers.accept, api.binaryMediaTypes);
      if (read === undefined || read.body.length > MAX_PAYLOAD_BYTES) {
        report(`${target.name} returned no response in the proxy format, or one above 6 MiB`);
        return refuse('INTEGRATION_FAILURE');
      }
      return { ...read, headers: { ...read.headers, 'x-amzn-requestid': requestId } };
    } catch (error) {
      report(`${target.name} failed: ${error instanceof Error ? error.message : String(error)}`);
      return refuse('INTEGRATION_FAILURE');
    }
  };

  return async (message, response, origin) => {
    const { status, headers, body } = await respond(message, origin);
    message.resume();
    response.writeHead(status, { ...headers, 'content-length': body.length });
    response.end(message.method === 'HEAD' ? undefined : body);
  };
}

const responseFor = (
  { responses }: RestApiSpec,
  type: keyof typeof DEFAULT_STATUS_CODES,
): FixedResponse =>
  responses[type] ??
  responses[DEFAULT_STATUS_CODES[type] < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX'] ?? { headers: {} };

const toHttpResponse = (response: FixedResponse, status: number): HttpResponse => ({
  status: response.status ?? status,
  headers: {
    ...(response.body !== undefined && { 'content-type': 'application/json' }),
    ...response.headers,
  },
  body: Buffer.from(response.body?.replaceAll('$context.requestId', randomUUID()) ?? ''),
});

/**
 * Reads the body of a request. Returns undefined if the body exceeds `limit` bytes, but reads and
 * discards the rest: a client that is disconnected while sending never sees the response.
 */
async function readBody(message: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size <= limit ? Buffer.concat(chunks, size) : undefined;
}

const TIMED_OUT = Symbol('timed out');

async function withinTime<T>(work: Promise<T>, ms: number): Promise<T | typeof TIMED_OUT> {
  const over = new AbortController();
  try {
    return await Promise.race([work, sleep(ms, TIMED_OUT, { signal: over.signal })] as const);
  } finally {
    over.abort();
    // Handle the rejection, because a function that fails after the timeout must not crash the
    // process.
    work.catch(() => {});
  }
}
