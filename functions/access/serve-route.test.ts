import { MAX_MULTIPART_BYTES } from '../../shared/model/upload-limits.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from '../../shared/contract/errors.ts';
import {
  envelope,
  listName,
  pageNumber,
  requiredText,
  uploadedFile,
} from '../../shared/contract/fields.ts';
import { defineRoutes } from '../../shared/contract/route.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { createApiEvent, lambdaContext } from '../../tests/support/api-event.ts';
import { callHandler as call } from '../../tests/support/call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { createPerson } from '../../tests/support/people.ts';
import { type TestContext, testContext } from '../../tests/support/test-context.ts';
import { serveRoute } from './serve-route.ts';

const { echoRoute } = defineRoutes('system', {
  echoRoute: {
    method: 'POST',
    path: '/api/test/echo/{id}',
    auth: 'public',
    params: z.object({ id: z.string() }),
    query: z.object({ page: pageNumber() }),
    body: z.object({ name: listName(), note: z.optional(z.string()) }),
    output: envelope(z.record(z.string(), z.unknown())),
    errors: [],
  },
});

const { formRoute } = defineRoutes('system', {
  formRoute: {
    method: 'POST',
    path: '/api/test/form',
    auth: 'customer-or-key',
    scope: 'lists',
    role: 'any',
    body: z.object({ name: requiredText() }),
    form: z.object({ name: listName(), api_key: z.optional(z.string()), file: uploadedFile() }),
    formFile: { maxBytes: MAX_MULTIPART_BYTES, maxNameLength: 120 },
    output: envelope(z.record(z.string(), z.unknown())),
    errors: [],
  },
});

const { fileRoute } = defineRoutes('system', {
  fileRoute: {
    method: 'GET',
    path: '/api/test/file',
    auth: 'public',
    output: envelope(z.object({ url: z.string() })),
    file: 'text/csv',
    errors: [],
  },
});

let context: TestContext;

const table = await startFileTable();
const customer = await createPerson(testContext(table), { paid: true });
beforeEach(() => {
  context = testContext(table);
});

const echo = serveRoute(
  echoRoute,
  {},
  async ({ params, query, body, language, sourceIp, requestId, header }) => ({
    data: { params, query, body, language, sourceIp, requestId, agent: header('user-AGENT') },
  }),
);
const send = (parts: Parameters<typeof createApiEvent>[1]) =>
  call(context, echo, { params: { id: '7' }, ...parts });

describe('the input of a call', () => {
  it('arrives parsed: unknown fields dropped, texts trimmed, and the IP only from the gateway', async () => {
    const response = await send({
      query: { page: '3', other: 'x' },
      headers: { 'user-agent': 'curl', 'X-Forwarded-For': '6.6.6.6', 'accept-language': 'fr' },
      body: { name: ' My list ', role: 1 },
      sourceIp: '192.0.2.9',
      requestId: 'r-1',
    });
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({
      params: { id: '7' },
      query: { page: 3 },
      body: { name: 'My list' },
      language: 'fr',
      sourceIp: '192.0.2.9',
      requestId: 'r-1',
      agent: 'curl',
    });
  });

  it.each([
    ['not JSON', { headers: { 'content-type': 'application/json' }, body: 'name=x' }, 400],
    ['no body', { headers: { 'content-type': 'application/json' } }, 400],
    ['an array', { headers: { 'content-type': 'application/json' }, body: '[]' }, 400],
    ['null', { headers: { 'content-type': 'application/json' }, body: 'null' }, 400],
    [
      'not UTF-8',
      {
        headers: { 'content-type': 'application/json' },
        body: new Uint8Array([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')]),
      },
      400,
    ],
    ['plain text', { headers: { 'content-type': 'text/plain' }, body: '{"name":"x"}' }, 415],
    ['without a content type', { body: '{"name":"x"}' }, 415],
    [
      'a multipart form',
      { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: '--b--' },
      415,
    ],
    [
      'nested too deeply',
      { headers: { 'content-type': 'application/json' }, body: `{"name":${'['.repeat(200_000)}` },
      400,
    ],
    [
      'nested too deeply but valid',
      {
        headers: { 'content-type': 'application/json' },
        body: `{"name":"x","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      },
      400,
    ],
    ['too large', { body: { name: 'x', note: 'x'.repeat(300_000) } }, 413],
    ['a wrong field', { body: { name: 7 } }, 422],
  ] as const)('is rejected if it is %s', async (_, parts, status) => {
    const response = await send(parts);
    expect(response.status).toBe(status);
    expect(response.body.message).toHaveLength(1);
  });

  it.each([
    ['in a text', { body: { name: 'x\ud800' } }, 'name'],
    ['in a dropped field', { body: { name: 'x', a: [{ b: '\udc00' }] } }, 'a'],
    ['in a name within a dropped field', { body: { name: 'x', a: { '\udc00': 1 } } }, 'a'],
    ['as a name', { body: { name: 'x', 'a\ud800': 1 } }, 'a\ufffd'],
    ['in the query', { query: { page: '\udfff' }, body: { name: 'x' } }, 'page'],
  ] as const)('is rejected for the field with a lone surrogate %s', async (_, parts, field) => {
    const { status, body } = await send(parts);
    expect(status).toBe(422);
    expect(body.code).toBe('validation');
    expect(Object.keys(body.fields ?? {})).toEqual([field]);
    expect(body.fields?.[field]).toEqual(body.message);
    expect(body.message).toHaveLength(1);
  });

  it('is rejected for a lone surrogate even in a field named __proto__', async () => {
    const sent = (body: string) => send({ headers: { 'Content-Type': 'application/json' }, body });
    const half = await sent(String.raw`{"name":"x","__proto__":"\udc00"}`);
    expect([half.status, half.body.code]).toEqual([422, 'validation']);
    expect((await sent(String.raw`{"name":"x","note":"\ud83d\ude00"}`)).status).toBe(200);
  });

  it('may be base64, and JSON with a charset', async () => {
    const { status } = await send({
      headers: { 'Content-Type': 'application/json; charset=UTF-8' },
      body: new Uint8Array(Buffer.from('{"name":"Été"}')),
    });
    expect(status).toBe(200);
  });

  it('cannot pollute a prototype', async () => {
    const { body } = await send({
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"x","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
    });
    expect(body.data?.['body']).toEqual({ name: 'x' });
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  it('uses page 1 for an invalid page', async () => {
    for (const page of ['0', '-1', 'x', '1e9', ''])
      expect((await send({ query: { page }, body: { name: 'x' } })).body.data).toMatchObject({
        query: { page: 1 },
      });
  });
});

describe('a multipart call', () => {
  const form = serveRoute(formRoute, {}, async ({ caller, body }) => {
    const { file, ...fields } = 'file' in body ? body : { ...body, file: undefined };
    return {
      data: {
        via: caller.via,
        body: file ? null : fields,
        fields: file ? fields : null,
        file: file?.name ?? null,
        text: Buffer.from(file?.bytes ?? []).toString(),
      },
    };
  });

  async function multipart(fields: Record<string, string | Blob>, headers = {}) {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields))
      if (typeof value === 'string') data.set(name, value);
      else data.set(name, value, 'my list.csv');
    const encoded = new Response(data);
    return call(context, form, {
      headers: { 'Content-Type': encoded.headers.get('content-type') ?? '', ...headers },
      body: new Uint8Array(await encoded.arrayBuffer()),
    });
  }

  const file = new Blob(['a@b.c\r\n']);

  it('provides its fields and its file', async () => {
    const { status, body } = await multipart({ name: 'Été', file }, customer.headers);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      via: 'session',
      body: null,
      fields: { name: 'Été' },
      file: 'my list.csv',
      text: 'a@b.c\r\n',
    });
  });

  it('may contain the API key as a field', async () => {
    const key = customer.apiKey ?? '';
    expect((await multipart({ name: 'x', api_key: key, file })).body.data).toMatchObject({
      via: 'key',
    });
    for (const nothing of ['', 'null'])
      expect((await multipart({ name: 'x', api_key: nothing, file })).status).toBe(401);
    const stranger = await createPerson(context, { paid: true });
    const foreign = { name: 'x', api_key: stranger.apiKey ?? '', file };
    expect(await multipart(foreign, customer.headers)).toMatchObject({ status: 403 });
    const ignored = { name: 'x', api_key: 'null', file };
    expect(await multipart(ignored, customer.headers)).toMatchObject({ status: 200 });
  });

  it('requires a file of at most 4 MB', async () => {
    expect(await multipart({ name: 'x' }, customer.headers)).toMatchObject({
      status: 422,
      body: { fields: { file: ['This field is required'] } },
    });
    const large = new Blob(['x'.repeat(4 * 1024 ** 2 + 1)]);
    expect(await multipart({ name: 'x', file: large }, customer.headers)).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
  });

  it('is rejected if it cannot be parsed, and may be JSON instead', async () => {
    const garbage = {
      headers: { ...customer.headers, 'content-type': 'multipart/form-data; boundary=b' },
      body: 'garbage',
    };
    expect(await call(context, form, garbage)).toMatchObject({ status: 400 });
    const json = { headers: customer.headers, body: { name: 'x' } };
    expect((await call(context, form, json)).body.data).toMatchObject({
      body: { name: 'x' },
      fields: null,
    });
  });
});

describe('the response of a call', () => {
  it('contains nothing of an unexpected error, which is only logged', async () => {
    const broken = serveRoute(fileRoute, {}, async () => {
      throw new Error('the table of ada@mail.example is on fire');
    });
    const { status, body } = await call(context, broken);
    expect([status, body]).toEqual([
      500,
      { message: ['Something Went Wrong Try Again'], code: 'internal', request_id: 'request-1' },
    ]);
    const line = context.lines.find((each) => each.includes('unexpected')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      event: 'unexpected',
      requestId: 'request-1',
      error: { message: 'the table of <address> is on fire' },
    });
  });

  it.each([
    { code: 'csrf', declared: [], check: 'true', status: 500, logged: true },
    { code: 'csrf', declared: [], check: 'false', status: 403, logged: true },
    { code: 'csrf', declared: ['csrf'], check: 'true', status: 403, logged: false },
    { code: 'too_many_requests', declared: [], check: 'true', status: 429, logged: false },
  ] as const)(
    'is $status for $code if the contract declares $declared and CHECK_OUTPUT is $check',
    async ({ code, declared, check, status, logged }) => {
      const strict = testContext(table, {}, { CHECK_OUTPUT: check });
      const refusing = serveRoute({ ...fileRoute, errors: declared }, {}, async () => {
        throw new AppError(code);
      });
      expect((await call(strict, refusing)).status).toBe(status);
      expect(strict.lines.some((line) => line.includes('"undeclared_error"'))).toBe(logged);
    },
  );

  it('is in the requested language, otherwise that of the account, otherwise English', async () => {
    const bare = { form: fileRoute.form, formFile: undefined, body: fileRoute.body };
    const refusing = serveRoute({ ...formRoute, ...bare, errors: ['not_found'] }, {}, async () => {
      throw new AppError('not_found');
    });
    await table
      .db()
      .update(
        { PK: `USER#${customer.user.id}`, SK: 'PROFILE' },
        { text: 'SET #l = :fr', names: { '#l': 'language' }, values: { ':fr': 'fr' } },
      );
    const say = async (headers: Record<string, string>) =>
      (await call(context, refusing, { headers })).body.message?.[0]?.slice(0, 4);
    expect(await say({ ...customer.headers })).toBe('Cet ');
    expect(await say({ ...customer.headers, 'accept-language': 'en' })).toBe('This');
    expect(await say({ ...customer.headers, 'accept-language': 'de' })).toBe('Cet ');
    expect(await say({})).toBe('The ');
  });

  it('is a 500 if it violates the contract', async () => {
    const less = serveRoute(fileRoute, {}, async () => ({ data: {} }) as never);
    const more = serveRoute(fileRoute, {}, async () => ({ data: { url: 'x', secret: 1 } }));
    expect((await call(context, less)).status).toBe(500);
    expect((await call(context, more)).status).toBe(500);
    const lax = testContext(table, {}, { CHECK_OUTPUT: 'false' });
    expect((await call(lax, more)).status).toBe(200);
  });

  it('may be a file', async () => {
    const handler = serveRoute(fileRoute, {}, async () => ({
      kind: 'file' as const,
      name: 'résultat.csv',
      bytes: new Uint8Array(Buffer.from('a;b')),
    }));
    const result = await invoke(handler, context, createApiEvent(fileRoute));
    expect(result).toMatchObject({ statusCode: 200, isBase64Encoded: false, body: 'a;b' });
    expect(result.headers).toMatchObject({ 'Content-Type': 'text/csv; charset=utf-8' });
  });

  it('can be read across origins only by the web app, and is never stored', async () => {
    const from = async (origin: string) =>
      (await send({ headers: { origin }, body: { name: 'x' } })).headers;
    expect(await from('https://app.tamis.example')).toMatchObject({
      'Access-Control-Allow-Origin': 'https://app.tamis.example',
      'Access-Control-Expose-Headers':
        'content-disposition, location, ratelimit, ratelimit-policy, retry-after',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Origin',
    });
    for (const origin of ['https://app.tamis.example.evil', 'null', 'http://app.tamis.example'])
      expect(await from(origin)).not.toHaveProperty('Access-Control-Allow-Origin');
    const refused = await send({ headers: { origin: 'https://app.tamis.example' }, body: 'x' });
    expect(refused.headers).toHaveProperty('Access-Control-Allow-Origin');
  });

  it('is a bare 500 if the function has no settings', async () => {
    const stranded = serveRoute(fileRoute, {}, async () => ({ data: { url: 'x' } }));
    const written: string[] = [];
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = ((line: string) => written.push(line) > 0) as typeof write;
    try {
      const result = await stranded(createApiEvent(fileRoute), lambdaContext());
      expect(result.statusCode).toBe(500);
    } finally {
      process.stdout.write = write;
    }
    expect(written.join('')).toContain('The environment is incomplete.');
  });

  it('is logged in one line, without its content', async () => {
    await send({ headers: { authorization: 'Bearer s3cret' }, body: { name: 'private name' } });
    const lines = context.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toMatchObject([
      { event: 'request', route: 'POST /api/test/echo/{id}', status: 200, requestId: 'request-1' },
    ]);
    expect(context.lines.join('')).not.toMatch(/s3cret|private/);
  });
});

describe('the rate limit of calls', () => {
  it('is counted before a body is read, and an oversized body is rejected before that', async () => {
    const tight = testContext(table, {}, { LIMIT_FACTOR: '0.01' });
    const from = (body: string, sourceIp = '192.0.2.52') =>
      call(tight, echo, {
        params: { id: '7' },
        headers: { 'content-type': 'application/json' },
        body,
        sourceIp,
      });
    const large = 'x'.repeat(300_000);
    expect((await from(large)).status).toBe(413);
    const statuses = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await from('no JSON')).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    expect((await from(large)).status).toBe(413);
  });

  it('is counted before a form is read, for every caller', async () => {
    const tight = testContext(table, {}, { LIMIT_FACTOR: '0.05' });
    const upload = serveRoute(formRoute, {}, async () => ({ data: {} }));
    const from = () =>
      call(tight, upload, {
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: 'no form',
        sourceIp: '192.0.2.53',
      });
    const statuses = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await from()).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
  });

  it('applies to the network if nobody is logged in', async () => {
    const tight = testContext(table, {}, { LIMIT_FACTOR: '0.01' });
    const from = (sourceIp: string) =>
      call(tight, echo, { params: { id: '7' }, body: { name: 'x' }, sourceIp });
    const statuses = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await from('192.0.2.50')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await from('192.0.2.51')).status).toBe(200);
    expect((await from('192.0.2.50')).headers).toMatchObject({ 'Retry-After': '20' });
  });
});
