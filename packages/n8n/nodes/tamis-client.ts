import { createHash } from 'node:crypto';
import {
  NodeApiError,
  NodeOperationError,
  sleep,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestOptions,
  type JsonObject,
} from 'n8n-workflow';
import { createBounces } from '../../client/src/bounces.ts';
import { bindRequest, createCaller, type Settings } from '../../client/src/call.ts';
import { createChecks } from '../../client/src/checks.ts';
import { TamisError } from '../../client/src/error.ts';
import { createLists } from '../../client/src/lists.ts';
import { createWebhooks } from '../../client/src/webhooks.ts';

type Context = IExecuteFunctions | IHookFunctions;

interface FullResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Timeout of a request in milliseconds, which includes the transfer of a file. */
const TIMEOUT_MS = 600_000;
/** Statuses whose responses have no body (https://fetch.spec.whatwg.org/#null-body-status). */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Returns a `fetch` for our client library that uses n8n's helpers, which respect the proxy and the
 * other settings of the instance.
 */
const fetchWith =
  (context: Context): typeof fetch =>
  async (url, { method, headers, body, redirect, signal } = {}) => {
    const serialized = new Response(body);
    const sent = new Headers(serialized.headers);
    for (const [name, value] of new Headers(headers)) sent.set(name, value);
    const options: IHttpRequestOptions = {
      url: String(url),
      method: method as IHttpRequestOptions['method'],
      headers: Object.fromEntries(sent),
      ...(body && { body: Buffer.from(await serialized.arrayBuffer()) }),
      encoding: 'arraybuffer',
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: redirect === 'manual',
      timeout: TIMEOUT_MS,
      ...(signal && { abortSignal: signal }),
    };
    // The library sends the key only to our API, not to the file storage.
    const response = await (sent.has('x-api-key')
      ? context.helpers.httpRequestWithAuthentication.call(context, 'tamisApi', options)
      : context.helpers.httpRequest(options));
    const { statusCode: status, headers: received, body: bytes } = response as FullResponse;
    const texts = Object.entries(received).filter(([, value]) => typeof value === 'string');
    return new Response(NO_BODY.has(status) ? null : bytes, {
      status,
      headers: Object.fromEntries(texts) as Record<string, string>,
    });
  };

/** Creates our client library, which sends requests and waits with n8n's helpers. */
export async function createTamisClient(context: Context) {
  const settings = await context.getCredentials<Settings>('tamisApi');
  const environment = {
    fetch: fetchWith(context),
    random: Math.random,
    now: () => performance.now(),
    newId: () => crypto.randomUUID(),
    // Community nodes may not use timers; `TIMEOUT_MS` aborts requests without a response.
    startTimer: () => () => undefined,
    async sleep(ms: number, signal?: AbortSignal) {
      for (let left = ms; left > 0; left -= 1000) {
        signal?.throwIfAborted();
        await sleep(Math.min(left, 1000));
      }
      signal?.throwIfAborted();
    },
  };
  const call = createCaller(settings, environment);
  return {
    ...createChecks(call, environment),
    lists: createLists(call, environment),
    bounces: createBounces(call, environment),
    webhooks: createWebhooks(bindRequest(call)),
  };
}

export type TamisClient = Awaited<ReturnType<typeof createTamisClient>>;

/**
 * Returns an idempotency key that is the same each time n8n retries a run of the node, so that
 * retries are not charged, and different for any other run or request.
 */
export function idempotencyKeyOf(
  context: IExecuteFunctions,
  itemIndex: number,
  request: unknown,
): string {
  const identity = [
    context.getInstanceId(),
    context.getWorkflow().id,
    context.getExecutionId(),
    context.getNode().id,
    context.getWorkflowDataProxy(itemIndex).$runIndex,
    itemIndex,
    request,
  ];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}

/** Returns the error that n8n shows, with the code and the messages of the API. */
export function toNodeError(context: Context, error: unknown, itemIndex?: number): Error {
  const node = context.getNode();
  if (!(error instanceof TamisError))
    return new NodeOperationError(node, error as Error, { itemIndex });
  const { status, code, fields, requestId, message } = error;
  const details = Object.entries(fields).map(([field, problems]) =>
    [field, ...problems].join(': '),
  );
  if (requestId) details.push(`Request ${requestId}`);
  return new NodeApiError(node, { code, fields } as unknown as JsonObject, {
    message,
    description: details.join('\n') || code,
    httpCode: String(status),
    itemIndex,
  });
}
