import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../shared/model/duration.ts';
import { contract } from '../../shared/contract/index.ts';
import { getText } from '../../shared/texts/text.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { createApiEvent } from '../../tests/support/api-event.ts';
import { callHandler } from '../../tests/support/call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { type Person, createPerson } from '../../tests/support/people.ts';
import {
  createTestSecrets,
  type TestContext,
  testContext,
} from '../../tests/support/test-context.ts';
import { routes } from '../../tests/support/routes.ts';
import type { WaitingDelivery } from './rules/delivery.ts';
import { deleteWrite, itemExists } from '../platform/dynamo/expression.ts';

const URL = 'https://hooks.customer.test/tamis';
let context: TestContext;
let ada: Person;
let userId: string;

const table = await startFileTable();
beforeEach(async () => {
  context = testContext(table);
  ada = await createPerson(context, { paid: true });
  userId = ada.user.id;
});

type Params = Readonly<Record<string, string>>;
function callRoute(name: keyof typeof routes, params: Params = {}, body?: object, query?: Params) {
  const more = { ...(body && { body }), ...(query && { query }) };
  return callHandler(context, routes[name], { headers: ada.headers, params, ...more });
}
async function create() {
  const { body } = await callRoute('createEndpoint', {}, { url: URL, events: ['list.finished'] });
  return contract.createEndpoint.output.parse(body).data;
}
async function listEndpoints() {
  const event = createApiEvent(contract.listEndpoints, { headers: ada.headers });
  const { body } = await invoke(routes.listEndpoints, context, event);
  return contract.listEndpoints.output.parse(JSON.parse(body)).data;
}
const waitingOf = (id: string): Promise<WaitingDelivery[]> =>
  Array.fromAsync(context.deliveries.waiting(userId, id));
const pendingEndpointOf = async (id: string) => {
  const all = await context.deliveries.pendingOf(userId);
  const work = all.find(({ endpointId }) => endpointId === id);
  if (!work) throw new Error(`no pending entry for endpoint ${id}`);
  return work;
};
const attempt = (at: number, status: number | null) => ({ at, ms: 5, status, error: null });

describe('an endpoint', () => {
  it('can be created, listed, changed and deleted, and shows its secret once', async () => {
    const { secret, ...endpoint } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      url: URL,
      description: '',
      events: ['list.finished'],
      status: 'on',
      created_at: expect.any(String),
      made_by: 'web',
      test: false,
      failing_since: null,
    });
    expect(await listEndpoints()).toEqual([endpoint]);
    await context.endpoints.update(userId, endpoint.id, { status: 'failing', failingSince: 1 });
    const off = { events: ['credits.low', 'credits.low'], status: 'off', description: 'CRM' };
    expect((await callRoute('updateEndpoint', { id: endpoint.id }, off)).body.data).toEqual({
      ...endpoint,
      events: ['credits.low'],
      status: 'off',
      description: 'CRM',
    });
    expect((await callRoute('updateEndpoint', { id: endpoint.id }, {})).status).toBe(422);
    const local = { url: 'https://localhost/' };
    expect((await callRoute('updateEndpoint', { id: endpoint.id }, local)).body.fields).toEqual({
      url: [getText('en', 'field.endpoint_url')],
    });
    await context.endpoints.update(userId, endpoint.id, { failingSince: 1 });
    const moved = (await callRoute('updateEndpoint', { id: endpoint.id }, { url: `${URL}/2` }))
      .body;
    expect(moved.data).toMatchObject({ url: `${URL}/2`, failing_since: null });
    const { body } = await callRoute('deleteEndpoint', { id: endpoint.id });
    expect([body.data, await listEndpoints()]).toEqual([{}, []]);
    expect((await callRoute('deleteEndpoint', { id: endpoint.id })).status).toBe(404);
    expect(context.lines.join('\n')).not.toContain(secret);
  });

  it('is limited to ten per account, even for concurrent requests', async () => {
    const requests = Array.from({ length: 14 }, () =>
      callRoute('createEndpoint', {}, { url: URL, events: ['credits.low'] }),
    );
    const codes = (await Promise.all(requests)).map(({ body }) => body.code ?? 'made');
    expect(codes.toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 'made'),
      ...Array.from({ length: 4 }, () => 'too_many_endpoints'),
    ]);
    const [first] = await context.endpoints.list(userId);
    await Promise.all([1, 2, 3].map(() => callRoute('deleteEndpoint', { id: first?.id ?? '' })));
    await create();
    expect(
      (await callRoute('createEndpoint', {}, { url: URL, events: ['credits.low'] })).status,
    ).toBe(409);
  });

  it('signs with the new secret and, for a day, with the previous one', async () => {
    const { id, secret } = await create();
    const rotated = await Promise.all([1, 2].map(() => callRoute('rotateSecret', { id })));
    const shown = rotated.map(({ body }) => contract.rotateSecret.output.parse(body).data.secret);
    const endpoint = await context.endpoints.get(userId, id);
    if (!endpoint) throw new Error('endpoint not found');
    const now = context.clock.now();
    const both = await context.endpoints.secretsOf(endpoint, now);
    expect(both.toSorted()).toEqual(shown.toSorted());
    expect(both).not.toContain(secret);
    expect(await context.endpoints.secretsOf(endpoint, now + DAY_MS)).toEqual([both[0]]);
    expect(JSON.stringify(endpoint)).not.toContain('whsec_');
  });

  it('keeps its secret when the sealing key is rotated, readable only for its owner', async () => {
    const { id, secret } = await create();
    const endpoint = await context.endpoints.get(userId, id);
    if (!endpoint) throw new Error('endpoint not found');
    const { endpoints } = testContext(table, { secrets: createTestSecrets('next', 'test secret') });
    expect(await endpoints.secretsOf(endpoint, 0)).toEqual([secret]);
    // Only a resealed secret survives another rotation of the sealing key.
    expect(await endpoints.reseal(userId)).toEqual({ resealed: 1, unreadable: 0 });
    expect(await endpoints.reseal(userId)).toEqual({ resealed: 0, unreadable: 0 });
    const third = testContext(table, { secrets: createTestSecrets('third', 'next') }).endpoints;
    const after = await third.get(userId, id);
    expect(after && (await third.secretsOf(after, 0))).toEqual([secret]);
    const fifth = testContext(table, { secrets: createTestSecrets('fifth', 'fourth') }).endpoints;
    expect(await fifth.reseal(userId)).toEqual({ resealed: 0, unreadable: 1 });
    await fifth.rotate(userId, id, 0);
    expect(await fifth.reseal(userId)).toEqual({ resealed: 0, unreadable: 0 });
    for (const other of [{ userId: 'other' }, { id: 'other' }])
      expect(await endpoints.secretsOf({ ...endpoint, ...other }, 0)).toEqual([]);
  });

  it('is leased to one worker of its account at a time', async () => {
    await create();
    const { takeLease, releaseLease } = context.endpoints;
    expect(await takeLease(userId, 1000, 50)).toEqual({});
    expect(await takeLease(userId, 1049, 50)).toBe('busy');
    expect(await takeLease(userId, 1050, 50)).toEqual({});
    await releaseLease(userId, 1050, { pausedUntil: 1 });
    expect(await takeLease(userId, 1051, 50)).toBe('busy');
    await releaseLease(userId, 1100, { pausedUntil: 7 });
    expect(await takeLease(userId, 1052, 50)).toEqual({ pausedUntil: 7 });
    expect(await takeLease('nobody', 1, 1)).toBeUndefined();
  });
});

describe('a delivery', () => {
  const event = (endpointId: string, number: number) => ({
    endpointId,
    id: context.ids.ulid(context.clock.now() + number),
    type: 'list.finished',
    subject: 'list 1',
    payload: `{"number":${number}}`,
    at: context.clock.now() + number,
  });

  it('of a test event waits, stores its response, is listed, and can be sent again by its owner', async () => {
    const { id } = await create();
    const { body } = await callRoute('sendTestEvent', { id });
    const sent = contract.sendTestEvent.output.parse(body).data;
    expect(sent).toMatchObject({
      type: 'webhook.test',
      status: 'waiting',
      attempts: 0,
      last: null,
    });
    const [waiting] = await waitingOf(id);
    if (!waiting) throw new Error('no waiting delivery');
    expect(waiting).toMatchObject({ id: sent.id, attempts: 0, dueAt: context.clock.now() });
    const at = context.clock.now();
    await context.deliveries.postpone(waiting, attempt(at, 500), at + 5000, 'try later');
    const [later] = await waitingOf(id);
    expect(later).toMatchObject({ attempts: 1, firstAt: at, dueAt: at + 5000 });
    await context.deliveries.finish(waiting, 'delivered', attempt(at + 5000, 204), 'ok');
    expect(await waitingOf(id)).toEqual([]);
    const params = { id, delivery: sent.id };
    const shown = { ...sent, status: 'delivered', attempts: 2, next_attempt_at: null };
    const detail = contract.getDelivery.output.parse(
      (await callRoute('getDelivery', params)).body,
    ).data;
    expect(detail).toMatchObject({ ...shown, last: { ms: 5, status: 204 }, answer: 'ok' });
    expect(JSON.parse(detail.payload)).toEqual({
      type: 'webhook.test',
      timestamp: sent.created_at,
      data: {},
    });
    await context.deliveries.endPending(await pendingEndpointOf(id));
    expect((await callRoute('sendAgain', params)).body.data).toMatchObject({
      status: 'waiting',
      attempts: 2,
      next_attempt_at: expect.any(String),
    });
    expect(await waitingOf(id)).toMatchObject([{ id: sent.id, attempts: 0, dueAt: at }]);
    expect(await pendingEndpointOf(id)).toMatchObject({ dueAt: at });
    expect((await callRoute('sendAgain', { id, delivery: 'none' })).status).toBe(404);
    await callRoute('updateEndpoint', { id }, { status: 'off' });
    for (const name of ['sendTestEvent', 'sendAgain'] as const)
      expect((await callRoute(name, params)).body.code).toBe('wrong_state');
  });

  it('of a test event is unique while it waits, and another call makes it due now', async () => {
    const { id } = await create();
    const ids = (await Promise.all([1, 2, 3].map(() => callRoute('sendTestEvent', { id })))).map(
      ({ body }) => contract.sendTestEvent.output.parse(body).data.id,
    );
    expect(new Set(ids).size).toBe(1);
    const [waiting] = await waitingOf(id);
    if (!waiting) throw new Error('no waiting delivery');
    const at = context.clock.now();
    await context.deliveries.postpone(waiting, attempt(at, 500), at + 5000);
    expect((await callRoute('sendTestEvent', { id })).body.data).toMatchObject({
      id: ids[0],
      attempts: 1,
    });
    expect(await waitingOf(id)).toMatchObject([{ attempts: 1, dueAt: at }]);
    await context.deliveries.finish(waiting, 'failed');
    const next = contract.sendTestEvent.output.parse(
      (await callRoute('sendTestEvent', { id })).body,
    );
    expect(next.data.id).not.toBe(ids[0]);
  });

  it('that is sent again during a failing attempt is attempted once more, at once', async () => {
    const { id } = await create();
    await context.deliveries.add(userId, [event(id, 1)]);
    for (const isLast of [false, true]) {
      const [waiting] = await waitingOf(id);
      if (!waiting) throw new Error('no waiting delivery');
      context.clock.advance(1000);
      await callRoute('sendAgain', { id, delivery: waiting.id });
      const failed = attempt(context.clock.now(), 500);
      if (isLast) await context.deliveries.finish(waiting, 'failed', failed);
      else await context.deliveries.postpone(waiting, failed, failed.at + DAY_MS);
      expect(await waitingOf(id)).toMatchObject([{ dueAt: failed.at }]);
      expect(await context.deliveries.get(userId, id, waiting.id)).toMatchObject({
        status: 'waiting',
        nextAt: failed.at,
        attempts: isLast ? 2 : 1,
        last: failed,
      });
    }
  });

  it('keeps the newest responses of an account, however many endpoints it has had', async () => {
    const { id } = await create();
    for (let n = 0; n < 40; n += 1) {
      const one = { ...event(id, n), id: `${String(n).padStart(23, '0')}A${n % 2}` };
      await context.deliveries.add(userId, [one]);
      const waiting = { ...one, userId, dueAt: 0, attempts: 0, ttl: 9_999_999_999 };
      await context.deliveries.finish(waiting, 'delivered', attempt(1, 200), `answer ${n}`);
    }
    const storedAnswers = await Array.fromAsync(
      context.db.query({ partition: `USER#${userId}`, prefix: 'ANSWER#' }),
    );
    expect(storedAnswers.map((each) => each['text'])).toEqual(['answer 38', 'answer 39']);
    const { answer } = context.deliveries;
    expect(await answer(userId, id, `${'0'.repeat(21)}39A1`)).toBe('answer 39');
    expect(await answer(userId, id, `${'0'.repeat(21)}37A1`)).toBeUndefined();
  });

  it('is listed on pages of fifty, newest first', async () => {
    const { id } = await create();
    const all = Array.from({ length: 51 }, (_, number) => event(id, number));
    await Promise.all(all.map((each) => context.deliveries.add(userId, [each])));
    const pageOf = async (query?: Params) =>
      contract.listDeliveries.output.parse(
        (await callRoute('listDeliveries', { id }, undefined, query)).body,
      ).data;
    const first = await pageOf();
    expect([first.deliveries.length, first.deliveries[0]?.id]).toEqual([50, all[50]?.id]);
    const second = await pageOf({ cursor: first.next ?? '' });
    expect([second.deliveries.map((each) => each.id), second.next]).toEqual([[all[0]?.id], null]);
    expect((await waitingOf(id)).map((each) => each.id)).toEqual(all.map((each) => each.id));
  });

  it('is added for all endpoints together with other writes, or not at all', async () => {
    const [one, two] = [await create(), await create()];
    const key = { PK: 'PENDINGEVENT#0', SK: 'EVENT#1' };
    const deletion = deleteWrite(key, itemExists);
    const both = [one, two].map(({ id }) => event(id, 1));
    expect(await context.deliveries.add(userId, both, [deletion])).toBe(false);
    expect(await waitingOf(one.id)).toEqual([]);
    await context.db.put(key);
    expect(await context.deliveries.add(userId, both, [deletion])).toBe(true);
    expect(await context.db.get(key)).toBeUndefined();
    const [waiting] = await waitingOf(one.id);
    if (!waiting) throw new Error('no waiting delivery');
    await context.deliveries.finish(waiting, 'delivered', attempt(1, 200));
    expect(await context.deliveries.add(userId, both, [deletion])).toBe(false);
    expect([await waitingOf(one.id), (await waitingOf(two.id)).length]).toEqual([[], 1]);
    const rows = await Array.fromAsync(context.deliveries.pendingEndpoints());
    const own = rows.filter((row) => row.userId === userId).map((row) => row.endpointId);
    expect(own.toSorted()).toEqual([one.id, two.id].toSorted());
  });

  it('that is added at the end of a run is not missed, but waits for a paused receiver', async () => {
    const { id } = await create();
    await context.deliveries.add(userId, [event(id, 1)]);
    const before = await pendingEndpointOf(id);
    await context.deliveries.add(userId, [event(id, 2)]);
    await context.deliveries.endPending(before);
    const { dueAt } = await pendingEndpointOf(id);
    await context.deliveries.reschedule(before, dueAt + 60_000, dueAt + 60_000);
    expect(await pendingEndpointOf(id)).toMatchObject({ dueAt, pausedUntil: dueAt + 60_000 });
    await context.deliveries.reschedule(await pendingEndpointOf(id), dueAt + 90_000);
    expect(await pendingEndpointOf(id)).toEqual({
      userId,
      endpointId: id,
      dueAt: dueAt + 90_000,
      added: 2,
    });
    await context.deliveries.endPending(await pendingEndpointOf(id));
    expect(await context.deliveries.pendingOf(userId)).toEqual([]);
  });

  it('expires after thirty days, with its waiting item', async () => {
    const { id } = await create();
    const { body } = await callRoute('sendTestEvent', { id });
    const delivery = contract.sendTestEvent.output.parse(body).data.id;
    const [waiting] = await waitingOf(id);
    if (!waiting) throw new Error('no waiting delivery');
    await context.db.delete({ PK: `USER#${userId}`, SK: `DELIVERY#${id}#${delivery}` });
    await context.deliveries.postpone(waiting, attempt(1, 500), 2);
    expect(await waitingOf(id)).toEqual([]);
    await callRoute('sendTestEvent', { id });
    context.clock.advance(30 * DAY_MS);
    expect([await waitingOf(id), await context.deliveries.get(userId, id, delivery)]).toEqual([
      [],
      undefined,
    ]);
  });
});
