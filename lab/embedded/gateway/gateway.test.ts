import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { RestApiSpec } from '../cloud/api.ts';
import { createApiHandler } from './api.ts';
import { StartError } from '../services/start-error.ts';
import { startGateway, type Gateway } from './gateway.ts';
import { createSecurityHeaders } from '../supervisor/site.ts';

const toFunction = (method: string, path: string, name: string) => ({
  method,
  path,
  target: { kind: 'function', name } as const,
});

const fixed = (code: string, status?: number) => ({
  ...(status !== undefined && { status }),
  headers: { 'access-control-allow-origin': 'http://web.test' },
  body: JSON.stringify({ message: [code], code }),
});

const API: RestApiSpec = {
  stage: 'live',
  methods: [
    toFunction('GET', '/api/me', 'me'),
    toFunction('GET', '/api/file/{id}', 'getFile'),
    toFunction('POST', '/api/upload', 'upload'),
    {
      method: 'OPTIONS',
      path: '/api/me',
      target: {
        kind: 'fixed',
        response: { status: 204, headers: { 'access-control-allow-methods': 'GET' } },
      },
    },
    {
      method: 'ANY',
      path: '/api/file/{id}',
      target: {
        kind: 'fixed',
        response: { ...fixed('method_not_allowed', 405), headers: { allow: 'GET, OPTIONS' } },
      },
    },
  ],
  responses: {
    MISSING_AUTHENTICATION_TOKEN: fixed('not_found', 404),
    REQUEST_TOO_LARGE: fixed('payload_too_large', 413),
    DEFAULT_4XX: fixed('malformed'),
    DEFAULT_5XX: fixed('internal'),
  },
  binaryMediaTypes: ['multipart/form-data'],
};

const PAGE = '<script>alert(1)</script><script type="module" src="/a.js"></script>';

let gateway: Gateway | undefined;
afterEach(() => gateway?.close());

interface Event {
  path: string;
  headers: Record<string, string>;
  multiValueHeaders: Record<string, string[]>;
  body: string | null;
  isBase64Encoded: boolean;
  [name: string]: unknown;
}

async function open(
  serve: (event: Event, name: string) => unknown,
  { timeoutMs }: { timeoutMs?: number } = {},
) {
  const events: Event[] = [];
  const reports: string[] = [];
  gateway = await startGateway(0);
  const api = createApiHandler({
    api: API,
    report: (line) => reports.push(line),
    ...(timeoutMs !== undefined && { timeoutMs }),
    invoke: async (name, event) => {
      events.push(event as Event);
      return serve(event as Event, name);
    },
  });
  gateway.open({
    api,
    inbox: (message, response) => {
      if (message.url !== '/inbox') return false;
      response.end('the inbox');
      return true;
    },
    site: async (_, response) => void response.end('the web app'),
    siteHeaders: createSecurityHeaders({ storage: 'http://127.0.0.1:9', html: PAGE }),
  });
  return { origin: gateway.origin, events, reports };
}

const json = (statusCode: number, body: unknown) => ({ statusCode, body: JSON.stringify(body) });

test('does not report a failure if the caller has disconnected', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { origin } = await open(() => json(200, {}));
  const upload = request(`${origin}/api/upload`, {
    method: 'POST',
    headers: { 'content-length': '1000' },
  });
  upload.on('error', () => {});
  upload.write('the first of a thousand bytes');
  await sleep(50);
  upload.destroy();
  await sleep(50);
  expect(consoleError).not.toHaveBeenCalled();
  consoleError.mockRestore();
});

test('rejects requests with a foreign host name that resolves to this machine', async () => {
  const { origin, events } = await open(() => json(200, {}));
  const { port } = new URL(origin);
  const call = request({
    port,
    host: '127.0.0.1',
    path: '/api/me',
    headers: { host: 'evil.test' },
  });
  const [response] = (await once(call.end(), 'response')) as [IncomingMessage];
  expect([response.statusCode, await text(response)]).toEqual([
    421,
    'This host is unknown: add it to ALLOWED_HOSTS.',
  ]);
  expect(events).toEqual([]);
});

test('accepts headers and parameters with names of built-in object properties', async () => {
  const { origin, events } = await open(() => json(200, {}));
  const response = await fetch(`${origin}/api/me?constructor=1&__proto__=2`, {
    headers: { constructor: '3', __proto__: '4' },
  });
  expect(response.status).toBe(200);
  const [event] = events;
  expect(event?.headers['constructor']).toBe('3');
  expect(JSON.stringify(event?.['queryStringParameters'])).toBe(
    '{"constructor":"1","__proto__":"2"}',
  );
});

test('passes a REST API event to a function and returns its response', async () => {
  const { origin, events } = await open(() => ({
    statusCode: 201,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'X-One': '1' },
    multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
    body: '{"data":"é"}',
  }));
  const response = await fetch(`${origin}/api/file/a%20b?page=1&page=2&q=%C3%A9`, {
    headers: { Authorization: 'Bearer t', 'X-Forwarded-For': '203.0.113.9' },
  });
  expect(response.status).toBe(201);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toEqual({ data: 'é' });
  expect(events[0]).toMatchObject({
    resource: '/api/file/{id}',
    path: '/api/file/a%20b',
    httpMethod: 'GET',
    pathParameters: { id: 'a b' },
    queryStringParameters: { page: '2', q: 'é' },
    multiValueQueryStringParameters: { page: ['1', '2'], q: ['é'] },
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    requestContext: {
      stage: 'live',
      path: '/live/api/file/a%20b',
      resourcePath: '/api/file/{id}',
      requestId: expect.any(String),
      requestTime: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      identity: { sourceIp: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) },
    },
  });
  expect(events[0]?.headers['X-Forwarded-For']).toMatch(/^203\.0\.113\.9, (127\.0\.0\.1|::1)$/);
});

test('passes text bodies as text and multipart bodies as base64', async () => {
  const { origin, events } = await open(() => json(200, {}));
  await fetch(`${origin}/api/upload`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"é"}',
  });
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.of(0xff, 0x00, 0xe9)]), 'a.csv');
  await fetch(`${origin}/api/upload`, { method: 'POST', body: form });
  expect(events[0]).toMatchObject({ body: '{"name":"é"}', isBase64Encoded: false });
  expect(events[1]?.isBase64Encoded).toBe(true);
  const bytes = Buffer.from(events[1]?.body ?? '', 'base64');
  expect(bytes.includes(Buffer.of(0xff, 0x00, 0xe9))).toBe(true);
});

test('decodes base64 only for a caller that accepts a binary type first, as API Gateway does', async () => {
  const { origin } = await open(() => ({
    statusCode: 200,
    body: Buffer.from('bytes').toString('base64'),
    isBase64Encoded: true,
  }));
  const get = async (accept: string) =>
    (await fetch(`${origin}/api/me`, { headers: { accept } })).text();
  expect(await get('*/*')).toBe('Ynl0ZXM=');
  expect(await get('multipart/form-data, */*')).toBe('bytes');
});

test('responds to unknown paths, unknown methods and preflights without calling a function', async () => {
  const { origin, events } = await open(() => json(200, {}));
  const lost = await fetch(`${origin}/api/nothing`);
  expect(lost.status).toBe(404);
  expect(lost.headers.get('access-control-allow-origin')).toBe('http://web.test');
  expect(await lost.json()).toEqual({ message: ['not_found'], code: 'not_found' });
  expect((await fetch(`${origin}/api/me`, { method: 'DELETE' })).status).toBe(404);
  const refused = await fetch(`${origin}/api/file/7`, { method: 'PUT', body: 'x' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, OPTIONS']);
  expect(await refused.json()).toMatchObject({ code: 'method_not_allowed' });
  const preflight = await fetch(`${origin}/api/me`, { method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET');
  expect(events).toEqual([]);
});

test('rejects a body above 10 MiB or an event above 6 MiB without calling the function', async () => {
  const { origin, events } = await open(() => json(200, {}));
  const post = (bytes: number, type: string) =>
    fetch(`${origin}/api/upload`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: 'x'.repeat(bytes),
    });
  const MIB = 1024 * 1024;
  const large = await post(10 * MIB + 1, 'text/plain');
  expect(large.status).toBe(413);
  expect(await large.json()).toMatchObject({ code: 'payload_too_large' });
  // Base64 makes the event a third larger than the body.
  expect((await post(5 * MIB, 'multipart/form-data; boundary=x')).status).toBe(413);
  expect(events).toEqual([]);
  expect((await post(5 * MIB, 'text/plain')).status).toBe(200);
});

test('responds with 504 if a function takes too long', async () => {
  const { origin, reports } = await open(() => sleep(5000, undefined, { ref: false }), {
    timeoutMs: 50,
  });
  const response = await fetch(`${origin}/api/me`);
  expect(response.status).toBe(504);
  expect(await response.json()).toEqual({ message: ['internal'], code: 'internal' });
  expect(reports).toEqual(['me did not respond within 0.05 s']);
});

test.each([
  ['throws', () => Promise.reject(new Error('boom'))],
  ['gives nothing', () => null],
  ['gives a body that is no text', () => ({ statusCode: 200, body: { a: 1 } })],
  ['gives more than 6 MiB', () => json(200, 'x'.repeat(7 * 1024 * 1024))],
])('responds with 502 if a function %s', async (_, serve) => {
  const { origin, reports } = await open(serve);
  const response = await fetch(`${origin}/api/me`);
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ code: 'internal' });
  expect(reports).toHaveLength(1);
});

test('serves the other backends of the origin at their paths', async () => {
  const { origin } = await open(() => json(200, {}));
  const get = async (path: string) => (await fetch(origin + path)).text();
  expect(await get('/inbox')).toBe('the inbox');
  expect(JSON.parse(await get('/config.json'))).toEqual({ apiHost: '', links: {} });
  const page = await fetch(origin);
  expect(await page.text()).toBe('the web app');
  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain("connect-src 'self' http://127.0.0.1:9;");
  expect(policy).toContain(
    "script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';",
  );
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await fetch(origin, { method: 'POST' })).status).toBe(405);
});

test('asks callers to retry during startup, and reports a port in use in one sentence', async () => {
  gateway = await startGateway(0);
  const response = await fetch(gateway.origin);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('1');
  const port = Number(new URL(gateway.origin).port);
  await expect(startGateway(port)).rejects.toThrow(StartError);
  await expect(startGateway(port)).rejects.toThrow(
    `Port ${port} is in use by another program: stop it, or set PORT to a free one.`,
  );
});

test('also detects a port that is in use for IPv6 only', async () => {
  const other = createServer().listen(0, '::1');
  const hasIpv6 = await new Promise<boolean>((resolve) => {
    other.once('listening', () => resolve(true));
    other.once('error', () => resolve(false));
  });
  const { port } = hasIpv6 ? (other.address() as AddressInfo) : { port: 0 };
  const outcome = await startGateway(port).then(
    (opened) => opened.close(),
    (error: unknown) => error instanceof StartError,
  );
  expect(outcome).toBe(hasIpv6 ? true : undefined);
  other.close();
});
