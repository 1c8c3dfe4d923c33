import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiProxy } from './api-proxy.ts';

const api = createServer(async (message, response) => {
  const { method, url, headers } = message;
  const body = await text(message);
  response.writeHead(201, { 'x-api': 'yes' });
  response.end(JSON.stringify({ method, url, body, auth: headers.authorization }));
});
const front = createServer((message, response) => {
  createApiProxy(`http://127.0.0.1:${port}/live`)(message, response, '').catch(() =>
    response.writeHead(500).end(),
  );
});

let port: number;

beforeAll(async () => {
  for (const server of [api, front]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  ({ port } = api.address() as AddressInfo);
});
afterAll(() => {
  api.close();
  front.close();
});

const call = (init: RequestInit) =>
  fetch(`http://127.0.0.1:${(front.address() as AddressInfo).port}/api/x?y=1`, init);

test('passes calls and responses through unchanged', async () => {
  const response = await call({
    method: 'POST',
    headers: { authorization: 'Bearer t' },
    body: 'é',
  });
  expect(response.status).toBe(201);
  expect(response.headers.get('x-api')).toBe('yes');
  expect(await response.json()).toEqual({
    method: 'POST',
    url: '/live/api/x?y=1',
    body: 'é',
    auth: 'Bearer t',
  });
});

test('fails immediately if the API is unreachable', async () => {
  api.close();
  api.closeAllConnections();
  expect((await call({ method: 'GET' })).status).toBe(500);
});
