import { once } from 'node:events';
import { Socket, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { dial } from './dial.ts';

const LONG = 60_000;
const DIRECT = { kind: 'direct', helo: 'us.test' } as const;

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  for (const server of servers.splice(0)) server.close();
});

async function listen(serve: (socket: Socket) => void = () => {}): Promise<[Server, number]> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket);
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return [server, (server.address() as AddressInfo).port];
}

const through = (port: number) =>
  ({ kind: 'socks5', helo: 'us.test', host: '127.0.0.1', port }) as const;

test('does not look up a name', async () => {
  expect(await dial('localhost', 25, DIRECT, LONG, new AbortController().signal)).toEqual({
    detail: 'not an address literal',
  });
});

test('reports a host that refuses, or that we cannot reach in its address family', async () => {
  const [server, port] = await listen();
  const abort = new AbortController();
  expect(
    await dial('127.0.0.1', port, { ...DIRECT, localAddress: '::1' }, LONG, abort.signal),
  ).toHaveProperty('detail');
  server.close();
  expect(await dial('127.0.0.1', port, DIRECT, LONG, abort.signal)).toEqual({
    detail: 'ECONNREFUSED',
  });
  expect(await dial('127.0.0.1', port, through(port), LONG, abort.signal)).toEqual({
    detail: 'ECONNREFUSED',
    isOurs: true,
  });
});

test.each([
  ['our local address is missing', '127.0.0.1', { isOurs: true }],
  ['the host has only IPv6 and our side has none', undefined, {}],
])('fails if %s', async (_, localAddress, more) => {
  // Linux reports both cases with the same error.
  const missing = Object.assign(new Error('connect'), { code: 'EADDRNOTAVAIL' });
  const connecting = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (
    this: Socket,
  ) {
    return this.destroy(missing);
  });
  const egress = { ...DIRECT, ...(localAddress !== undefined && { localAddress }) };
  const failure = await dial('::1', 25, egress, LONG, new AbortController().signal);
  connecting.mockRestore();
  expect(failure).toEqual({ detail: 'EADDRNOTAVAIL', ...more });
});

test('fails if the signal is already aborted', async () => {
  const [, port] = await listen();
  const abort = new AbortController();
  abort.abort();
  for (const egress of [DIRECT, through(port)])
    expect(await dial('127.0.0.1', port, egress, LONG, abort.signal)).toEqual({
      detail: 'broken off',
    });
});

test('leaves a silent proxy at the signal', async () => {
  const [proxy, port] = await listen();
  const abort = new AbortController();
  const dialing = dial('127.0.0.1', 25, through(port), LONG, abort.signal);
  const [peer] = (await once(proxy, 'connection')) as [Socket];
  await once(peer, 'data');
  abort.abort();
  expect(await dialing).toEqual({ detail: 'broken off' });
  await once(peer.resume(), 'close');
});

test('leaves a silent proxy after the timeout', async () => {
  const [, port] = await listen();
  expect(await dial('127.0.0.1', 25, through(port), 50, new AbortController().signal)).toEqual({
    detail: 'no connection in time',
    isOurs: true,
  });
});

// Otherwise a domain could disable an egress address with a host that the proxy rejects.
test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'attributes reply %i of a proxy to the destination',
  async (code) => {
    const [, port] = await listen((socket) => {
      socket.once('data', () => {
        socket.write(Buffer.from([5, 0]));
        socket.once('data', () => socket.end(Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0])));
      });
    });
    for (const address of ['192.0.2.1', '2001:db8::1']) {
      const failure = await dial(address, 25, through(port), LONG, new AbortController().signal);
      expect(failure).toHaveProperty('detail');
      expect(failure).not.toHaveProperty('isOurs');
    }
  },
);

test('loses nothing that a server sends together with the reply of the proxy', async () => {
  const [, port] = await listen((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', () =>
        socket.write(Buffer.concat([Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]), BANNER])),
      );
    });
  });
  const socket = await dial('127.0.0.1', 25, through(port), LONG, new AbortController().signal);
  if ('detail' in socket) throw new Error(socket.detail);
  sockets.add(socket);
  const [data] = (await once(socket, 'data')) as [Buffer];
  expect(data.toString()).toBe(BANNER.toString());
});

const BANNER = Buffer.from('220 mx.test ESMTP\r\n');
