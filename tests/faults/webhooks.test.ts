import { expect, it } from 'vitest';
import { deliverWebhooks } from '../../functions/webhooks/deliver.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { startFileTable } from '../support/file-table.ts';
import { crashAtEachCall } from '../support/crash-at-each-call.ts';
import { CallFailedError } from '../support/faults.ts';
import {
  createWebhookHarness,
  webhookResponse,
  noResponse,
  type WebhookHarness,
} from '../support/webhook-harness.ts';

/** Rows 64 and 65 of docs/operators/faults.md: no event for an endpoint is lost. */

const table = await startFileTable();

const URL = 'https://hooks.customer.test/tamis';
const GOOD = `${URL}/good`;

/** Emits three events about two lists, to an endpoint that fails at first and one that does not. */
async function stageDeliveries() {
  const world = await createWebhookHarness(table);
  const ada = await world.person();
  const endpoints = [await world.endpoint(ada, URL), await world.endpoint(ada, GOOD)];
  let refused = 0;
  world.receivers.set(URL, () => {
    refused += 1;
    return refused === 1 ? webhookResponse(500) : refused === 2 ? noResponse : webhookResponse(200);
  });
  for (const [n, subject] of ['L', 'L', 'M'].entries())
    await world.emit(ada, { subject, data: { n } });
  return { world, ada, endpoints };
}

/**
 * Expects that each endpoint received every event, each list's events in order, with one payload
 * per id, and that nothing is pending.
 */
async function expectDelivered({
  world,
  ada,
  endpoints,
}: Awaited<ReturnType<typeof stageDeliveries>>) {
  const payloads = new Map<string, string>();
  for (const { id } of endpoints) {
    const stored = await world.deliveries(ada, id);
    expect(stored.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
  }
  for (const { headers, body } of world.posts) {
    const id = headers['webhook-id'] ?? '';
    expect([body, payloads.get(id) ?? body]).toEqual([body, body]);
    payloads.set(id, body);
  }
  expect(payloads.size).toBe(3);
  for (const url of [URL, GOOD]) {
    const bodies = world.posts.filter((post) => post.url === url).map(({ body }) => body);
    expect(new Set(bodies).size).toBe(3);
    const [first, second] = [...payloads.values()].toSorted();
    // An event may be repeated, but first arrives after the earlier event of its list.
    expect(bodies.indexOf(first ?? '')).toBeLessThan(bodies.indexOf(second ?? ''));
  }
  expect(await Array.fromAsync(world.context.outbox.listPending())).toEqual([]);
  expect(await Array.fromAsync(world.context.deliveries.pendingEndpoints())).toEqual([]);
}

const runToQuiescence = async (world: WebhookHarness) => {
  await world.advance(10 * 60_000);
  expect(world.waiting).toEqual([]);
};

it('a crash at any call between an event and its delivery loses no event', async () => {
  const attempts = await crashAtEachCall(async (crash) => {
    const staged = await stageDeliveries();
    const { world } = staged;
    await crash(world.faults, () => world.advance(10 * 60_000));
    await runToQuiescence(world);
    await expectDelivered(staged);
  });
  expect(attempts).toBeGreaterThan(35);
});

it('three calls in ten fail, and every event is delivered', async () => {
  const staged = await stageDeliveries();
  const { world } = staged;
  let calls = 0;
  world.faults.failWhen(() => {
    calls += 1;
    return calls % 10 < 3 ? (calls % 2 === 0 ? 'before' : 'after') : undefined;
  });
  for (let run = 0; run < 20; run += 1)
    await world.advance(60_000).catch((error: unknown) => {
      if (!(error instanceof CallFailedError)) throw error;
    });
  world.faults.failWhen(undefined);
  await runToQuiescence(world);
  expect(world.posts.length).toBeGreaterThanOrEqual(6);
  await expectDelivered(staged);
});

it('an endpoint whose key was created during another run is not taken for orphaned', async () => {
  const world = await createWebhookHarness(table);
  const ada = await world.person();
  const { accounts, apiKeys, clock, endpoints, ids, namedKeys } = world.context;
  await apiKeys.setPaid(ada.user.id, true);
  await world.endpoint(ada, GOOD);
  await world.emit(ada);
  const createWithNewKey = async () => {
    const { id: userId } = ada.user;
    const created = await namedKeys.create(userId, { name: 'Job', scopes: ['webhooks', 'lists'] });
    if (typeof created === 'string') throw new Error(created);
    const { keyHash: hash, end, scopes } = created.kept;
    const id = ids.ulid(clock.now());
    const key = { hash, end, scopes: [...scopes] };
    const more = { description: '', events: [], createdAt: new Date(clock.now()).toISOString() };
    await endpoints.create({ userId, id, url: URL, key, ...more });
  };
  await world.process({ kind: 'events', v: 1, userId: ada.user.id });
  const { get } = accounts;
  accounts.get = async (userId) => {
    const user = await get(userId);
    accounts.get = get;
    await createWithNewKey();
    return user;
  };
  await deliverWebhooks(world.context, ada.user.id);
  expect((await endpoints.list(ada.user.id)).map(({ url }) => url)).toEqual([GOOD, URL]);
});

it('an event that is added during a late run is delivered', async () => {
  const world = await createWebhookHarness(table);
  const ada = await world.person();
  await world.endpoint(ada, GOOD);
  const { deliveries, endpoints } = world.context;
  const emit = async (n: number) => {
    await world.emit(ada, { data: { n } });
    await world.process({ kind: 'events', v: 1, userId: ada.user.id });
  };
  await emit(1);
  const { takeLease } = endpoints;
  const { endPending } = deliveries;
  // Another run delivers the first event after this run has found it due.
  endpoints.takeLease = async (...args) => {
    endpoints.takeLease = takeLease;
    await deliverWebhooks(world.context, ada.user.id);
    deliveries.endPending = async (pending) => {
      deliveries.endPending = endPending;
      await emit(2);
      await endPending(pending);
    };
    return takeLease(...args);
  };
  await deliverWebhooks(world.context, ada.user.id);
  if (deliveries.endPending !== endPending) {
    deliveries.endPending = endPending;
    await emit(2);
  }
  await world.advance(10 * 60_000);
  expect(world.posts.map(({ body }) => JSON.parse(body))).toMatchObject([
    { data: { n: 1 } },
    { data: { n: 2 } },
  ]);
});

it('an event that follows its endpoint is dispatched by a run that began before both', async () => {
  const world = await createWebhookHarness(table);
  const ada = await world.person();
  await world.endpoint(ada, URL);
  await world.emit(ada, { subject: 'L' });
  const { endpoints, outbox } = world.context;
  const { deleteOrphaned } = endpoints;
  const { listForUser } = outbox;
  const addOnce = async () => {
    Object.assign(endpoints, { deleteOrphaned });
    Object.assign(outbox, { listForUser });
    await world.endpoint(ada, GOOD);
    await world.emit(ada, { subject: 'M' });
  };
  endpoints.deleteOrphaned = async (...args) => {
    const found = await deleteOrphaned(...args);
    await addOnce();
    return found;
  };
  outbox.listForUser = async function* (userId) {
    const found = await Array.fromAsync(listForUser(userId));
    await addOnce();
    yield* found;
  };
  await world.advance(60_000);
  expect(world.posts.filter(({ url }) => url === URL)).toHaveLength(2);
  expect(world.posts.filter(({ url }) => url === GOOD).length).toBeGreaterThan(0);
});

it.each([
  { why: 'answers 410', status: 410, isProven: true },
  { why: 'has failed for days', status: 500, isProven: false },
])('an endpoint that moves during an attempt stays on if its old URL $why', async (old) => {
  const world = await createWebhookHarness(table);
  const ada = await world.person();
  const { clock, endpoints, webhookClient } = world.context;
  const { id } = await world.endpoint(ada, URL, undefined, old.isProven);
  await endpoints.update(ada.user.id, id, { failingSince: clock.now() - 4 * DAY_MS });
  await world.emit(ada);
  const { post } = webhookClient;
  webhookClient.post = async (url, ...content) => {
    if (url === GOOD) return post(url, ...content);
    await endpoints.update(ada.user.id, id, { url: GOOD, provenAt: undefined });
    return webhookResponse(old.status);
  };
  await world.advance(60_000);
  expect(await endpoints.get(ada.user.id, id)).toMatchObject({ url: GOOD, status: 'on' });
  expect(world.posts).toHaveLength(old.isProven ? 1 : 0);
});
