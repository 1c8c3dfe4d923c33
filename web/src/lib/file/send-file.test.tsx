import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { sendFile } from './send-file.ts';

const CORS = { 'access-control-allow-origin': '*' };
const servers: Server[] = [];

/**
 * Starts a file store that responds to each POST with this status or, without a status, never
 * responds. Returns its URL and the received bodies.
 */
async function startStorage(status: number | undefined) {
  const received: string[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    if (request.method === 'OPTIONS') return response.writeHead(204, CORS).end();
    received.push(await text(request));
    return status === undefined ? undefined : response.writeHead(status, CORS).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}

const file = new File(['a@b.fr\n'], 'list.csv', { type: 'text/csv' });
const never = new AbortController().signal;

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

test('sends the policy before the file, and ends with a progress of 1', async () => {
  const { url, received } = await startStorage(204);
  const shares: number[] = [];
  const upload = { url, fields: { key: 'k1', policy: 'p1' } };
  await sendFile({ upload, file, signal: never, onProgress: (share) => shares.push(share) });
  const names = [...(received[0] ?? '').matchAll(/ name="(\w+)"/g)].map(([, name]) => name);
  expect(names).toEqual(['key', 'policy', 'file']);
  expect(received[0]).toContain('filename="list.csv"');
  expect(shares.at(-1)).toBe(1);
});

test('rejects with the status of the store', async () => {
  const { url } = await startStorage(400);
  const sending = sendFile({ upload: { url, fields: {} }, file, signal: never, onProgress() {} });
  await expect(sending).rejects.toMatchObject({ name: 'SendError', status: 400 });
});

test('rejects with status 0 if the store is unreachable', async () => {
  const { url } = await startStorage(204);
  servers.pop()?.close();
  const sending = sendFile({ upload: { url, fields: {} }, file, signal: never, onProgress() {} });
  await expect(sending).rejects.toMatchObject({ status: 0 });
});

test('rejects with the reason of the signal when aborted', async () => {
  const { url } = await startStorage(undefined);
  const controller = new AbortController();
  const upload = { url, fields: {} };
  const sending = sendFile({ upload, file, signal: controller.signal, onProgress() {} });
  controller.abort();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
});
