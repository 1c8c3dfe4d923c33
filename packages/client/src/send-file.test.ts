import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { createClient } from './index.ts';

const MIB = 1024 * 1024;
const PART = 4 * MIB;
const FILE = Buffer.concat(
  ['a', 'b', 'c'].map((fill, at) => Buffer.alloc(at < 2 ? PART : MIB, fill)),
);
const ATTEMPTS = 5;

let server: Server | undefined;
afterEach(() => void server?.close());

interface Store {
  readonly baseUrl: string;
  /** Bytes received per part, including those of interrupted attempts. */
  readonly received: Map<number, number>;
  readonly arrived: Map<number, Buffer>;
  readonly registrations: { readonly key: string | undefined; readonly body: unknown }[];
  /** By part number: how many more uploads of the part the store cuts off halfway. */
  readonly cuts: Map<number, number>;
  readonly expiredLinks: Set<number>;
}

async function startStore(): Promise<Store> {
  const received = new Map<number, number>();
  const arrived = new Map<number, Buffer>();
  const cuts = new Map<number, number>();
  const expiredLinks = new Set<number>();
  const registrations: Store['registrations'][number][] = [];
  const receivePart = async (request: IncomingMessage, number: number): Promise<boolean> => {
    const chunks: Buffer[] = [];
    const cutsLeft = cuts.get(number) ?? 0;
    let size = 0;
    const cutAt = cutsLeft > 0 ? PART / 2 : Infinity;
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= cutAt) break;
    }
    received.set(number, (received.get(number) ?? 0) + size);
    cuts.set(number, cutsLeft - 1);
    if (cutsLeft > 0) return false;
    arrived.set(number, Buffer.concat(chunks));
    return true;
  };
  server = createServer(async (request, response) => {
    const { socket } = request;
    const number = Number(/^\/parts\/(\d)/.exec(request.url ?? '')?.[1]);
    if (request.method === 'PUT') {
      // The store also rejects a request with an API key, because the client must never send it
      // there.
      if (expiredLinks.delete(number) || 'x-api-key' in request.headers) {
        request.resume();
        return void response.writeHead(403).end('<Error/>');
      }
      const isComplete = await receivePart(request, number).catch(() => false);
      return void (isComplete ? response.end() : socket.destroy());
    }
    const data: object =
      request.method === 'GET'
        ? { id: 'l1', status: 1 }
        : registerUpload(await json(request), request);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data }));
  }).listen(0, '127.0.0.1');
  const registerUpload = (body: unknown, { headers }: IncomingMessage): object => {
    registrations.push({ key: headers['idempotency-key'] as string | undefined, body });
    const missing = [1, 2, 3].filter((number) => !arrived.has(number));
    if (missing.length === 0) return { file_id: 'l1', file_name: 'c.csv', status: 1 };
    const parts = missing.map((number) => ({ number, url: `${baseUrl}/parts/${number}?signed` }));
    return { file_id: 'l1', part_bytes: PART, parts };
  };
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl, received, arrived, registrations, cuts, expiredLinks };
}

function upload({ baseUrl }: Store, idempotencyKey?: string) {
  const shares: number[] = [];
  const client = createClient({ baseUrl, apiKey: 'k' }, { sleep: async () => undefined });
  const sent = client.lists.upload(new Blob([FILE]), {
    fileName: 'c.csv',
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    onProgress: (bytes) => shares.push(bytes / MIB),
  });
  return { sent, shares };
}
const isStoredCompletely = ({ arrived }: Store): boolean =>
  Buffer.concat([1, 2, 3].map((number) => arrived.get(number) ?? Buffer.alloc(0))).equals(FILE);

it('sends only the interrupted part of a large file again', async () => {
  const store = await startStore();
  store.cuts.set(2, 1);
  const { sent, shares } = upload(store);
  expect(await sent).toEqual({ id: 'l1', status: 1 });
  expect(isStoredCompletely(store)).toBe(true);
  expect(store.received.get(1)).toBe(PART);
  expect(store.received.get(2)).toBeGreaterThanOrEqual(PART * 1.5);
  expect(store.received.get(2)).toBeLessThan(PART * 2);
  expect(store.received.get(3)).toBe(MIB);
  expect(shares).toEqual([0, 1, 5, 9]);
  const [first, second] = store.registrations;
  expect(first?.body).toEqual({
    name: 'c.csv',
    file_name: 'c.csv',
    size: FILE.length,
    parts: true,
  });
  expect(second).toEqual(first);
});

it('sends only the missing parts from another process with the same key', async () => {
  const store = await startStore();
  store.cuts.set(2, 2 * ATTEMPTS);
  const failure = await upload(store).sent.catch((error: unknown) => error);
  const { idempotencyKey: key = '' } = failure as { idempotencyKey?: string };
  expect(failure).toMatchObject({ code: 'unreachable', status: 0 });
  expect(key).toBe(store.registrations[0]?.key);
  expect([...store.arrived.keys()]).toEqual([1]);
  store.cuts.clear();
  store.received.clear();
  const { sent, shares } = upload(store, key);
  expect((await sent).id).toBe('l1');
  expect(isStoredCompletely(store)).toBe(true);
  expect([...store.received]).toEqual([
    [2, PART],
    [3, MIB],
  ]);
  expect(shares).toEqual([1, 5, 9]);
  // The file is complete, so a call with the same key sends nothing.
  store.received.clear();
  expect((await upload(store, key).sent).id).toBe('l1');
  expect(store.received.size).toBe(0);
});

it('requests new links when one expires during the upload', async () => {
  const store = await startStore();
  store.expiredLinks.add(2);
  expect((await upload(store).sent).id).toBe('l1');
  expect(isStoredCompletely(store)).toBe(true);
  expect(store.registrations).toHaveLength(3);
  expect(store.received.get(1)).toBe(PART);
});

it('gives up if the first link fails', async () => {
  const store = await startStore();
  store.expiredLinks.add(1);
  await expect(upload(store).sent).rejects.toMatchObject({ status: 403 });
  expect(store.registrations).toHaveLength(1);
});
