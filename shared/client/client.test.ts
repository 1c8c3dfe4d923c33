import { describe, expect, expectTypeOf, it } from 'vitest';
import type { ApiError } from './api-error.ts';
import { accountRoutes } from '../contract/account.ts';
import {
  createApiCaller,
  createClient,
  type Client,
  type ClientOptions,
  type FileDownload,
} from './client.ts';
import { contract } from '../contract/index.ts';

interface RecordedRequest {
  url: string;
  method: string;
  headers: Headers;
  body: string | null;
}

/** Creates a client that records its calls and receives these responses in order. */
function createTestClient(responses: (Response | Error)[], options: Partial<ClientOptions> = {}) {
  const requests: RecordedRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input.url : input, init);
    const { url, method, headers } = request;
    requests.push({ url, method, headers, body: request.body && (await request.text()) });
    request.signal.throwIfAborted();
    const response = responses.shift();
    if (!(response instanceof Response))
      throw response ?? new Error('The test expected no further call');
    return response;
  };
  const clientOptions = {
    baseUrl: 'https://api.tamis.example',
    fetch,
    language: 'fr',
    ...options,
  } as const;
  return { client: createClient(clientOptions), api: createApiCaller(clientOptions), requests };
}

const json = (body: unknown, status = 200, headers = {}) =>
  Response.json(body, { status, headers });

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('The call was expected to fail');
}

const row = {
  id: '1',
  file_id: '1',
  file_name: 'list',
  source_name: 'list.csv',
  created_at: '2026-11-20T08:00:00.000Z',
  start_date: null,
  end_date: null,
  total_email: 1,
  processed: 0,
  valid: 0,
  invalid: 0,
  risky: 0,
  unknown: 0,
  duplicates: 0,
  status: 1,
  state: 'waiting',
  reason: null,
  expires_at: null,
};

describe('calls', () => {
  it('send the body as JSON with the language, and return the parsed response', async () => {
    const { client, requests } = createTestClient([
      json({ data: { token: 't', csrf_token: 'c', more: 1 } }),
    ]);
    const response = await client.login({ body: { email: 'a@b.co', password: 'x' } });
    expect(response).toEqual({ data: { token: 't', csrf_token: 'c' } });
    expect(requests).toMatchObject([
      {
        url: 'https://api.tamis.example/api/login',
        method: 'POST',
        body: '{"email":"a@b.co","password":"x"}',
      },
    ]);
    expect(Object.fromEntries(requests[0]?.headers ?? [])).toMatchObject({
      'accept-language': 'fr',
      'content-type': 'application/json',
    });
  });

  it('fill in the path and omit undefined values', async () => {
    const page = { data: [row], from: 1, current_page: 1, last_page: 1, total: 1 };
    const { client, requests } = createTestClient([
      json({ data: page }),
      json({ data: {} }),
      json({ data: page }),
    ]);
    const { data } = await client.listFiles({
      query: { sort: 'created_at:asc', page: 2, filter: 'today', tz: undefined },
    });
    expect(data.data[0]?.status).toBe(1);
    await client.deleteFile({ params: { id: 'a/b?c' } });
    await client.listFiles();
    expect(
      requests.map(({ method, url }) => `${method} ${new URL(url).pathname}${new URL(url).search}`),
    ).toEqual([
      'GET /api/get-file?sort=created_at%3Aasc&page=2&filter=today',
      'DELETE /api/file/a%2Fb%3Fc',
      'GET /api/get-file',
    ]);
    expect(requests[1]?.headers.has('content-type')).toBe(false);
  });

  it('send the session token, and the CSRF token only if needed', async () => {
    let token: string | undefined = 'one';
    const { client, requests } = createTestClient(
      [json({ data: {} }), json({ data: { ok: true } }), json({ data: {} })],
      { token: () => token, csrf: 'csrf' },
    );
    await client.logout();
    token = undefined;
    await client.health();
    await client.deleteFile({ params: { id: '1' } });
    const authHeaders = requests.map(({ headers }) => [
      headers.get('authorization'),
      headers.get('x-csrf-token'),
    ]);
    expect(authHeaders).toEqual([
      ['Bearer one', 'csrf'],
      [null, null],
      [null, 'csrf'],
    ]);
  });

  it('accept a route definition instead of a name', async () => {
    const { api, requests } = createTestClient([json({ data: { language: 'fr' } })]);
    const { data } = await api(accountRoutes.resendOtp, { body: { email: 'a@b.co' } });
    expectTypeOf(data).toEqualTypeOf<{ language: 'en' | 'fr' }>();
    expect(data.language).toBe('fr');
    expect(requests[0]?.url).toBe('https://api.tamis.example/api/resend-otp');
  });

  it('name the account on which a session acts', async () => {
    let account: string | undefined = 'a1';
    const { client, requests } = createTestClient([json({ data: {} }), json({ data: {} })], {
      account: () => account,
    });
    await client.logout();
    account = undefined;
    await client.logout();
    expect(requests.map(({ headers }) => headers.get('x-account-id'))).toEqual(['a1', null]);
  });

  it('send the API key', async () => {
    const { client, requests } = createTestClient([json({ data: {} })], { apiKey: 'tms_live_x' });
    await client.deleteFile({ params: { id: '1' } });
    expect(requests[0]?.headers.get('x-api-key')).toBe('tms_live_x');
  });
});

describe('downloads', () => {
  const request = { body: { file_id: '1', type: 'all' } } as const;

  it('return the file with its name', async () => {
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="_t_.csv"; filename*=UTF-8''%C3%A9t%C3%A9.csv`,
    };
    const result = await createTestClient([new Response('a;b', { headers })]).client.download(
      request,
    );
    expect(result).toMatchObject({ kind: 'file', name: 'été.csv' });
    expect(result.kind === 'file' && (await result.blob.text())).toBe('a;b');
  });

  it('fall back to the plain file name, or to undefined', async () => {
    const nameFor = async (disposition: Record<string, string>) => {
      const response = new Response('', {
        headers: { 'content-type': 'text/csv', ...disposition },
      });
      const result = await createTestClient([response]).client.download(request);
      return result.kind === 'file' ? result.name : 'no file';
    };
    expect(await nameFor({ 'content-disposition': 'attachment; filename="a.csv"' })).toBe('a.csv');
    expect(await nameFor({})).toBeUndefined();
  });

  it('return a link for a large file', async () => {
    const data = { url: 'https://files.example/x', expires_at: '2026-11-20T08:00:00.000Z' };
    expect(await createTestClient([json({ data })]).client.download(request)).toEqual({
      kind: 'link',
      ...data,
    });
  });
});

describe('failures', () => {
  it('contain the code, messages and fields of the response', async () => {
    const body = {
      message: ['Ce champ est obligatoire'],
      code: 'validation',
      fields: { email: ['Ce champ est obligatoire'] },
    };
    const error = await failureOf(createTestClient([json(body, 422)]).client.me());
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 422,
      code: 'validation',
      message: 'Ce champ est obligatoire',
      messages: ['Ce champ est obligatoire'],
      fields: body.fields,
      retryAfter: undefined,
    });
  });

  it('keep the other members of the body, and Retry-After', async () => {
    const unverified = {
      message: [],
      code: 'unverified',
      verified: false,
      data: { email: 'a@b.co' },
    };
    const limited = { message: ['…'], code: 'too_many_requests' };
    const busy = new Response('Starting.', { status: 503, headers: { 'retry-after': '1' } });
    const { client } = createTestClient([
      json(unverified, 403),
      json(limited, 429, { 'retry-after': '12' }),
      busy,
    ]);
    expect(await failureOf(client.me())).toMatchObject({ message: 'unverified', body: unverified });
    expect(await failureOf(client.me())).toMatchObject({ retryAfter: 12 });
    expect(await failureOf(client.me())).toMatchObject({ code: 'unreadable', retryAfter: 1 });
  });

  it.each([
    ['unreachable', 0, new TypeError('fetch failed')],
    ['unreadable', 502, new Response('<html>Bad gateway</html>', { status: 502 })],
    ['unreadable', 403, json({ message: 'Forbidden' }, 403)],
    ['unreadable', 418, json({ message: [], code: 'teapot' }, 418)],
    ['unreadable', 200, new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['unreadable', 200, json({ data: { email: 7 } })],
  ])(
    'have the code %s for a response that is not from the API (status %s)',
    async (code, status, response) => {
      const error = await failureOf(createTestClient([response]).client.me());
      expect(error).toMatchObject({ name: 'ApiError', code, status, messages: [] });
    },
  );

  it('keep the messages of an unknown code', async () => {
    const unknownError = json({ message: ['The kettle is on.'], code: 'teapot' }, 418);
    const error = await failureOf(createTestClient([unknownError]).client.me());
    expect(error).toMatchObject({ code: 'unreadable', messages: ['The kettle is on.'] });
  });

  it('distinguish an offline device from an unreachable server', async () => {
    const networkError = new TypeError('fetch failed');
    let offline = true;
    const { client } = createTestClient([networkError, networkError], { offline: () => offline });
    expect(await failureOf(client.me())).toMatchObject({
      code: 'offline',
      status: 0,
      cause: networkError,
    });
    offline = false;
    expect(await failureOf(client.me())).toMatchObject({ code: 'unreachable', status: 0 });
  });

  it('are the error of fetch if the signal of the call aborts it', async () => {
    const { client } = createTestClient([json({ data: {} })]);
    const error = await failureOf(client.me({}, { signal: AbortSignal.abort() }));
    expect(error.name).toBe('AbortError');
  });
});

it('has a method for each route, with the types of the contract', () => {
  expect(Object.keys(createTestClient([]).client)).toEqual(Object.keys(contract));
  expectTypeOf<Awaited<ReturnType<Client['download']>>>().toEqualTypeOf<FileDownload>();
  expectTypeOf<[]>().toExtend<Parameters<Client['me']>>();
  expectTypeOf<[]>().not.toExtend<Parameters<Client['deleteFile']>>();
  expectTypeOf<Parameters<Client['deleteFile']>[0]>().toExtend<{ params: { id: string } }>();
  expectTypeOf<Awaited<ReturnType<Client['me']>>['data']['email']>().toEqualTypeOf<string>();
});
