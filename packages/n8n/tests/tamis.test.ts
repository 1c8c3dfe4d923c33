import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { TamisApi } from '../credentials/TamisApi.credentials.ts';
import { Tamis } from '../nodes/Tamis/Tamis.node.ts';
import { idempotencyKeyOf } from '../nodes/tamis-client.ts';
import { createContext } from './fake-n8n.ts';

type Reply = { readonly status?: number; readonly body: unknown };
type Call = { readonly line: string; readonly key: unknown; readonly secret: unknown };

const verdict = { email: 'ada@customer.test', status: 'deliverable' };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Serves responses on loopback, repeating the last one, and records the calls. */
async function serve(...replies: ((body: unknown, origin: string) => Reply)[]) {
  const calls: (Call & { readonly body: unknown })[] = [];
  const bodyOf = (request: IncomingMessage) =>
    request.headers['content-type'] === 'application/json' ? json(request) : text(request);
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const { 'idempotency-key': key, 'x-api-key': secret } = request.headers;
    calls.push({ line: `${request.method} ${request.url}`, key, secret, body });
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    const { status = 200, body: content } = reply?.(body, origin) ?? { body: {} };
    const isText = typeof content === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/csv' : 'application/json' });
    response.end(isText ? content : JSON.stringify(content));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl: `${origin}/`, calls };
}

const execute = async (given: Parameters<typeof createContext>[0]) =>
  (await new Tamis().execute.call(createContext(given)))[0];

const verify = { operation: 'verify', email: 'ada@customer.test' };
const list = { id: 'l1', file_name: 'May.csv', state: 'finished' };

describe('the credential', () => {
  it('links to the home page of the package', () => {
    const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ homepage: new TamisApi().documentationUrl });
  });
});

describe('an idempotency key', () => {
  it('is the same when n8n retries a run, and different for any other run or request', () => {
    const keyOf = (given: Parameters<typeof createContext>[0], item = 0, request = 'a') =>
      idempotencyKeyOf(createContext(given), item, request);
    expect(keyOf({})).toBe(keyOf({}));
    const keys = [
      keyOf({}),
      keyOf({ execution: '2' }),
      keyOf({ runIndex: 1 }),
      keyOf({}, 1),
      keyOf({}, 0, 'b'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the node', () => {
  it('repeats a failed call with the same key, also when n8n retries the node', async () => {
    const { baseUrl, calls } = await serve(
      () => ({ status: 503, body: '' }),
      () => ({ body: { result: verdict } }),
    );
    const given = { baseUrl, parameters: verify };
    expect(await execute(given)).toEqual([{ json: verdict, pairedItem: [{ item: 0 }] }]);
    await execute(given);
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
    expect(calls[0]).toMatchObject({
      key: expect.stringMatching(/^\w{64}$/),
      secret: 'tms_live_x',
    });
    await execute({ ...given, parameters: { ...verify, requestId: ' order-1 ' } });
    expect(calls.at(-1)).toMatchObject({ key: 'order-1' });
  });

  it('pays only for the first call of a check that continues in the background', async () => {
    const { baseUrl, calls } = await serve(
      () => ({ status: 202, body: { pending: { id: 'c1', retry_after_s: 5 } } }),
      () => ({ status: 202, body: { pending: { id: 'c1', retry_after_s: 5 } } }),
      () => ({ body: { result: verdict } }),
    );
    expect(await execute({ baseUrl, parameters: { ...verify, maxWait: 1 } })).toMatchObject([
      { json: verdict },
    ]);
    expect(calls.map(({ line }) => line)).toEqual([
      'POST /api/verify/email',
      'GET /api/verify/email/c1',
      'GET /api/verify/email/c1',
    ]);
  });

  it('outputs the id of a check that takes longer than allowed', async () => {
    const pending = { id: 'c1', retry_after_s: 5 };
    const { baseUrl } = await serve(() => ({ status: 202, body: { pending } }));
    expect(await execute({ baseUrl, parameters: { ...verify, maxWait: 0.001 } })).toMatchObject([
      { json: { email: 'ada@customer.test', pending } },
    ]);
  });

  it('shows the code and the message of the API, and continues with the next item if it may', async () => {
    const error = { code: 'not_enough_credits', message: ['You have no credits.'] };
    const { baseUrl } = await serve(
      () => ({ status: 402, body: error }),
      () => ({ body: { result: verdict } }),
    );
    const given = { baseUrl, parameters: verify, items: [{}, {}] };
    expect(await execute({ ...given, continueOnFail: true })).toEqual([
      { json: { error: 'not_enough_credits: You have no credits.' }, pairedItem: [{ item: 0 }] },
      { json: verdict, pairedItem: [{ item: 1 }] },
    ]);
    const refusing = await serve(() => ({ status: 402, body: error }));
    await expect(execute({ ...given, ...refusing })).rejects.toThrow(
      'not_enough_credits: You have',
    );
  });

  it('creates one list of the addresses of all items', async () => {
    const { baseUrl, calls } = await serve(() => ({ body: { data: list } }));
    const email = (item: number) => ['ada@customer.test', ' ', 'bob@customer.test'][item];
    const parameters = { operation: 'create', email, name: 'May' };
    expect(await execute({ baseUrl, parameters, items: [{}, {}, {}] })).toEqual([
      { json: list, pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }] },
    ]);
    const emails = ['ada@customer.test', 'bob@customer.test'];
    expect(calls).toMatchObject([{ line: 'POST /api/lists', body: { emails, name: 'May' } }]);
  });

  it('stops waiting for a list at its limit, and says that the list continues', async () => {
    const { baseUrl, calls } = await serve(() => ({
      body: { data: { ...list, state: 'working' } },
    }));
    const parameters = { operation: 'getResult', listId: 'l1', output: 'rows', maxWait: 0.001 };
    await expect(execute({ baseUrl, parameters })).rejects.toThrow(/not finished .* It continues/);
    expect(calls.every(({ line }) => line.startsWith('GET '))).toBe(true);
    const summary = await execute({ baseUrl, parameters: { ...parameters, output: 'summary' } });
    expect(summary).toMatchObject([{ json: { state: 'working' } }]);
  });

  it('fails if a list is paused, with the reason', async () => {
    const paused = { ...list, state: 'paused', reason: 'insufficient_credit', credits_needed: 7 };
    const { baseUrl } = await serve(() => ({ body: { data: paused } }));
    const parameters = { operation: 'getResult', listId: 'l1', output: 'rows', maxWait: 1 };
    await expect(execute({ baseUrl, parameters })).rejects.toThrow(
      'list_paused: insufficient_credit It needs 7 credits.',
    );
  });

  it('downloads a file up to its limit, and sends the key only to the API', async () => {
    const linked = (_: unknown, origin: string) => ({ body: { data: { url: `${origin}/file` } } });
    const replies = [
      () => ({ body: { data: list } }),
      linked,
      () => ({ body: 'email\n'.repeat(200_000) }),
    ];
    const { baseUrl, calls } = await serve(...replies);
    const parameters = { operation: 'getResult', listId: 'l1', output: 'file', maxFileSize: 2 };
    expect(await execute({ baseUrl, parameters })).toMatchObject([
      { json: list, binary: { data: { fileName: 'May.csv' } } },
    ]);
    expect(calls.map(({ line, secret }) => [line, secret])).toEqual([
      ['GET /api/lists/l1', 'tms_live_x'],
      ['POST /api/download', 'tms_live_x'],
      ['GET /file', undefined],
    ]);
    const again = await serve(...replies);
    const small = { ...parameters, maxFileSize: 1 };
    await expect(execute({ ...again, parameters: small })).rejects.toThrow('more than 1 MB');
  });

  it('reports the bounces of all items', async () => {
    const report = { id: 'b1', state: 'done' };
    const { baseUrl, calls } = await serve(() => ({ body: { data: report } }));
    const parameters = {
      operation: 'report',
      email: 'ada@customer.test',
      reply: '550 5.1.1',
      sent: { listId: 'l1', categories: ['deliverable'], at: '2026-11-26T09:00:00Z' },
      maxWait: 1,
    };
    expect(await execute({ baseUrl, parameters })).toMatchObject([{ json: report }]);
    expect(calls[0]).toMatchObject({
      body: {
        rows: [{ email: 'ada@customer.test', text: '550 5.1.1' }],
        sent: { list_id: 'l1', categories: ['deliverable'] },
      },
    });
  });
});
