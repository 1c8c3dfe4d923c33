import { beforeEach, describe, expect, it } from 'vitest';
import { type Scope, SCOPES } from '../../shared/contract/auth.ts';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import type { Route } from '../../shared/contract/route.ts';
import { EVENT_SCOPES, EVENT_TYPES, type EventType } from '../../shared/model/webhook.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { createApiEvent } from '../../tests/support/api-event.ts';
import { callHandler } from '../../tests/support/call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { WEBHOOK_ENDPOINT_ROUTES } from '../../tests/support/webhook-endpoint-routes.ts';
import type { Person } from '../../tests/support/people.ts';
import { routes } from '../../tests/support/routes.ts';
import {
  createWebhookHarness,
  webhookResponse,
  type WebhookHarness,
} from '../../tests/support/webhook-harness.ts';
import { testOwnerOf } from '../access/rules/owner.ts';
import { startClosing } from '../privacy/delete-account.ts';

const URL = 'https://hooks.customer.test/tamis';
const OTHER_URL = 'https://elsewhere.test/';
type Headers = Readonly<Record<string, string>>;

let world: WebhookHarness;
let ada: Person;

const table = await startFileTable();
beforeEach(async () => {
  world = await createWebhookHarness(table);
  ada = await world.person();
  await world.context.apiKeys.setPaid(ada.user.id, true);
});

type CallParams = { id?: string; delivery?: string; body?: object };
function callRoute(name: RouteName, headers: Headers, { body, ...params }: CallParams = {}) {
  // Advance the clock, so that earlier calls do not count toward the rate limit.
  world.context.clock.advance(1000);
  return callHandler(world.context, routes[name], { headers, params, ...(body && { body }) });
}

const keyHeaders = (key: string | null): Headers => ({ 'X-Api-Key': key ?? 'none' });
async function keyFor(...scopes: Scope[]) {
  const created = await world.context.namedKeys.create(ada.user.id, { name: 'Job', scopes });
  if (typeof created === 'string') throw new Error(created);
  return { id: created.kept.keyId, end: created.kept.end, headers: keyHeaders(created.key) };
}
const firstKey = async (): Promise<Headers> => {
  const user = await world.context.accounts.get(ada.user.id);
  return keyHeaders(user ? await world.context.apiKeys.reveal(user) : null);
};
const create = (headers: Headers, events: readonly EventType[] = ['list.finished']) =>
  callRoute('createEndpoint', headers, { body: { url: URL, events } });
async function endpointOf(headers: Headers, events?: readonly EventType[]): Promise<string> {
  const { status, body } = await create(headers, events);
  expect(status).toBe(200);
  return String(body.data?.['id']);
}
async function listEndpoints(headers: Headers) {
  world.context.clock.advance(1000);
  const event = createApiEvent(contract.listEndpoints, { headers });
  const { body } = await invoke(routes.listEndpoints, world.context, event);
  return contract.listEndpoints.output.parse(JSON.parse(body)).data;
}
/** Changes that an email will report. */
const changesToMail = async () =>
  (await world.context.accessChanges.list(ada.user.id))
    .filter(({ kind, mailed }) => kind === 'endpoint' && !mailed)
    .map(({ what, name, by }) => [what, name, by]);

const CALLS_WITH_ID = WEBHOOK_ENDPOINT_ROUTES.filter((name) => name !== 'createEndpoint');
const BODIES: Partial<Record<RouteName, object>> = { updateEndpoint: { url: OTHER_URL } };

describe('the events of an endpoint that a key created', () => {
  it('require the same scope as the call that reads them', () => {
    expect(EVENT_SCOPES).toMatchObject({
      'list.finished': contract.listLists.scope,
      'list.paused': contract.listLists.scope,
      'list.cancelled': contract.listLists.scope,
      'check.answered': contract.getCheck.scope,
      'import.finished': contract.getImport.scope,
      'apply.finished': contract.listApplyJobs.scope,
      'credits.low': contract.credits.scope,
      'payment.failed': null,
    });
    const billingRoutes = Object.values<Route>(contract).filter(
      ({ feature }) => feature === 'billing',
    );
    expect(billingRoutes.filter(({ scope }) => scope !== undefined)).toEqual([]);
  });

  it.each<{ scopes: readonly Scope[] }>([
    { scopes: ['webhooks'] },
    { scopes: ['webhooks', 'lists'] },
    { scopes: ['webhooks', 'check'] },
    { scopes: ['webhooks', 'read'] },
    { scopes: SCOPES },
  ])('are limited to those scopes for a key with $scopes', async ({ scopes }) => {
    const { headers } = await keyFor(...scopes);
    const answers = [];
    for (const type of EVENT_TYPES) {
      const { status, body } = await create(headers, [type]);
      answers.push([type, status, body.fields?.['events'] ?? []]);
    }
    const errors = ['An API key gets only events that its scopes let it read, and never payments'];
    expect(answers).toEqual(
      EVENT_TYPES.map((type) =>
        scopes.some((scope) => scope === EVENT_SCOPES[type])
          ? [type, 200, []]
          : [type, 422, errors],
      ),
    );
  });

  it('stay limited when the key or its owner changes the endpoint', async () => {
    const { headers } = await keyFor('webhooks', 'check');
    const id = await endpointOf(headers, ['check.answered']);
    for (const callerHeaders of [headers, ada.headers])
      for (const type of ['list.finished', 'payment.failed'])
        expect(
          await callRoute('updateEndpoint', callerHeaders, { id, body: { events: [type] } }),
        ).toMatchObject({
          status: 422,
          body: { code: 'validation' },
        });
    await endpointOf(ada.headers, EVENT_TYPES);
  });

  it('stay limited when a list names the endpoint', async () => {
    const { headers } = await keyFor('webhooks', 'check', 'lists');
    const webhook = await endpointOf(headers, ['check.answered']);
    const theirs = await endpointOf(ada.headers);
    const list = (named: string) =>
      callRoute('createList', headers, {
        body: { emails: ['ok1@a.fr'], webhook: named, idempotency_key: named },
      });
    for (const named of [webhook, theirs, 'never'])
      expect((await list(named)).body.fields).toEqual({
        webhook: ['This does not exist, or no longer does'],
      });
    // An older list that names the endpoint sends it no events either.
    await world.emit(ada, { type: 'list.finished', endpointId: webhook });
    await world.emit(ada, { type: 'check.answered' });
    await world.drain();
    expect(world.posts.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'check.answered',
    ]);
  });
});

describe('an endpoint of the owner or another key', () => {
  it('does not exist for a key', async () => {
    const [mine, other] = [await keyFor(...SCOPES), await keyFor(...SCOPES)];
    const own = await endpointOf(mine.headers);
    const theirs = [await endpointOf(other.headers), await endpointOf(ada.headers)];
    for (const id of theirs) {
      const callerHeaders = id === theirs[0] ? other.headers : ada.headers;
      const delivery = String(
        (await callRoute('sendTestEvent', callerHeaders, { id })).body.data?.['id'],
      );
      const before = await world.context.endpoints.get(ada.user.id, id);
      for (const name of CALLS_WITH_ID) {
        const body = BODIES[name];
        const foreign = await callRoute(name, mine.headers, {
          id,
          delivery,
          ...(body && { body }),
        });
        const missing = await callRoute(name, mine.headers, {
          id: 'never',
          delivery,
          ...(body && { body }),
        });
        expect([name, foreign.status, foreign.body]).toEqual([name, 404, missing.body]);
      }
      expect(await world.context.endpoints.get(ada.user.id, id)).toEqual(before);
    }
    expect(await listEndpoints(mine.headers)).toMatchObject([{ id: own, made_by: mine.end }]);
    expect(await listEndpoints(ada.headers)).toMatchObject([
      { id: own, made_by: mine.end },
      { id: theirs[0], made_by: other.end },
      { id: theirs[1], made_by: 'web' },
    ]);
    expect((await callRoute('deleteEndpoint', ada.headers, { id: own })).status).toBe(200);
  });
});

describe('an endpoint of the test key', () => {
  it('is listed for its owner, who can test, change and delete it', async () => {
    const live = await endpointOf(ada.headers);
    const id = await endpointOf(keyHeaders(ada.testKey));
    expect(await listEndpoints(ada.headers)).toMatchObject([
      { id: live, test: false },
      { id, test: true, made_by: ada.testKey?.slice(-4) },
    ]);
    const delivery = (await callRoute('sendTestEvent', ada.headers, { id })).body.data?.['id'];
    for (const name of CALLS_WITH_ID) {
      const body = BODIES[name];
      const given = { id, delivery: String(delivery), ...(body && { body }) };
      expect([name, (await callRoute(name, ada.headers, given)).status]).toEqual([name, 200]);
    }
    expect(await listEndpoints(keyHeaders(ada.testKey))).toEqual([]);
    expect(await changesToMail()).toEqual([['added', 'hooks.customer.test', '203.0.113.0/24']]);
  });

  it('gets no live event, and a live endpoint gets no test event', async () => {
    await endpointOf(ada.headers);
    const id = await endpointOf(keyHeaders(ada.testKey));
    await callRoute('updateEndpoint', ada.headers, { id, body: BODIES.updateEndpoint ?? {} });
    await world.emit(ada);
    await world.drain();
    expect(world.posts.map(({ url }) => url)).toEqual([URL]);
    await world.emit(testOwnerOf(ada.user.id));
    await world.drain();
    expect(world.posts.map(({ url }) => url)).toEqual([URL, OTHER_URL]);
    const body = { emails: ['ok1@a.fr'], webhook: id, idempotency_key: 'live' };
    expect((await callRoute('createList', ada.headers, { body })).status).toBe(422);
  });
});

describe('an endpoint ends when the key that created it', () => {
  it.each([
    [
      'is revoked',
      async () => {
        const { id, headers } = await keyFor(...SCOPES);
        return { headers, end: () => world.context.namedKeys.revoke(ada.user.id, id) };
      },
    ],
    [
      'is reset',
      async () => ({
        headers: await firstKey(),
        end: () => world.context.apiKeys.reset(ada.user.id),
      }),
    ],
    [
      'expires because the customer no longer pays',
      async () => ({
        headers: (await keyFor(...SCOPES)).headers,
        end: () => world.context.apiKeys.setPaid(ada.user.id, false),
      }),
    ],
    [
      'is deleted with its account',
      async () => ({
        headers: await firstKey(),
        end: () => startClosing(world.context, ada.user.id),
      }),
    ],
  ])('%s', async (_, start) => {
    const { headers, end } = await start();
    const id = await endpointOf(headers);
    world.receivers.set(URL, () => webhookResponse(500));
    await world.emit(ada);
    await world.drain();
    expect(world.posts).toHaveLength(1);
    // One event is waiting for a retry, another for dispatch.
    await world.emit(ada);
    await end();
    await world.advance(60 * 60_000);
    expect(world.posts).toHaveLength(1);
    expect(await world.context.endpoints.list(ada.user.id)).toEqual([]);
    expect(await world.context.endpoints.get(ada.user.id, id)).toBeUndefined();
    const key = { PK: `USER#${ada.user.id}`, SK: `WEBHOOK#${id}` };
    expect(await world.context.db.get(key), 'deleted with its secret').toBeUndefined();
  });

  it('ends, for all callers immediately, and no longer counts toward the limit', async () => {
    const { id: keyId, headers } = await keyFor(...SCOPES);
    const ids = await Promise.all(Array.from({ length: 10 }, () => endpointOf(headers)));
    expect((await create(headers)).body.code).toBe('too_many_endpoints');
    await world.context.namedKeys.revoke(ada.user.id, keyId);
    expect(await listEndpoints(ada.headers)).toEqual([]);
    for (const name of CALLS_WITH_ID) {
      const body = BODIES[name];
      const named = { id: ids[0] ?? '', delivery: 'x', ...(body && { body }) };
      expect([name, (await callRoute(name, ada.headers, named)).status]).toEqual([name, 404]);
    }
    const next = await endpointOf(ada.headers);
    expect(await listEndpoints(ada.headers)).toMatchObject([{ id: next }]);
  });

  it('ends, but other endpoints stay, including those of the test key', async () => {
    const { id: keyId } = await keyFor(...SCOPES);
    const other = await keyFor(...SCOPES);
    const ids = [await endpointOf(other.headers), await endpointOf(ada.headers)];
    const testEndpointId = await endpointOf(keyHeaders(ada.testKey));
    await world.context.namedKeys.revoke(ada.user.id, keyId);
    await world.context.apiKeys.reset(ada.user.id);
    const all = [...ids, testEndpointId].map((id) => ({ id }));
    expect(await listEndpoints(ada.headers)).toMatchObject(all);
    expect(await listEndpoints(keyHeaders(ada.testKey))).toMatchObject([{ id: testEndpointId }]);
    await world.emit(testOwnerOf(ada.user.id));
    await world.drain();
    expect(world.posts).toHaveLength(1);
  });
});

describe('the email to the owner', () => {
  it('reports each endpoint, new URL and new secret, with the caller that changed it', async () => {
    const { end, headers } = await keyFor(...SCOPES);
    const id = await endpointOf(headers);
    const change = (callerHeaders: Headers, body: object) =>
      callRoute('updateEndpoint', callerHeaders, { id, body });
    await change(headers, { url: OTHER_URL, description: 'CRM' });
    await change(ada.headers, { url: URL });
    await callRoute('rotateSecret', ada.headers, { id });
    await callRoute('rotateSecret', headers, { id });
    await callRoute('deleteEndpoint', ada.headers, { id });
    const [network, byKey] = ['203.0.113.0/24', `API …${end} · 203.0.113.0/24`];
    expect(await changesToMail()).toEqual([
      ['added', 'hooks.customer.test', byKey],
      ['changed', 'elsewhere.test', byKey],
      ['changed', 'hooks.customer.test', network],
      ['changed', 'hooks.customer.test', network],
      ['changed', 'hooks.customer.test', byKey],
      ['removed', 'hooks.customer.test', network],
    ]);
  });

  it('is not sent for anything else', async () => {
    const { headers } = await keyFor(...SCOPES);
    const own = await endpointOf(ada.headers);
    await callRoute('updateEndpoint', ada.headers, { id: own, body: { url: URL, status: 'off' } });
    await callRoute('rotateSecret', headers, { id: own });
    await callRoute('updateEndpoint', headers, { id: own, body: { url: OTHER_URL } });
    await callRoute('updateEndpoint', ada.headers, {
      id: own,
      body: { url: 'https://localhost/' },
    });
    const testEndpointId = await endpointOf(keyHeaders(ada.testKey));
    await callRoute('rotateSecret', keyHeaders(ada.testKey), { id: testEndpointId });
    for (let number = 1; number < 10; number += 1) await endpointOf(ada.headers);
    expect((await create(headers)).body.code).toBe('too_many_endpoints');
    const added = ['added', 'hooks.customer.test', '203.0.113.0/24'];
    expect(await changesToMail()).toEqual(Array.from({ length: 10 }, () => added));
  });

  it('is required: without it, nothing is changed', async () => {
    const { headers } = await keyFor(...SCOPES);
    const id = await endpointOf(headers);
    const before = await world.context.endpoints.get(ada.user.id, id);
    world.context.accountQueue.send = async () => {
      throw new Error('queue unavailable');
    };
    expect((await create(headers)).status).toBe(500);
    expect((await callRoute('rotateSecret', headers, { id })).status).toBe(500);
    const body = { url: OTHER_URL };
    expect((await callRoute('updateEndpoint', headers, { id, body })).status).toBe(500);
    expect(await world.context.endpoints.list(ada.user.id)).toEqual([before]);
  });
});

it('resets whether an endpoint is proven only if its URL changes', async () => {
  const id = await endpointOf(ada.headers);
  const { endpoints } = world.context;
  await endpoints.update(ada.user.id, id, { provenAt: 1 });
  const provenAt = async () => (await endpoints.get(ada.user.id, id))?.provenAt;
  await callRoute('updateEndpoint', ada.headers, { id, body: { url: URL, status: 'off' } });
  expect(await provenAt()).toBe(1);
  await callRoute('updateEndpoint', ada.headers, { id, body: { url: OTHER_URL } });
  expect(await provenAt()).toBeUndefined();
});
