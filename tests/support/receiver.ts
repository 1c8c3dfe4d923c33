import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return { path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() };
}

/** Starts a customer's server on loopback. Each request gets the next queued behavior, or a 200. */
export async function startReceiver() {
  const received: ReceivedRequest[] = [];
  const next: ReceiverBehavior[] = [];
  const server = createServer((request, response) => {
    void respond(request, response);
  });
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const each = await read(request).catch(() => undefined);
    // The sender has disconnected.
    if (each === undefined) return;
    received.push(each);
    (next.shift() ?? respondWith(200))(response, each);
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const stop = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => {
      server.close(() => resolve());
    });
  };
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    next,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
export type TestReceiver = Awaited<ReturnType<typeof startReceiver>>;
