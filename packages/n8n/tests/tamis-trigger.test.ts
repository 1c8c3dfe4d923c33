import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { IWebhookFunctions } from 'n8n-workflow';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { EVENT_SCOPES } from '../../../shared/model/webhook.ts';
import { TamisTrigger } from '../nodes/TamisTrigger/TamisTrigger.node.ts';
import { createContext } from './fake-n8n.ts';

const SECRET = `whsec_${btoa('a secret of twenty-four bytes and more')}`;
const OTHER = `whsec_${btoa('another secret of twenty-four bytes')}`;
const trigger = new TamisTrigger();

/** Posts an event to the trigger, as n8n does. @returns its result, and the status if it set one */
async function post(
  state: object,
  { id = 'e1', type = 'list.finished', signer = SECRET, at = new Date(), workflow = 'w1' },
) {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data: { name: 'Été' } });
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(signer).sign(id, at, body),
  };
  let status: number | undefined;
  const context = {
    getWorkflow: () => ({ id: workflow }),
    getNode: () => ({ id: 'n1' }),
    getWorkflowStaticData: () => state,
    getHeaderData: () => headers,
    getRequestObject: () => ({ rawBody: Buffer.from(body), readRawBody: async () => {} }),
    getResponseObject: () => ({ status: (code: number) => ({ json: () => (status = code) }) }),
  };
  const result = await trigger.webhook.call(context as unknown as IWebhookFunctions);
  return { ...result, status };
}

describe('the trigger', () => {
  it('starts the workflow with a signed event, once', async () => {
    const state = { secret: SECRET };
    expect(await post(state, {})).toMatchObject({
      workflowData: [[{ json: { id: 'e1', type: 'list.finished', data: { name: 'Été' } } }]],
    });
    expect(await post(state, {})).toEqual({});
    expect(await post({ secret: SECRET }, {})).toEqual({});
    expect(await post(state, { workflow: 'restarted' })).toEqual({});
    expect(await post({ secret: SECRET }, { workflow: 'w2' })).toHaveProperty('workflowData');
    expect(await post(state, { id: 'e2' })).toHaveProperty('workflowData');
    expect(await post(state, { id: 'e3', type: 'webhook.test' })).toEqual({});
  });

  it('remembers the latest hundred events', async () => {
    const state = { secret: SECRET, seen: [] };
    for (let number = 0; number < 101; number += 1) await post(state, { id: `many${number}` });
    expect(state.seen).toHaveLength(100);
    expect(state.seen).not.toContain('many0');
  });

  it.each([
    ['another secret', { secret: SECRET }, { signer: OTHER }],
    ['an old timestamp', { secret: SECRET }, { at: new Date(Date.now() - 600_000) }],
    ['no stored secret', {}, {}],
  ])('answers 401 and starts nothing with %s', async (_, state, given) => {
    expect(await post(state, given)).toEqual({ noWebhookResponse: true, status: 401 });
    expect(state).not.toHaveProperty('seen');
  });

  it('offers every event to which a key may subscribe', () => {
    const offered = trigger.description.properties[0]?.options?.map((each) =>
      'value' in each ? each.value : '',
    );
    const allowed = Object.entries(EVENT_SCOPES).filter(([, scope]) => scope !== null);
    expect(offered?.toSorted()).toEqual(allowed.map(([type]) => type).toSorted());
  });
});

describe('the endpoint of the trigger', () => {
  const SERVED = { id: 'h1', events: ['list.finished'], status: 'on' };
  const url = 'http://n8n.test/webhook';

  /** Serves a fake API of endpoints, and runs a lifecycle method of the trigger. */
  async function manage(
    method: 'checkExists' | 'create' | 'delete',
    state: object,
    served: readonly object[],
  ) {
    const calls: string[] = [];
    const server = createServer(async (request, response) => {
      calls.push([request.method, request.url, await text(request)].join(' ').trim());
      const data = request.method === 'GET' ? served : { ...SERVED, url, secret: SECRET };
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const context = createContext({ baseUrl, state, parameters: { events: ['list.finished'] } });
    const result = await trigger.webhookMethods.default[method].call(context);
    server.close();
    return { result, calls: calls.slice(1) };
  }

  it('exists only with its secret, this URL and these events', async () => {
    const state = { endpointId: 'h1', secret: SECRET };
    const check = async (given: object, served: readonly object[]) =>
      (await manage('checkExists', given, served)).result;
    expect(await check(state, [{ ...SERVED, url }])).toBe(true);
    expect(await check({ endpointId: 'h1' }, [{ ...SERVED, url }])).toBe(false);
    expect(await check(state, [])).toBe(false);
    expect(await check(state, [{ ...SERVED, url: `${url}/other` }])).toBe(false);
    expect(await check(state, [{ ...SERVED, url, events: ['credits.low'] }])).toBe(false);
    expect(await check(state, [{ ...SERVED, url, status: 'failing' }])).toBe(false);
  });

  it('is created once, also after an activation that was interrupted', async () => {
    const state = {};
    const { calls } = await manage('create', state, []);
    expect(calls).toEqual([
      `POST /api/webhooks {"url":"${url}","events":["list.finished"],"description":"n8n"}`,
    ]);
    expect(state).toEqual({ endpointId: 'h1', secret: SECRET });
    const again = {};
    const repeated = await manage('create', again, [{ ...SERVED, url }]);
    expect(repeated.calls).toEqual([
      'POST /api/webhooks/h1 {"events":["list.finished"],"status":"on"}',
      'POST /api/webhooks/h1/secret',
    ]);
    expect(again).toEqual(state);
  });

  it('is deleted with its secret, and no other endpoint', async () => {
    const state = { endpointId: 'h1', secret: SECRET, seen: ['e1'] };
    const other = { ...SERVED, id: 'h2', url: `${url}/other` };
    const { calls } = await manage('delete', state, [{ ...SERVED, url }, other]);
    expect(calls).toEqual(['DELETE /api/webhooks/h1']);
    expect(state).toEqual({ seen: ['e1'] });
    expect((await manage('delete', state, [other])).calls).toEqual([]);
  });
});
