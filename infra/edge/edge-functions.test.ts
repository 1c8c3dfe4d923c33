import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

interface EdgeRequest {
  uri: string;
  headers: Record<string, { value: string; multiValue?: { value: string }[] }>;
}

/** Runs one of the files that are deployed to CloudFront, as a script. */
function run(name: string, request: EdgeRequest): EdgeRequest {
  const code = readFileSync(new URL(`${name}.js`, import.meta.url), 'utf8');
  const event = { request, viewer: { ip: '2001:db8::7' } };
  const made: unknown = runInNewContext(`${code}; handler(event)`, { event });
  return made as EdgeRequest;
}

it.each([
  ['/', '/index.html'],
  ['/dashboard', '/index.html'],
  ['/verify-otp/', '/index.html'],
  ['/a.b/page', '/index.html'],
  ['/a.b', '/index.html'],
  ['/dashboard.html', '/index.html'],
  ['/lists/a.b', '/index.html'],
  ['/docs/en.html', '/docs/en.html'],
  ['/assets/lost.zip', '/assets/lost.zip'],
  ['/nothing.js', '/nothing.js'],
  ['/docs', '/docs/index.html'],
  ['/docs/', '/docs/index.html'],
  ['/docs/deep', '/index.html'],
  ['/docs/reference', '/docs/reference/index.html'],
  ['/docs/reference/', '/docs/reference/index.html'],
  ['/docs/openapi.json', '/docs/openapi.json'],
  ['/prices', '/prices/index.html'],
  ['/prices/', '/prices/index.html'],
  ['/prices/fr.html', '/prices/fr.html'],
  ['/start', '/start/index.html'],
  ['/start/fr.html', '/start/fr.html'],
  ['/start/page.js', '/start/page.js'],
  ['/start/deep', '/index.html'],
  ['/pricing-plan', '/index.html'],
  ['/robots.txt', '/robots.txt'],
  ['/.well-known/security.txt', '/.well-known/security.txt'],
  ['/assets/index-1a2b.js', '/assets/index-1a2b.js'],
  ['/config.json', '/config.json'],
  ['/favicon.svg', '/favicon.svg'],
])('maps the path %s to the file %s', (uri, file) => {
  expect(run('page-request', { uri, headers: {} }).uri).toBe(file);
});

it("passes the viewer's IP address to the API and overwrites one sent by the viewer", () => {
  const twice = { value: '127.0.0.1', multiValue: [{ value: '127.0.0.1' }, { value: '::1' }] };
  const headers = { 'x-viewer-address': twice, accept: { value: '*/*' } };
  expect(run('api-request', { uri: '/api/me', headers })).toEqual({
    uri: '/api/me',
    headers: { 'x-viewer-address': { value: '2001:db8::7' }, accept: { value: '*/*' } },
  });
});
