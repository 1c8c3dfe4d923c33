import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestTable, startTable } from '../../tests/support/dynamo.ts';
import type { Person } from '../../tests/support/people.ts';
import { say, startReceiver } from '../../tests/support/receiver.ts';
import {
  createWebhookWorld,
  said,
  silence,
  type WebhookWorld,
} from '../../tests/support/webhook-world.ts';
import { testOwnerOf } from '../access/rules/owner.ts';
import { createWebhookClient, type WebhookClient } from './adapters/webhook-client.ts';
import { deliver } from './deliver.ts';
import { sendTestEvent } from './send-delivery.ts';

const URL = 'https://hooks.customer.test/tamis';
const DAY_MS = 24 * 3_600_000;
let table: TestTable;
let world: WebhookWorld;
let ada: Person;
beforeAll(async () => {
  table = await startTable();
});
beforeEach(async () => {
  world = await createWebhookWorld(table);
  ada = await world.person();
});
afterAll(() => table.stop());

const subjects = () => world.posts.map(({ body }) => (JSON.parse(body) as Sent).data.n);
interface Sent {
  readonly data: { readonly n: number };
}
const tell = (n: number, subject = 'L') => world.tell(ada, { subject, data: { n } });

describe('an event', () => {
  it('reaches the endpoints that take it, signed so that anybody can prove it', async () => {
    const receiver = await startReceiver();
    receiver.next.push(say(503, {}, 'not yet'));
    world = await createWebhookWorld(table, createWebhookClient({ allowPrivate: true }));
    world.context.endpointUrls.normal = (url: string) => url;
    ada = await world.person();
    const { id, secret } = await world.endpoint(ada, receiver.url, ['list.finished']);
    const other = await world.endpoint(ada, receiver.url, ['credits.low']);
    await world.tell(ada, { data: { id: 'L', status: 7 } });
    await world.drain();
    const rotated = await world.context.endpoints.rotate(
      ada.user.id,
      id,
      world.context.clock.now(),
    );
    await world.pass(10_000);
    await receiver.stop();

    expect(receiver.received).toHaveLength(2);
    const [first, second] = receiver.received;
    // Ours is at a time of its own, theirs at the real one.
    const now = Date.now;
    Date.now = world.context.clock.now;
    for (const signer of [secret, rotated?.secret ?? ''])
      expect(new Webhook(signer).verify(second?.body ?? '', { ...second?.headers })).toMatchObject({
        type: 'list.finished',
        data: { id: 'L', status: 7 },
      });
    expect(() => new Webhook(secret).verify(`${second?.body} `, { ...second?.headers })).toThrow(
      'No matching signature found',
    );
    Date.now = now;
    expect(second?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Tamis-Webhooks/1',
      'webhook-id': first?.headers['webhook-id'],
    });
    expect(second?.body).toBe(first?.body);

    const [delivery] = await world.deliveries(ada, id);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 2, last: { status: 200 } });
    expect(await world.deliveries(ada, other.id)).toEqual([]);
    expect(world.waiting).toEqual([]);
  });

  it('goes to the one endpoint that it names, and to nobody where there is none', async () => {
    const { id } = await world.endpoint(ada, URL, ['credits.low']);
    await world.endpoint(ada, `${URL}/other`);
    await world.tell(ada, { endpointId: id });
    await world.tell(await world.person());
    await world.drain();
    expect(world.posts.map(({ url }) => url)).toEqual([URL]);
    expect(await Array.fromAsync(world.context.outbox.pending())).toEqual([]);
  });

  it('comes once for each endpoint, however often its message does', async () => {
    await world.endpoint(ada, URL);
    await tell(1);
    const [message] = world.waiting;
    if (!message) throw new Error('nobody was told');
    await Promise.all([1, 2, 3].map(() => world.work(message.message)));
    await world.drain();
    await world.drain();
    expect(subjects()).toEqual([1]);
  });

  it('is found by the schedule where its message was lost, or a worker was killed', async () => {
    const { id } = await world.endpoint(ada, URL);
    await tell(1);
    world.waiting.length = 0;
    // Somebody who took the lease was killed.
    const { context } = world;
    await context.endpoints.takeLease(ada.user.id, id, context.clock.now(), 70_000);
    await world.pass(60_000);
    expect(subjects()).toEqual([]);
    await world.pass(120_000);
    expect(subjects()).toEqual([1]);
  });
});

describe('the events of a list', () => {
  it('come in their order, and one that failed keeps the later ones waiting for a while', async () => {
    await world.endpoint(ada, URL);
    world.receivers.set(URL, ({ body }) => said(body.includes('"n":1}') ? 500 : 200));
    for (const n of [1, 2, 3]) await tell(n);
    await tell(4, 'other');
    await world.drain();
    // Events of different subjects have no order among them.
    expect(subjects().toSorted()).toEqual([1, 4]);
    await world.pass(100_000);
    expect(subjects().slice(2)).toEqual([1, 1]);
    // The fourth attempt is the last one that the others wait for.
    await world.pass(120_000);
    expect(subjects().slice(4)).toEqual([1, 2, 3]);
  });

  it('are asked for later where the receiver says so', async () => {
    await world.endpoint(ada, URL);
    world.receivers.set(URL, () => said(world.posts.length < 2 ? 429 : 200, '90'));
    await tell(1);
    await world.pass(200_000);
    expect(world.posts.map(({ at }) => Math.round(at / 1000))).toEqual([0, 90]);
  });
});

describe('a receiver', () => {
  it('that does not respond costs one attempt a run, whatever waits for it', async () => {
    await world.endpoint(ada, URL);
    world.receivers.set(URL, () => silence);
    for (let n = 0; n < 30; n += 1) await tell(n, `L${n}`);
    await world.drain();
    // Five at once, of which the first that is not answered stops the rest.
    expect(world.posts.length).toBeLessThanOrEqual(5);
    world.receivers.delete(URL);
    await world.pass(120_000);
    expect(new Set(subjects()).size).toBe(30);
    expect(world.posts.length).toBeLessThanOrEqual(35);
  });

  it('that says it is gone is sent nothing more', async () => {
    const { id } = await world.endpoint(ada, URL);
    world.receivers.set(URL, () => said(410));
    await tell(1);
    await tell(2);
    await world.pass(DAY_MS / 24);
    expect(subjects()).toEqual([1]);
    expect(await world.context.endpoints.get(ada.user.id, id)).toMatchObject({ status: 'off' });
    const all = await world.deliveries(ada, id);
    expect(all.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['failed', 0],
      ['failed', 1],
    ]);
  });

  it('that takes nothing for three days is turned off, and its owner told once', async () => {
    const { id } = await world.endpoint(ada, URL);
    const healthy = await world.endpoint(ada, `${URL}/healthy`);
    world.receivers.set(URL, () => said(500));
    await tell(1);
    await world.pass(DAY_MS, 3_600_000);
    await tell(2, 'other');
    await world.pass(1.9 * DAY_MS, 3_600_000);
    expect(await world.context.endpoints.get(ada.user.id, id)).toMatchObject({ status: 'on' });
    await world.pass(0.2 * DAY_MS, 3_600_000);
    expect(await world.context.endpoints.get(ada.user.id, id)).toMatchObject({ status: 'failing' });
    expect((await world.deliveries(ada, id)).map(({ status }) => status)).toEqual([
      'failed',
      'failed',
    ]);
    expect(world.context.mails).toMatchObject([
      {
        to: ada.user.email,
        content: { template: 'webhook_failing', params: { host: 'hooks.customer.test' } },
      },
    ]);
    const count = world.posts.length;
    await tell(3);
    await world.pass(60_000);
    expect(world.posts.slice(count).map(({ url }) => url)).toEqual([`${URL}/healthy`]);
    expect(await world.deliveries(ada, healthy.id)).toHaveLength(3);
    expect(await Array.fromAsync(world.context.deliveries.pendingEndpoints())).toEqual([]);
  });

  it('of a test key is turned off just so, and its customer told', async () => {
    const owner = testOwnerOf(ada.user.id);
    const { id } = await world.endpoint(owner, URL);
    world.receivers.set(URL, () => silence);
    await world.tell(owner);
    await world.pass(3.1 * DAY_MS, 3_600_000);
    expect(await world.context.endpoints.get(owner, id)).toMatchObject({ status: 'failing' });
    expect(world.context.mails).toMatchObject([
      { to: ada.user.email, content: { template: 'webhook_failing' } },
    ]);
  });

  it('that did not respond is asked at once where its owner tries it', async () => {
    const { id } = await world.endpoint(ada, URL);
    world.receivers.set(URL, () => silence);
    await tell(1);
    await world.pass(5 * 60_000);
    world.receivers.delete(URL);
    const count = world.posts.length;
    await sendTestEvent(world.context, ada.user.id, id);
    await world.drain();
    expect(world.posts).toHaveLength(count + 1);
  });

  it('that takes some of them is kept, whatever becomes of the others', async () => {
    const { id } = await world.endpoint(ada, URL);
    world.receivers.set(URL, ({ body }) => said(body.includes('"n":1}') ? 500 : 200));
    await tell(1);
    await world.pass(DAY_MS, 3_600_000);
    await tell(2, 'other');
    await world.pass(2.2 * DAY_MS, 3_600_000);
    expect(await world.context.endpoints.get(ada.user.id, id)).toMatchObject({ status: 'on' });
    const [second, first] = await world.deliveries(ada, id);
    expect([first?.status, second?.status]).toEqual(['failed', 'delivered']);
    expect(world.context.mails).toEqual([]);
  });

  it('is sent nothing at an address that is no longer allowed, and is no longer there', async () => {
    const { id } = await world.endpoint(ada, 'http://127.0.0.1/hook');
    const gone = await world.endpoint(ada, URL);
    await tell(1);
    const [message] = world.waiting;
    if (message) await world.work(message.message);
    await world.context.endpoints.delete(ada.user.id, gone.id);
    await world.drain();
    expect(world.posts).toEqual([]);
    const [refused] = await world.deliveries(ada, id);
    expect(refused?.last).toMatchObject({ status: null, error: 'ERR_INVALID_URL' });
    const [deleted] = await world.deliveries(ada, gone.id);
    expect(deleted?.status).toBe('failed');
  });
});

it('slows nobody else down by a receiver that is slow', async () => {
  const { context } = world;
  const slow = await world.endpoint(ada, URL);
  const bob = await world.person();
  const fast = await world.endpoint(bob, `${URL}/fast`);
  for (let n = 0; n < 40; n += 1) await tell(n, `L${n}`);
  for (let n = 0; n < 20; n += 1) await world.tell(bob, { subject: `L${n}` });
  world.waiting.length = 0;
  for (const { id: userId } of [ada.user, bob.user])
    await world.work({ kind: 'events', v: 1, userId });
  const held: (() => void)[] = [];
  const hanging = {
    async post() {
      await new Promise<void>((resolve) => held.push(resolve));
      context.clock.advance(9000);
      return said(200);
    },
  };
  const run = (userId: string, id: string, webhookClient: WebhookClient = context.webhookClient) =>
    deliver({ ...context, webhookClient }, userId, id);
  const long = run(ada.user.id, slow.id, hanging);
  while (held.length < 5) await new Promise(setImmediate);
  // Its other messages are done with at once, and the other customer has what is due.
  for (let n = 0; n < 4; n += 1)
    expect(await run(ada.user.id, slow.id)).toMatchObject({ outcome: 'busy' });
  expect(await run(bob.user.id, fast.id)).toMatchObject({ delivered: 20 });
  for (const resume of held) resume();
  // Even so it has its worker for half a minute only; the rest is a message for later.
  expect(await long).toMatchObject({ delivered: 5 });
  await world.pass(60_000);
  expect(world.posts.filter(({ url }) => url === URL)).toHaveLength(35);
});
