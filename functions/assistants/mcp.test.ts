import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, describe, expect, it } from 'vitest';
import { notifyOfReport } from '../../tests/support/bounce-reports.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { serveOverHttp } from '../../tests/support/http-service.ts';
import { createPipelineHarness } from '../../tests/support/pipeline-harness.ts';

/** Calls the hosted server with the official client, which reaches the real API with its key. */

const table = await startFileTable();
const world = await createPipelineHarness(table, { paid: true });
const { context } = world;
const { origin, server } = await serveOverHttp(world, () => world.drain());
afterAll(() => server.close());
context.env.PUBLIC_ORIGIN = origin;
await world.grant(100);

async function createKey(assistantCredits?: number, scopes = ['check', 'lists', 'read'] as const) {
  const options = { name: 'Assistant', scopes, assistantCredits };
  const made = await context.namedKeys.create(world.userId, options);
  return typeof made === 'string' ? made : made.key;
}
const apiKey = await createKey(50);

async function connect(key = apiKey) {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/api/mcp`), { requestInit }),
  );
  const call = async (name: string, given: object = {}) => {
    const result = await client.callTool({ name, arguments: { ...given } });
    return { ...(result.structuredContent as Record<string, unknown>) };
  };
  return Object.assign(call, { client });
}

describe('the official client', () => {
  it('gets the tools of the local server, without files', async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'bounce_report',
      'bounce_reports',
      'check_email',
      'create_list',
      'credits',
      'download_list',
      'list_rows',
      'list_status',
      'lists',
      'recheck_list',
      'report_bounces',
      'unwatch_list',
      'verify_corrections',
      'watch_list',
    ]);
    expect(JSON.stringify(tools)).not.toContain('in the project');
  });

  it('verifies a list once it is confirmed, and gets a link to the result', async () => {
    const call = await connect();
    const given = { emails: ['ok1@a.fr', 'bad1@a.fr', 'typo1@a.fr'] };
    const { token, ...question } = await call('create_list', given);
    expect(question).toEqual({
      confirm: 'needed',
      question: 'Verify email addresses (3), for at most 1 credit each?',
      costs_at_most: 3,
      credits_left_today: 50,
    });
    const { id } = await call('create_list', { ...given, confirm: token });
    await world.drain();
    expect(await call('list_status', { id })).toMatchObject({ state: 'finished', total_email: 3 });
    expect(await call('list_rows', { id })).toMatchObject({ rows: [{}, {}, {}] });
    expect(await call('download_list', { id })).toMatchObject({ url: expect.any(String) });
    expect(await call('verify_corrections', { id })).toMatchObject({ confirm: 'needed' });
    const report = await call('report_bounces', { bounces: [{ email: 'ok1@a.fr' }] });
    notifyOfReport(world, String(report['id']));
    await world.drain();
    expect(await call('bounce_report', { id: report['id'] })).toMatchObject({ state: 'done' });
    expect(await call('bounce_reports')).toMatchObject({ reports: [{}] });
  });
});

describe('revisions', () => {
  const META = 'io.modelcontextprotocol';

  async function send(
    method: string,
    headers: Readonly<Record<string, string | undefined>> = {},
    params: object = {},
    id: number | null = 1,
  ) {
    const response = await fetch(`${origin}/api/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': apiKey,
        ...(JSON.parse(JSON.stringify(headers)) as Readonly<Record<string, string>>),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...(id && { id }), method, params }),
    });
    const text = await response.text();
    return { status: response.status, ...(JSON.parse(text || '{}') as object) };
  }
  const sendModern = (method: string, name?: string, version = '2026-07-28') =>
    send(
      method,
      { 'mcp-protocol-version': version, 'mcp-method': method, 'mcp-name': name },
      {
        ...(name !== undefined && { name: 'credits', arguments: {} }),
        _meta: { [`${META}/protocolVersion`]: version, [`${META}/clientCapabilities`]: {} },
      },
    );

  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2025-11-25'],
  ])('with a handshake: a client that asks for %s gets %s', async (protocolVersion, given) => {
    const answer = await send('initialize', {}, { protocolVersion });
    expect(answer).toMatchObject({ status: 200, result: { protocolVersion: given } });
  });

  it('without a handshake describe the server in each response', async () => {
    const complete = {
      resultType: 'complete',
      _meta: { [`${META}/serverInfo`]: { name: 'tamis' } },
    };
    expect(await sendModern('server/discover')).toMatchObject({
      status: 200,
      result: {
        ...complete,
        supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18'],
        cacheScope: 'public',
      },
    });
    expect(await sendModern('tools/list')).toMatchObject({ result: complete });
    for (const name of ['credits', '=?base64?Y3JlZGl0cw==?='])
      expect(await sendModern('tools/call', name)).toMatchObject({ status: 200, result: complete });
    expect(await sendModern('initialize')).toMatchObject({ status: 404, error: { code: -32601 } });
  });

  it('without a handshake require headers that match the body', async () => {
    const mismatch = { status: 400, error: { code: -32020 } };
    expect(await sendModern('tools/call', 'check_email')).toMatchObject(mismatch);
    expect(await sendModern('tools/call')).toMatchObject(mismatch);
    const version = { 'mcp-protocol-version': '2026-07-28' };
    expect(await send('tools/list', version)).toMatchObject(mismatch);
    const headers = { ...version, 'mcp-method': 'tools/list' };
    expect(await send('tools/list', headers)).toMatchObject({
      status: 400,
      error: { code: -32602 },
    });
  });

  it('that are unknown are refused with the known ones', async () => {
    const refusal = {
      status: 400,
      error: { code: -32022, data: { supported: ['2026-07-28', '2025-11-25', '2025-06-18'] } },
    };
    expect(await sendModern('tools/list', undefined, '2099-01-01')).toMatchObject(refusal);
    expect(await send('ping', { 'mcp-protocol-version': '2025-03-26' })).toMatchObject(refusal);
  });

  it('get 202 for a notification, and an error for an unknown method or tool', async () => {
    expect(await send('notifications/initialized', {}, {}, null)).toEqual({ status: 202 });
    expect(await send('ping')).toMatchObject({ status: 200, id: 1, result: {} });
    expect(await send('resources/list')).toMatchObject({ status: 200, error: { code: -32601 } });
    const unknown = await send('tools/call', {}, { name: 'rm' });
    expect(unknown).toMatchObject({ error: { code: -32602 } });
  });

  it('report invalid arguments to the assistant', async () => {
    const { client } = await connect();
    const result = await client.callTool({ name: 'list_rows', arguments: { limit: 'all' } });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('id') }],
    });
  });
});
