import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSiteHandler } from './site.ts';

const LARGE = 'run();'.repeat(1000);
const folder = mkdtempSync(join(tmpdir(), 'site-'));
const site = createSiteHandler(join(folder, 'web'), 'mailto:support@tamis.test');
const server = createServer((message, response) => void site(message, response));

beforeAll(async () => {
  mkdirSync(join(folder, 'web/assets'), { recursive: true });
  mkdirSync(join(folder, 'web/docs/reference'), { recursive: true });
  mkdirSync(join(folder, 'web/prices'));
  writeFileSync(join(folder, 'web/prices/index.html'), '<title>prices</title>');
  writeFileSync(join(folder, 'web/index.html'), '<title>app</title>');
  writeFileSync(join(folder, 'web/docs/index.html'), '<title>docs</title>');
  writeFileSync(join(folder, 'web/docs/reference/index.html'), '<title>reference</title>');
  writeFileSync(join(folder, 'web/assets/app-1a2b.js'), 'run()');
  mkdirSync(join(folder, 'web/.vite'));
  writeFileSync(join(folder, 'web/.vite/manifest.json'), '{}');
  writeFileSync(join(folder, 'web/assets/large-3c4d.js'), LARGE);
  writeFileSync(join(folder, 'web/assets/text-5e6f.woff2'), LARGE);
  writeFileSync(join(folder, 'secret.txt'), 'outside');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Sends a raw request, because fetch would normalize the path. */
async function get(path: string, requestHeaders: Readonly<Record<string, string>> = {}) {
  const { port } = server.address() as AddressInfo;
  const call = request({
    port,
    path,
    host: '127.0.0.1',
    agent: false,
    headers: requestHeaders,
  }).end();
  const [response] = await once(call, 'response');
  const { statusCode, headers } = response;
  const bytes = await buffer(response);
  return { status: statusCode, headers, bytes, body: bytes.toString() };
}

test('serves files with their media type, and caches those with a hash forever', async () => {
  const script = await get('/assets/app-1a2b.js?x=1');
  expect(script).toMatchObject({ status: 200, body: 'run()' });
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(script.headers['cache-control']).toContain('immutable');
});

test('compresses text for browsers that accept it', async () => {
  const script = await get('/assets/large-3c4d.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(script.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(script.bytes.length).toBeLessThan(LARGE.length / 10);
  expect(gunzipSync(script.bytes).toString()).toBe(LARGE);
  const uncompressed = await get('/assets/large-3c4d.js');
  expect(uncompressed).toMatchObject({ body: LARGE, headers: { vary: 'accept-encoding' } });
  expect(uncompressed.headers).not.toHaveProperty('content-encoding');
});

test('does not compress fonts, which are compressed already', async () => {
  const font = await get('/assets/text-5e6f.woff2', { 'accept-encoding': 'gzip' });
  expect(font).toMatchObject({ status: 200, body: LARGE });
  expect(font.headers).not.toHaveProperty('content-encoding');
});

test.each([
  '/',
  '/dashboard',
  '/lists/01J/',
  '//',
  '/docs/x',
  '/a.b',
  '/dashboard.html',
  '/lists/a.b',
])('serves the app for the path %s', async (path) => {
  const page = await get(path);
  expect(page).toMatchObject({ status: 200, body: '<title>app</title>' });
  expect(page.headers['cache-control']).toBe('no-cache');
});

test.each(['/docs/reference', '/docs/reference/#tag/lists'])(
  'serves the API reference at %s',
  async (path) => {
    expect((await get(path)).body).toBe('<title>reference</title>');
  },
);

test.each(['/docs', '/docs/', '/docs/#webhooks'])(
  'serves the documentation at %s',
  async (path) => {
    const page = await get(path);
    expect(page).toMatchObject({ status: 200, body: '<title>docs</title>' });
  },
);

test.each([
  '/nothing.js',
  '/assets/lost.zip',
  '/docs/lost.html',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%E0%A4%A.txt',
  '/a%00.txt',
  '/.vite/manifest.json',
  '/%2evite/manifest.json',
])('responds with 404 to %s', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test.each(['/prices', '/prices/'])('serves the pricing page at %s', async (path) => {
  expect((await get(path)).body).toBe('<title>prices</title>');
});

test('serves the files for search engines and security researchers with its own address', async () => {
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const robots = await get('/robots.txt');
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(robots.body).toContain(`Sitemap: ${origin}/sitemap.xml\n`);
  const sitemap = await get('/sitemap.xml');
  expect(sitemap.headers['content-type']).toBe('application/xml');
  expect(sitemap.body).toContain(`<loc>${origin}/prices/fr.html</loc>`);
  const security = await get('/.well-known/security.txt');
  expect(security.body).toContain('Contact: mailto:support@tamis.test\n');
  expect((await get('/.well-known/other.txt')).status).toBe(404);
});
