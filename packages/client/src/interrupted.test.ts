import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { createClient, TamisError } from './index.ts';

/** Uses raw sockets, because `node:http` cannot break or stall a connection at a given byte. */

const VERDICT = { email: 'ada@customer.test', status: 'deliverable', reason: 'accepted' };
const JSON_BODY = JSON.stringify({ data: 'The email is valid', result: VERDICT });
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n';
const SIZED = `${HEAD}content-length: ${JSON_BODY.length}\r\n\r\n${JSON_BODY}`;
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n${JSON_BODY.length.toString(16)}\r\n${JSON_BODY}\r\n0\r\n\r\n`;
const STALL_TIMEOUT_MS = 250;
const TIMEOUT_MS = 60_000;

let server: Server | undefined;
afterEach(() => {
  vi.useRealTimers();
  server?.close();
});

async function startServer(
  serve: (socket: Socket, connection: number) => unknown,
  timeoutMs = TIMEOUT_MS,
) {
  let connections = 0;
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    void serve(socket, connections);
    connections += 1;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sleep = async () => undefined;
  return createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k', timeoutMs }, { sleep });
}

async function readRequest(socket: Socket, isEnough: (text: string) => boolean): Promise<string> {
  let text = '';
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += String(part);
    if (isEnough(text)) break;
  }
  return text;
}
const isCompleteRequest = (text: string): boolean => /\r\n\r\n.*\}$/s.test(text);

const bodyAt = (response: string): number => response.indexOf('\r\n\r\n') + 4;
const cutOffsets = (response: string): number[] => [
  0,
  5,
  40,
  bodyAt(response) - 1,
  bodyAt(response),
  bodyAt(response) + 1,
  response.length - 12,
  response.length - 1,
];

it.each([
  ...cutOffsets(SIZED).map((at) => ['response with a content length', at, SIZED] as const),
  ...cutOffsets(CHUNKED).map((at) => ['chunked response', at, CHUNKED] as const),
  ...[0, 10, 60, -1].map((at) => ['request', at, SIZED] as const),
])('charges a check once if its %s is cut off at byte %i', async (side, at, response) => {
  const paid = new Set<string>();
  const client = await startServer(async (socket, connection) => {
    const isCut = connection === 0;
    if (isCut && side === 'request') {
      // With `at` = -1, the request arrives completely, but the service dies before responding.
      await readRequest(socket, at < 0 ? isCompleteRequest : (text) => text.length >= at);
      return socket.destroy();
    }
    const request = await readRequest(socket, isCompleteRequest);
    paid.add(/idempotency-key: (\S+)/i.exec(request)?.[1] ?? 'none');
    if (!isCut) return socket.end(response);
    return socket.write(response.slice(0, at), () => socket.destroy());
  });
  expect(await client.check('ada@customer.test')).toEqual(VERDICT);
  expect(paid.size).toBe(1);
});

it('reports the idempotency key after the last attempt, so that a later call is not charged again', async () => {
  const keys = new Set<string>();
  const client = await startServer(async (socket, connection) => {
    const request = await readRequest(socket, isCompleteRequest);
    keys.add(/idempotency-key: (\S+)/i.exec(request)?.[1] ?? 'none');
    if (connection < 5) socket.write(SIZED.slice(0, -1), () => socket.destroy());
    else socket.end(SIZED);
  });
  const failure = await client.check('ada@customer.test').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TamisError);
  const { code, message, idempotencyKey = '' } = failure as TamisError;
  expect([code, message]).toEqual([
    'unreachable',
    expect.stringMatching(/http:\/\/127.0.0.1:\d+: /),
  ]);
  expect(await client.check('ada@customer.test', { idempotencyKey })).toEqual(VERDICT);
  expect([...keys]).toEqual([idempotencyKey]);
});

it('retries when a response stalls', async () => {
  const client = await startServer(async (socket, connection) => {
    await readRequest(socket, isCompleteRequest);
    if (connection === 0) socket.write(SIZED.slice(0, bodyAt(SIZED) + 4));
    else socket.end(SIZED);
  }, STALL_TIMEOUT_MS);
  expect(await client.check('ada@customer.test')).toEqual(VERDICT);
});

it('does not time out a slow download, only a stalled one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const file = 'HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: 100\r\n\r\n';
  let sendPart = (): unknown => undefined;
  const client = await startServer(async (socket) => {
    await readRequest(socket, isCompleteRequest);
    sendPart = () => socket.write('a'.repeat(10));
    socket.write(file);
  });
  const reader = (await client.lists.download('l1')).body?.getReader();
  const readAfter = async (ms: number) => {
    const part = reader?.read();
    await setImmediate();
    vi.advanceTimersByTime(ms);
    sendPart();
    return part;
  };
  for (let count = 0; count < 9; count += 1)
    expect((await readAfter(TIMEOUT_MS - 1))?.value).toHaveLength(10);
  await expect(readAfter(TIMEOUT_MS)).rejects.toMatchObject({ code: 'unreachable' });
});

it('aborts a wait by its signal even if the server accepts the connection and never responds', async () => {
  const client = await startServer(() => undefined);
  const signal = AbortSignal.timeout(STALL_TIMEOUT_MS);
  // Without the signal, the call would reject with another error, after its own timeout.
  await expect(client.lists.waitFor('l1', { signal })).rejects.toThrow('timeout');
});
