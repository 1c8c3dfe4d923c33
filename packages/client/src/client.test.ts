import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LIST_STATE_NAMES, type ListStatus } from '../../../shared/model/list-status.ts';
import manifest from '../package.json' with { type: 'json' };
import { createClient, TamisError } from './index.ts';

interface Received {
  readonly call: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Reply = readonly [status: number, body: unknown, headers?: Record<string, string>] | 'hang up';

let server: Server | undefined;
afterEach(() => void server?.close());

/** Creates a client whose server sends these replies in order, and records requests and delays. */
async function clientOf(...replies: readonly Reply[]) {
  const remaining = [...replies];
  const received: Received[] = [];
  const slept: number[] = [];
  server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ call: `${method} ${url}`, headers, body: await text(request) });
    const reply = remaining.shift();
    if (reply === undefined || reply === 'hang up') return void request.socket.destroy();
    const [status, body, more] = reply;
    response.writeHead(status, { 'content-type': 'application/json', ...more });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let ids = 0;
  const retries: [code: string, delayMs: number][] = [];
  const client = createClient(
    {
      baseUrl,
      apiKey: 'tms_test_1',
      onRetry: ({ code }, delayMs) => retries.push([code, delayMs]),
    },
    {
      random: () => 0.5,
      newId: () => `id-${(ids += 1)}`,
      sleep: async (ms) => void slept.push(ms),
      now: () => slept.reduce((sum, ms) => sum + ms, 0),
    },
  );
  return { client, received, slept, retries, baseUrl };
}

const errorBody = (code: string, more: object = {}) => ({
  message: [`About ${code}`],
  code,
  ...more,
});
const verdict = { email: 'ada@customer.test', status: 'deliverable', reason: 'accepted' };

describe('check', () => {
  it('retries with the same idempotency key, so that it is charged once', async () => {
    const { client, received, slept } = await clientOf(
      'hang up',
      [503, {}],
      [429, errorBody('too_many_requests'), { 'retry-after': '7' }],
      [200, { data: 'The email is valid', result: verdict }],
    );
    expect(await client.check('ada@customer.test')).toEqual(verdict);
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(
      Array(4).fill('id-1'),
    );
    expect(received[3]).toMatchObject({
      call: 'POST /api/verify/email',
      headers: { 'x-api-key': 'tms_test_1', 'accept-language': 'en' },
      body: '{"email":"ada@customer.test"}',
    });
    // With `random` at 0.5, a delay is half of its maximum, which doubles each time. The last delay
    // comes from `Retry-After`.
    expect(slept).toEqual([250, 500, 7000]);
  });

  it.each([
    [400, 'bad_request'],
    [401, 'wrong_api_key'],
    [402, 'not_enough_credits'],
    [403, 'api_paid_only'],
    [404, 'not_found'],
    [409, 'request_reused'],
    [422, 'bad_address'],
  ])('does not retry after %i', async (status, code) => {
    const { client, received } = await clientOf([status, errorBody(code, { request_id: 'r-1' })]);
    const failure = await client.check('ada').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TamisError);
    expect(failure).toMatchObject({
      status,
      code,
      messages: [`About ${code}`],
      requestId: 'r-1',
      message: `${code}: About ${code}`,
    });
    expect(received).toHaveLength(1);
  });

  it('reports each failed attempt, and leaves a long Retry-After to the caller', async () => {
    const { client, slept, retries } = await clientOf(
      [429, errorBody('too_many_requests'), { 'retry-after': '60' }],
      [429, errorBody('too_many_requests'), { 'retry-after': '61' }],
    );
    await expect(client.check('ada@customer.test')).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfter: 61,
      idempotencyKey: 'id-1',
    });
    expect(slept).toEqual([60_000]);
    expect(retries).toEqual([['too_many_requests', 60_000]]);
  });

  it.each([200, 404])(
    'rejects a web page (%i), and suggests checking the base URL',
    async (status) => {
      const { client } = await clientOf([status, '<html>', { 'content-type': 'text/html' }]);
      await expect(client.check('ada@customer.test')).rejects.toMatchObject({
        code: 'unreadable',
        idempotencyKey: 'id-1',
        message: expect.stringContaining('base URL'),
      });
    },
  );

  it('gives up after five attempts, with the reason', async () => {
    const { client, received } = await clientOf();
    await expect(client.check('ada@customer.test')).rejects.toMatchObject({
      status: 0,
      code: 'unreachable',
    });
    expect(received).toHaveLength(5);
  });

  it.each([301, 302, 307, 308])(
    'does not send the key to the target of a redirect with %i',
    async (status) => {
      const other = await clientOf([200, { result: verdict }]);
      const location = `${other.baseUrl}/api/verify/email`;
      const otherServer = server;
      const { client, received } = await clientOf([status, {}, { location }]);
      await expect(client.check('ada@customer.test')).rejects.toMatchObject({
        code: 'redirected',
        messages: [expect.stringContaining('base URL')],
      });
      expect([received.length, other.received.length]).toEqual([1, 0]);
      otherServer?.close();
    },
  );

  it('polls a background check as often as the service asks, until there is a result', async () => {
    const pending = { data: 'Still being verified', pending: { id: 'a/b', retry_after_s: 305 } };
    const answer = { data: 'The email is valid', result: verdict };
    const { client, received, slept } = await clientOf(
      [202, pending],
      [202, pending],
      [202, pending],
      [200, answer],
      [200, answer],
    );
    const result = await client.check('ada@customer.test', { wait: false });
    expect(result).toEqual({ id: 'a/b', retry_after_s: 305 });
    expect(await client.checks.get('a/b')).toEqual(result);
    expect(await client.checks.waitFor('a/b')).toEqual(verdict);
    expect(slept).toEqual([305_000]);
    expect(await client.check('ada@customer.test', { timeoutS: 5 })).toEqual(verdict);
    expect(received.map(({ call }) => call)).toEqual([
      'POST /api/verify/email',
      ...Array<string>(3).fill('GET /api/verify/email/a%2Fb'),
      'POST /api/verify/email',
    ]);
    expect([received[0]?.body, received[4]?.body]).toEqual([
      '{"email":"ada@customer.test","wait":false}',
      '{"email":"ada@customer.test","timeout_s":5}',
    ]);
  });

  it('is aborted by the signal of the caller', async () => {
    const { client, received } = await clientOf();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.check('ada@customer.test', { signal })).rejects.toThrow('enough');
    expect(received).toHaveLength(0);
  });
});

describe('lists', () => {
  const run = (status: ListStatus) => ({ status, state: LIST_STATE_NAMES[status] });
  const list = (status: ListStatus, more: object = {}): Reply => [
    200,
    { data: { id: 'a/b', ...run(status), ...more } },
  ];

  it('uploads to the store with the fields of the presigned POST, the file last, without the API key', async () => {
    const store: { url: string; fields: object } = { url: '', fields: { policy: 'p' } };
    const { client, received, baseUrl } = await clientOf(
      [200, { data: { file_id: 'l1', upload: store } }],
      [503, {}],
      [200, {}],
      [404, errorBody('not_found')],
      list(2),
    );
    store.url = `${baseUrl}/store`;
    const sent = await client.lists.upload('email\nada@customer.test\n', {
      fileName: 'c.csv',
      encoding: 'windows-1251',
      strict: true,
    });
    expect(sent.status).toBe(2);
    expect(received.map(({ call }) => call)).toEqual([
      'POST /api/upload',
      'POST /store',
      'POST /store',
      'GET /api/lists/l1',
      'GET /api/lists/l1',
    ]);
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      name: 'c.csv',
      file_name: 'c.csv',
      size: 24,
      encoding: 'windows-1251',
      strict: true,
    });
    expect(received[2]?.headers).not.toHaveProperty('x-api-key');
    expect(received[2]?.body).toMatch(/name="policy"[^]*\bp\b[^]*filename="c.csv"[^]*ada@customer/);
  });

  it('does not upload a file again if a call with the same key has already uploaded it', async () => {
    const arrived = { file_id: 'l1', file_name: 'c.csv', status: 7 };
    const { client, received } = await clientOf([200, { data: arrived }], list(7));
    const options = { fileName: 'c.csv', idempotencyKey: 'May' };
    expect((await client.lists.upload('ada@customer.test', options)).status).toBe(7);
    expect(received.map(({ call }) => call)).toEqual(['POST /api/upload', 'GET /api/lists/l1']);
    expect(received[0]?.headers).toMatchObject({ 'idempotency-key': 'May' });
  });

  it('polls a list until it is finished', async () => {
    const { client, received, slept } = await clientOf(list(2), list(4), list(7));
    const statuses: number[] = [];
    const finished = await client.lists.waitFor('a/b', {
      onProgress: ({ status }) => statuses.push(status),
    });
    expect(finished.status).toBe(7);
    expect(statuses).toEqual([2, 4, 7]);
    expect(slept).toEqual([1000, 1500]);
    expect(received[0]?.call).toBe('GET /api/lists/a%2Fb');
  });

  it('keeps polling during an outage, and until the recheck is finished too', async () => {
    const outage = Array.from({ length: 30 }, (): Reply => [503, {}]);
    const recheck = (status: ListStatus) => list(7, { recheck: { ...run(status), reason: null } });
    const { client, received } = await clientOf(list(4), ...outage, recheck(2), recheck(7));
    expect((await client.lists.waitFor('a/b')).recheck?.status).toBe(7);
    expect(received).toHaveLength(33);
  });

  it('polls at least once a minute while waiting, whatever the Retry-After', async () => {
    const { client, slept, retries } = await clientOf(
      [503, {}, { 'retry-after': '3600' }],
      list(7),
    );
    await client.lists.waitFor('a/b');
    expect([slept, retries]).toEqual([[60_000], [['unreadable', 60_000]]]);
  });

  it('stops polling after an hour of outage', async () => {
    const away = Array.from({ length: 400 }, (): Reply => [503, {}, { 'retry-after': '60' }]);
    const { client, received } = await clientOf(...away);
    await expect(client.lists.waitFor('a/b')).rejects.toMatchObject({ status: 503 });
    expect(received).toHaveLength(61);

    let now = 0;
    let attempts = 0;
    const unreachableClient = createClient(
      { baseUrl: 'http://tamis.test', apiKey: 'k' },
      {
        now: () => now,
        random: () => 0.5,
        sleep: async (ms) => void (now += ms),
        fetch: async () => {
          now += 60_000;
          attempts += 1;
          throw new TypeError('no response for 60 s');
        },
      },
    );
    await expect(unreachableClient.checks.waitFor('c1')).rejects.toMatchObject({
      code: 'unreachable',
    });
    expect([attempts, now <= 61 * 60_000]).toEqual([53, true]);
  });

  it('rejects a string instead of a list of addresses', async () => {
    const { client, received } = await clientOf();
    await expect(client.lists.create('a@b.test')).rejects.toThrow('list of addresses');
    expect(received).toEqual([]);
  });

  it('creates a list for one endpoint, and renames it', async () => {
    const { client, received } = await clientOf(list(1), list(1));
    await client.lists.create(['ada@customer.test'], { webhook: 'e1' });
    await client.lists.rename('a/b', 'May');
    expect(received.map(({ call, body }) => [call, JSON.parse(body)])).toEqual([
      ['POST /api/lists', { emails: ['ada@customer.test'], webhook: 'e1' }],
      ['POST /api/lists/a%2Fb', { name: 'May' }],
    ]);
  });

  it.each([
    [5, 'list_paused', ['insufficient_credit', 'It needs 400 credits.']],
    [6, 'list_canceled', ['not_text']],
  ] as const)('stops waiting for a list with status %i', async (status, code, messages) => {
    const { client } = await clientOf(list(status, { reason: messages[0], credits_needed: 400 }));
    await expect(client.lists.waitFor('a/b')).rejects.toMatchObject({ code, messages });
  });

  it.each([
    ['column', 2, 'Column 2 has the addresses.'],
    ['separator', '^', '`^` separates them from other text.'],
  ])('reports the right %s if another one was given', async (hint, value, message) => {
    const code = `wrong_${hint}`;
    const { client } = await clientOf(
      [422, errorBody(code, { [hint]: value })],
      list(6, { reason: code, [`suggested_${hint}`]: value }),
    );
    const sent = client.lists.upload('Ada;ada@customer.test\n', { fileName: 'c.csv' });
    await expect(sent).rejects.toMatchObject({ code, [hint]: value });
    await expect(client.lists.waitFor('a/b')).rejects.toMatchObject({
      code: 'list_canceled',
      messages: [code, message],
      [hint]: value,
    });
  });

  it('loads rows page by page', async () => {
    const { client, received } = await clientOf(
      [200, { data: { rows: [{ row: 1 }, { row: 2 }], next: 'c 2' } }],
      [200, { data: { rows: [], next: 'c 3' } }],
      [200, { data: { rows: [{ row: 9 }], next: null } }],
    );
    const rows: unknown[] = [];
    for await (const { row } of client.lists.rows('l1', { status: 'risky' })) rows.push(row);
    expect(rows).toEqual([1, 2, 9]);
    expect(received.map(({ call }) => call)).toEqual([
      'GET /api/lists/l1/rows?status=risky',
      'GET /api/lists/l1/rows?status=risky&cursor=c+2',
      'GET /api/lists/l1/rows?status=risky&cursor=c+3',
    ]);
  });

  it.each(['http:', ''])(
    'downloads a result from a link (%s//) without sending the key',
    async (scheme) => {
      const json = { 'content-type': 'application/json' };
      const link = { url: '' };
      const { client, received, baseUrl } = await clientOf(
        [200, { data: link }, json],
        [307, {}, { location: '/elsewhere' }],
        [200, 'whole'],
      );
      link.url = `${scheme}${baseUrl.replace('http:', '')}/r.csv`;
      expect(await (await client.lists.download('l1')).json()).toBe('whole');
      expect(received.map(({ call }) => call)).toEqual([
        'POST /api/download',
        'GET /r.csv',
        'GET /elsewhere',
      ]);
      for (const { headers } of received.slice(1)) expect(headers).not.toHaveProperty('x-api-key');
    },
  );

  it('deletes a list even if the response of the first attempt is lost', async () => {
    const { client, received } = await clientOf('hang up', [404, errorBody('not_found')]);
    await client.lists.delete('l1');
    expect(received).toHaveLength(2);
  });

  it('fails to delete a list that does not exist', async () => {
    const { client } = await clientOf([404, errorBody('not_found')]);
    await expect(client.lists.delete('l1')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('webhooks', () => {
  it('does not retry a creation, and loads deliveries page by page', async () => {
    const { client, received } = await clientOf(
      [503, {}],
      [200, { data: { deliveries: [{ id: 'd3' }, { id: 'd2' }], next: 'D2' } }],
      [200, { data: { deliveries: [{ id: 'd1' }], next: null } }],
      [200, { data: { payload: '{}' } }],
      'hang up',
      [404, errorBody('not_found')],
    );
    const endpoint = { url: 'https://customer.test/hooks', events: ['list.finished' as const] };
    // Not retried, because the first attempt may have created an endpoint.
    await expect(client.webhooks.create(endpoint)).rejects.toMatchObject({ status: 503 });
    const ids: string[] = [];
    for await (const { id } of client.webhooks.deliveries('e/1')) ids.push(id);
    expect(ids).toEqual(['d3', 'd2', 'd1']);
    expect(await client.webhooks.delivery('e1', 'd1')).toEqual({ payload: '{}' });
    await client.webhooks.delete('e1');
    expect(received.map(({ call }) => call)).toEqual([
      'POST /api/webhooks',
      'GET /api/webhooks/e%2F1/deliveries',
      'GET /api/webhooks/e%2F1/deliveries?cursor=D2',
      'GET /api/webhooks/e1/deliveries/d1',
      'DELETE /api/webhooks/e1',
      'DELETE /api/webhooks/e1',
    ]);
  });
});

describe('createClient', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('reads the base URL and the key from its settings or the environment', async () => {
    const { baseUrl, received } = await clientOf([200, { data: {} }]);
    expect(() => createClient({ baseUrl })).toThrow('TAMIS_API_KEY');
    for (const wrong of ['tamis', 'localhost:3000', 'http://[::1'])
      expect(() => createClient({ baseUrl: wrong, apiKey: 'k' })).toThrow('not a URL');
    expect(() => createClient({ baseUrl, apiKey: 'clé' })).toThrow('a character');
    vi.stubEnv('TAMIS_URL', `${baseUrl}/behind/a/proxy/`);
    vi.stubEnv('TAMIS_API_KEY', 'tms_test_2');
    await createClient().credits();
    expect(received[0]).toMatchObject({
      call: 'GET /behind/a/proxy/api/credits',
      headers: { 'x-api-key': 'tms_test_2', 'user-agent': `tamis-client/${manifest.version}` },
    });
  });
});
