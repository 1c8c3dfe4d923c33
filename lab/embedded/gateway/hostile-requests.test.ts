import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createInboxHandler } from '../inbox/inbox.ts';
import { createApiHandler } from './api.ts';
import { startGateway } from './gateway.ts';
import type { Gateway } from './gateway.ts';
import { createSiteHandler } from './site.ts';

interface ReceivedEvent {
  readonly name: string;
  readonly headers: Record<string, string>;
  readonly requestContext: { readonly identity: { readonly sourceIp: string } };
  readonly pathParameters: Record<string, string> | null;
  readonly body: string | null;
}

const target = (name: string) => ({ kind: 'function', name }) as const;
const MIB = 1024 * 1024;

let gateway: Gateway;
const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
const received: ReceivedEvent[] = [];
const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});

beforeAll(async () => {
  for (const file of ['web/index.html', 'web/site.ts', 'cloud/api.ts']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  gateway = await startGateway(0);
  const methods = [
    { method: 'GET', path: '/api/me', target: target('me') },
    { method: 'GET', path: '/api/file/{id}', target: target('getFile') },
    { method: 'POST', path: '/api/login', target: target('login') },
  ];
  gateway.open({
    api: createApiHandler({
      api: {
        stage: 'live',
        methods,
        responses: { MISSING_AUTHENTICATION_TOKEN: { status: 404, headers: {} } },
        binaryMediaTypes: [],
      },
      report: () => {},
      invoke: async (name, event) => {
        received.push({ ...(event as ReceivedEvent), name });
        return { statusCode: 200, body: '{}' };
      },
    }),
    inbox: createInboxHandler({ list: () => [], find: () => undefined }),
    site: createSiteHandler(join(folder, 'web')),
    siteHeaders: {},
  });
});
beforeEach(() => {
  received.length = 0;
  consoleError.mockClear();
});
afterAll(async () => {
  await gateway.close();
  consoleError.mockRestore();
  rmSync(folder, { recursive: true });
});

const open = () => connect(Number(new URL(gateway.origin).port), '127.0.0.1');

/** Sends bytes and returns the status of the response; undefined if there is no response. */
async function statusOf(bytes: string): Promise<number | undefined> {
  const socket = open();
  socket.on('error', () => {});
  socket.write(bytes);
  const status = /^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1];
  return status === undefined ? undefined : Number(status);
}

const get = (path: string, ...headers: readonly string[]) =>
  statusOf(
    [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join(
      '\r\n',
    ),
  );

it.each([
  ['an absolute form of another host', 'http://evil.example/api/me', 200],
  ['an absolute form of this host', 'http://localhost/api/me', 200],
  ['an absolute form without a host', 'http:///api/me', 200],
  ['two slashes', '//evil.example/api/me', 200],
  ['a port without a host', '/:99999/x.js', 404],
  ['a backslash', '/api\\..\\me', 200],
  ['dots that climb out of the API', '/api/../../etc/passwd', 404],
  ['dots in disguise', '/api/%2e%2e/%2e%2e/etc/passwd', 404],
  ['a slash in disguise', '/api%2Fme', 200],
  ['half a percent sign', '/api/%', 404],
  ['a NUL', '/site.ts%00.png', 404],
  ['a file of the folder above', '/..%2f..%2f..%2fpackage.json', 404],
  ['a hidden file', '/.vite/manifest.json', 404],
])('responds to %s without a function call or a failure', async (_, path, status) => {
  expect(await get(path)).toBe(status);
  expect(received).toEqual([]);
  expect(consoleError).not.toHaveBeenCalled();
});

it('treats an id with encoded characters as one parameter', async () => {
  const ids = ['..%2Fme', '%2e%2e%2f%2e%2e', 'a%00b', '%', '__proto__', 'x'.repeat(8000)];
  for (const id of ids) expect(await get(`/api/file/${id}`)).toBe(200);
  expect(received.map(({ name }) => name)).toEqual(ids.map(() => 'getFile'));
  expect(received.map(({ pathParameters }) => pathParameters?.['id'])).toEqual([
    '../me',
    '../..',
    'a\0b',
    '%',
    '__proto__',
    'x'.repeat(8000),
  ]);
});

it('takes the caller’s address from the connection and ignores headers', async () => {
  const names = ['X-Forwarded-For', 'CloudFront-Viewer-Address', 'X-Real-IP', 'Forwarded'];
  await get('/api/me', ...names.map((name) => `${name}: 6.6.6.6`));
  expect(received[0]?.requestContext.identity.sourceIp).toBe('127.0.0.1');
});

it.each([
  ['a URL that is too long', 'GET', [], '', `/api/me?x=${'x'.repeat(20_000)}`, 431],
  ['too many headers', 'GET', ['X-A: '.padEnd(9000, 'a'), 'X-B: '.padEnd(9000, 'b')], '', '', 431],
  ['two lengths', 'POST', ['Content-Length: 1', 'Content-Length: 2'], 'aa', '', 400],
  ['a length and chunks', 'POST', ['Content-Length: 3', 'Transfer-Encoding: chunked'], '', '', 400],
  ['a negative length', 'POST', ['Content-Length: -1'], '', '', 400],
  ['a folded header', 'GET', ['X-A: 1', ' Authorization: Bearer x'], '', '', 400],
  ['a bare line feed in a header', 'GET', ['X-A: 1\nAuthorization: Bearer x'], '', '', 400],
  ['a space before the colon', 'GET', ['Authorization : Bearer x'], '', '', 400],
  ['a NUL in a header', 'GET', ['X-A: \0'], '', '', 400],
])('rejects %s without calling a function', async (_, method, headers, body, path, status) => {
  const head = [`${method} ${path || '/api/login'} HTTP/1.1`, 'Host: localhost', ...headers];
  expect(await statusOf(`${head.join('\r\n')}\r\n\r\n${body}`)).toBe(status);
  expect(received).toEqual([]);
});

it('rejects a call without a Host header', async () => {
  expect(await statusOf('GET /api/me HTTP/1.1\r\nConnection: close\r\n\r\n')).toBe(400);
  expect(received).toEqual([]);
});

it('joins a repeated header into one value', async () => {
  await get('/api/me', 'Authorization: Bearer a', 'Authorization: Bearer b');
  expect(received[0]?.headers['Authorization']).toBe('Bearer b');
});

it('calls no function for slow or endless bodies, and still serves other callers', async () => {
  const slow = Array.from({ length: 200 }, () => {
    const socket = open();
    socket.on('error', () => {});
    socket.write('POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{');
    return socket;
  });
  await Promise.all(slow.map((socket) => socket.readyState === 'open' || once(socket, 'connect')));
  expect(await get('/api/me')).toBe(200);
  expect(received.map(({ name }) => name)).toEqual(['me']);
  for (const socket of slow) socket.destroy();
});

it('rejects a body of unknown length that is too long', async () => {
  const chunk = `${MIB.toString(16)}\r\n${'x'.repeat(MIB)}\r\n`;
  const head =
    'POST /api/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n' +
    'Transfer-Encoding: chunked\r\n\r\n';
  expect(await statusOf(`${head}${chunk.repeat(11)}0\r\n\r\n`)).toBe(413);
  expect(received).toEqual([]);
});
