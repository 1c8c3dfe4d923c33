import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startHttpService } from '../../lab/embedded/services/http-service.ts';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type ReceiverBehavior = (response: ServerResponse, received: ReceivedRequest) => void;

export const respondWith =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): ReceiverBehavior =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

/** Starts a customer's server on loopback. Each request gets the next queued behavior, or a 200. */
export async function startReceiver() {
  const received: ReceivedRequest[] = [];
  const next: ReceiverBehavior[] = [];
  const { url, port, close } = await startHttpService(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    // The sender has disconnected.
    if (body === undefined) return;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const each = { path: request.url ?? '', headers, body };
    received.push(each);
    (next.shift() ?? respondWith(200))(response, each);
  });
  return { url: `${url}/hook`, port, received, next, stop: close, [Symbol.asyncDispose]: close };
}
export type TestReceiver = Awaited<ReturnType<typeof startReceiver>>;
