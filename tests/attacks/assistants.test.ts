import { afterAll, describe, expect, it } from 'vitest';
import type { RpcResult } from '../../functions/platform/api/call.ts';
import { startFileTable } from '../support/file-table.ts';
import { serveOverHttp } from '../support/http-service.ts';
import { createPerson } from '../support/people.ts';
import { createPipelineHarness } from '../support/pipeline-harness.ts';

/** Misuses the hosted MCP server, which calls the real API with the caller's key. */

const table = await startFileTable();
const world = await createPipelineHarness(table, { paid: true });
const { context } = world;
const { origin, server } = await serveOverHttp(world, () => world.drain());
afterAll(() => server.close());
context.env.PUBLIC_ORIGIN = origin;
await world.grant(1000);

async function createKey(assistantCredits = 100, scopes = ['check', 'lists', 'read'] as const) {
  const options = { name: 'Assistant', scopes, assistantCredits };
  const made = await context.namedKeys.create(world.userId, options);
  return typeof made === 'string' ? made : made.key;
}

async function send(key: string, message: unknown, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${origin}/api/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as {
    readonly code?: string;
    readonly error?: { readonly code: number; readonly data?: object };
    readonly result?: { readonly structuredContent?: Readonly<Record<string, unknown>> };
  };
  return {
    status: response.status satisfies RpcResult['status'] | number,
    headers: response.headers,
    text,
    ...body,
  };
}

const request = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});

/** Calls a tool. Returns its structured result. */
async function call(key: string, name: string, given: object) {
  const { result } = await send(key, request('tools/call', { name, arguments: given }));
  return result?.structuredContent ?? {};
}

const emails = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, at) => `ok${at}-${prefix}@a.fr`);

async function createdLists(): Promise<number> {
  const { lists } = (await call(await createKey(), 'lists', { limit: 100 })) as {
    readonly lists: readonly object[];
  };
  return lists.length;
}

describe('a confirmation', () => {
  it('is not valid for another key of the account, tool, argument or price', async () => {
    const [mine, other] = [await createKey(), await createKey()];
    const given = { emails: emails(3, 'a') };
    const { token } = await call(mine, 'create_list', given);
    const before = await createdLists();
    for (const [key, tool, asked] of [
      [other, 'create_list', given],
      [mine, 'create_list', { emails: emails(3, 'b') }],
      [mine, 'create_list', { emails: emails(4, 'a') }],
      [mine, 'create_list', { ...given, name: 'Other' }],
      [mine, 'check_email', { email: given.emails[0] }],
    ] as const)
      expect(await call(key, tool, { ...asked, confirm: token })).toMatchObject({
        confirm: 'needed',
      });
    const [expiresAt, mac] = String(token).split('.');
    for (const forged of [
      `${Number(expiresAt) + 600_000}.${mac}`,
      `Infinity.${mac}`,
      `${token}.x`,
      '',
      'yes',
      '..',
    ])
      expect(await call(mine, 'create_list', { ...given, confirm: forged })).toMatchObject({
        confirm: 'needed',
      });
    context.clock.advance(600_000);
    expect(await call(mine, 'create_list', { ...given, confirm: token })).toMatchObject({
      confirm: 'needed',
    });
    expect(await createdLists()).toBe(before);
  });

  it('of another customer is not valid', async () => {
    const stranger = await createPerson(context, { paid: true });
    const given = { emails: emails(3, 'c') };
    const { token } = await call(stranger.apiKey ?? '', 'create_list', given);
    const confirmed = { ...given, confirm: token };
    expect(await call(await createKey(), 'create_list', confirmed)).toMatchObject({
      confirm: 'needed',
    });
  });

  it('pays once, however often and concurrently it is repeated', async () => {
    const key = await createKey();
    const given = { emails: emails(5, 'd') };
    const { token } = await call(key, 'create_list', given);
    const before = await createdLists();
    const repeats = Array.from({ length: 4 }, () =>
      call(key, 'create_list', { ...given, confirm: token }),
    );
    const answers = [
      ...(await Promise.all(repeats)),
      await call(key, 'create_list', { ...given, confirm: token }),
    ];
    const ids = new Set(answers.flatMap(({ id }) => (id === undefined ? [] : [id])));
    expect([ids.size, (await createdLists()) - before]).toEqual([1, 1]);
    expect(await call(key, 'create_list', { emails: emails(1, 'e') })).toMatchObject({
      credits_left_today: 95,
    });
  });

  it('of a recurring cost does not start it again after the person stopped it', async () => {
    const key = await createKey();
    const given = { emails: emails(2, 'f') };
    const { token } = await call(key, 'create_list', given);
    const { id } = await call(key, 'create_list', { ...given, confirm: token });
    await world.drain();
    const watch = { id, every: 'month', max_credits: 9 };
    const asked = await call(key, 'watch_list', watch);
    const confirmed = { ...watch, confirm: asked['token'] };
    expect(await call(key, 'watch_list', confirmed)).toMatchObject({ every: 'month' });
    await call(key, 'unwatch_list', { id });
    expect(await call(key, 'watch_list', confirmed)).toMatchObject({ code: 'declined' });
  });
});

it('a key cannot spend more per day than its owner allows', async () => {
  const key = await createKey(10);
  const tokens = [];
  for (const prefix of ['g', 'h', 'i']) {
    const given = { emails: emails(6, prefix) };
    tokens.push({ ...given, confirm: (await call(key, 'create_list', given))['token'] });
  }
  const answers = await Promise.all(tokens.map((each) => call(key, 'create_list', each)));
  expect(answers.filter(({ code }) => code === 'daily_limit')).toHaveLength(2);
  expect(await call(key, 'create_list', { emails: emails(5, 'j') })).toMatchObject({
    code: 'daily_limit',
  });
  expect(await call(await createKey(0), 'check_email', { email: 'ok1@a.fr' })).toMatchObject({
    code: 'daily_limit',
  });
  context.clock.advance(86_400_000);
  expect(await call(key, 'create_list', { emails: emails(5, 'j') })).toHaveProperty('token');
});

it('a key has only its own permissions', async () => {
  const reader = await createKey(100, ['read'] as never);
  const given = { emails: emails(1, 'k') };
  const { token } = await call(reader, 'create_list', given);
  expect(await call(reader, 'create_list', { ...given, confirm: token })).toMatchObject({
    code: 'key_scope',
  });
  expect(await send(await createKey(100, ['check'] as never), request('ping'))).toMatchObject({
    status: 403,
    code: 'key_scope',
  });
});

it('without a valid key, the response is 401 without metadata of OAuth', async () => {
  const key = await createKey();
  const user = await context.accounts.get(world.userId);
  const revoked = (await context.namedKeys.list(user ?? world.owner.user)).at(-1)?.keyId ?? '';
  expect(await context.namedKeys.revoke(world.userId, revoked)).toBe(true);
  for (const headers of [
    { 'x-api-key': key },
    { 'x-api-key': '' },
    { 'x-api-key': 'tms_live_wrong' },
  ]) {
    const { status, headers: sent } = await send('', request('ping'), headers);
    expect([status, sent.get('www-authenticate')]).toEqual([401, null]);
  }
  const session = await send('', request('ping'), world.headers as Record<string, string>);
  expect(session).toMatchObject({ status: 401, code: 'wrong_api_key' });
});

it('a web page cannot call the server, even by DNS rebinding', async () => {
  const key = await createKey();
  for (const each of ['https://evil.test', 'http://localhost:6274', 'null', `${origin}.evil.test`])
    expect(await send(key, request('ping'), { origin: each })).toMatchObject({
      status: 403,
      code: 'wrong_origin',
    });
  expect((await send(key, request('ping'), { origin })).status).toBe(200);
});

it('oversized and malformed calls are refused', async () => {
  const key = await createKey();
  const huge = request('tools/call', {
    name: 'create_list',
    arguments: { text: 'x'.repeat(5_000_000) },
  });
  expect(await send(key, huge)).toMatchObject({ status: 413, code: 'payload_too_large' });
  for (const body of ['[]', '{', JSON.stringify([request('ping')]), '{"jsonrpc":"2.0"}'])
    expect((await send(key, body)).status).toBeGreaterThanOrEqual(400);
  const tooMany = { emails: emails(60_000, 'l') };
  expect(await call(key, 'create_list', tooMany)).toMatchObject({ code: 'daily_limit' });
});
