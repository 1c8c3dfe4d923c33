import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { createAssistantHarness, createEmails } from '../../../tests/support/assistant-harness.ts';
import { serveOverHttp } from './serve-over-http.ts';

const stage = createAssistantHarness();

describe('over HTTP', () => {
  it('rejects pages of another origin, and clients without the token', async () => {
    const token = 'a token of this session';
    const { url, listener } = await serveOverHttp(() => stage.processOf()(), 0, token);
    stage.closing.push(() => listener.close());
    const host = new URL(url).host;
    const bearer = `Bearer ${token}`;
    const statusOf = async (more: Record<string, string>) => {
      const headers = { 'content-type': 'application/json', accept: '*/*', ...more };
      const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    const statuses = [
      await statusOf({}),
      await statusOf({ authorization: 'Bearer another' }),
      await statusOf({ authorization: bearer, origin: 'https://evil.test' }),
      await statusOf({ authorization: bearer, origin: 'null' }),
      await statusOf({ authorization: bearer, origin: `https://${host}` }),
      await statusOf({ authorization: bearer }),
      await statusOf({ authorization: bearer, origin: `http://${host}` }),
    ];
    expect(statuses.slice(0, 5)).toEqual([401, 401, 403, 403, 403]);
    expect(statuses.slice(5)).not.toContain(401);
    expect(statuses.slice(5)).not.toContain(403);
  });

  it('accepts a confirmation token that an earlier call returned', async () => {
    const newServer = stage.processOf();
    const { url, listener } = await serveOverHttp(() => newServer(), 0, 't');
    stage.closing.push(() => listener.close());
    const headers = { authorization: 'Bearer t' };
    const call = await stage.connectBy(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    );
    const { token } = await call('create_list', { emails: createEmails(101) });
    expect(stage.started()).toBe(0);
    expect(await call('create_list', { emails: createEmails(101), confirm: token })).toHaveProperty(
      'id',
    );
    const { tools } = await call.client.listTools();
    const list = tools.find(({ name }) => name === 'create_list');
    expect(list?.inputSchema.properties).not.toHaveProperty('file');
    expect(tools.map(({ name }) => name)).not.toContain('download_list');
  });
});
