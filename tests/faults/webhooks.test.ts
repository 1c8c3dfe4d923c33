import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestTable, startTable } from '../support/dynamo.ts';
import { crashAtEachCall } from '../support/crash-at-each-call.ts';
import { CallFailedError } from '../support/faults.ts';
import {
  createWebhookHarness,
  webhookResponse,
  noResponse,
  type WebhookHarness,
} from '../support/webhook-harness.ts';

/** Rows 64 and 65 of docs/faults.md: no event for an endpoint is lost. */

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const URL = 'https://hooks.customer.test/tamis';
const GOOD = `${URL}/good`;

/** Stages three events of two lists, for an endpoint that fails at first and one that does not. */
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
