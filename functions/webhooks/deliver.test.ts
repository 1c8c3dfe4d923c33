import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../shared/model/duration.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { USER_STATUS, type UserStatus } from '../../shared/model/account.ts';
import type { Person } from '../../tests/support/people.ts';
import { respondWith, startReceiver } from '../../tests/support/receiver.ts';
import {
  createWebhookHarness,
  webhookResponse,
  noResponse,
  type WebhookHarness,
} from '../../tests/support/webhook-harness.ts';
import { testOwnerOf } from '../access/rules/owner.ts';
import { updateExpression } from '../platform/dynamo/expression.ts';
import { endpointKey } from './adapters/keys.ts';
import { createWebhookClient, type WebhookClient } from './adapters/webhook-client.ts';
import { deliverWebhooks } from './deliver.ts';
import { queueTestEvent } from './send-delivery.ts';

const URL = 'https://hooks.customer.test/tamis';
let world: WebhookHarness;
let ada: Person;

const table = await startFileTable();
beforeEach(async () => {
  world = await createWebhookHarness(table);
  ada = await world.person();
});

const subjects = () => world.posts.map(({ body }) => (JSON.parse(body) as SentBody).data.n);
interface SentBody {
  readonly data: { readonly n: number };
}
const emit = (n: number, subject = 'L') => world.emit(ada, { subject, data: { n } });

describe('an event', () => {
  it('is sent to subscribed endpoints, with a verifiable signature', async () => {
    const receiver = await startReceiver();
    receiver.next.push(respondWith(503, {}, 'not yet'));
    world = await createWebhookHarness(table, createWebhookClient({ allowPrivate: true }));
    world.context.endpointUrls.normalize = (url: string) => url;
    ada = await world.person();
    const { id, secret } = await world.endpoint(ada, receiver.url, ['list.finished']);
    const other = await world.endpoint(ada, receiver.url, ['credits.low']);
    await world.emit(ada, { data: { id: 'L', status: 7 } });
    await world.drain();
    const rotated = await world.context.endpoints.rotate(
      ada.user.id,
      id,
      world.context.clock.now(),
    );
    await world.advance(10_000);
    await receiver.stop();

    expect(receiver.received).toHaveLength(2);
    const [first, second] = receiver.received;
    // `standardwebhooks` compares timestamps with `Date.now`, which must return the test clock's
    // time.
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

  it('is sent only to the endpoint that it names, and dropped without an endpoint', async () => {
    const { id } = await world.endpoint(ada, URL, ['credits.low']);
    await world.endpoint(ada, `${URL}/other`);
    await world.emit(ada, { endpointId: id });
    await world.emit(await world.person());
    await world.drain();
    expect(world.posts.map(({ url }) => url)).toEqual([URL]);
    expect(await Array.fromAsync(world.context.outbox.listPending())).toEqual([]);
  });

  it('is sent once per endpoint, even if its message is delivered several times', async () => {
    await world.endpoint(ada, URL);
    await emit(1);
    const [message] = world.waiting;
    if (!message) throw new Error('no message was sent');
    await Promise.all([1, 2, 3].map(() => world.process(message.message)));
    await world.drain();
    await world.drain();
    expect(subjects()).toEqual([1]);
  });

  it('is sent by the schedule if its message was lost or a worker was killed', async () => {
    await world.endpoint(ada, URL);
    await emit(1);
    world.waiting.length = 0;
    // Simulates a worker that was killed while it had the lease.
    const { context } = world;
    await context.endpoints.takeLease(ada.user.id, context.clock.now(), 70_000);
    await world.advance(60_000);
    expect(subjects()).toEqual([]);
    await world.advance(120_000);
    expect(subjects()).toEqual([1]);
  });
});

describe('the events of a list', () => {
  it('are sent in order, and a failed event blocks later events for a while', async () => {
    await world.endpoint(ada, URL);
    world.receivers.set(URL, ({ body }) => webhookResponse(body.includes('"n":1}') ? 500 : 200));
    for (const n of [1, 2, 3]) await emit(n);
    await emit(4, 'other');
    await world.drain();
    expect(subjects().toSorted()).toEqual([1, 4]);
    await world.advance(100_000);
    expect(subjects().slice(2)).toEqual([1, 1]);
    // After its fourth attempt, a failed event no longer blocks later ones.
    await world.advance(120_000);
    expect(subjects().slice(4)).toEqual([1, 2, 3]);
  });

  it('are retried after the delay that the receiver asks for', async () => {
    await world.endpoint(ada, URL);
    world.receivers.set(URL, () => webhookResponse(world.posts.length < 2 ? 429 : 200, '90'));
    await emit(1);
    await world.advance(200_000);
    expect(world.posts.map(({ at }) => Math.round(at / 1000))).toEqual([0, 90]);
  });
});

describe('a receiver', () => {
  it('that does not respond gets at most five attempts per run, however many events wait', async () => {
    await world.endpoint(ada, URL);
    world.receivers.set(URL, () => noResponse);
    for (let n = 0; n < 30; n += 1) await emit(n, `L${n}`);
    await world.drain();
    // Up to five posts run concurrently. The first one without a response prevents further posts.
    expect(world.posts.length).toBeLessThanOrEqual(5);
    world.receivers.delete(URL);
    await world.advance(300_000);
    expect(new Set(subjects()).size).toBe(30);
    expect(world.posts.length).toBeLessThanOrEqual(35);
  });

  it('that responds with 410 gets no more events', async () => {
    const { id } = await world.endpoint(ada, URL);
    world.receivers.set(URL, () => webhookResponse(410));
    await emit(1);
    await emit(2);
    await world.advance(DAY_MS / 24);
    expect(subjects()).toEqual([1]);
    expect(await world.context.endpoints.get(ada.user.id, id)).toMatchObject({ status: 'off' });
    const all = await world.deliveries(ada, id);
    expect(all.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['failed', 0],
      ['failed', 1],
    ]);
  });

  it('that accepts nothing for three days is turned off, and its owner is emailed once', async () => {
    const { id } = await world.endpoint(ada, URL);
    const healthy = await world.endpoint(ada, `${URL}/healthy`);
    world.receivers.set(URL, () => webhookResponse(500));
    await emit(1);
    await world.advance(DAY_MS, 3_600_000);
    await emit(2, 'other');
    await world.advance(1.9 * DAY_MS, 3_600_000);
    expect(await world.context.endpoints.get(ada.user.id, id)).toMatchObject({ status: 'on' });
    await world.advance(0.2 * DAY_MS, 3_600_000);
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
    await emit(3);
    await world.advance(60_000);
    expect(world.posts.slice(count).map(({ url }) => url)).toEqual([`${URL}/healthy`]);
    expect(await world.deliveries(ada, healthy.id)).toHaveLength(3);
    expect(await Array.fromAsync(world.context.deliveries.pendingEndpoints())).toEqual([]);
  });

  it('of a test key is turned off too, and the customer is emailed', async () => {
    const owner = testOwnerOf(ada.user.id);
    const { id } = await world.endpoint(owner, URL);
    world.receivers.set(URL, () => noResponse);
    await world.emit(owner);
    await world.advance(3.1 * DAY_MS, 3_600_000);
    expect(await world.context.endpoints.get(owner, id)).toMatchObject({ status: 'failing' });
    expect(world.context.mails).toMatchObject([
      { to: ada.user.email, content: { template: 'webhook_failing' } },
    ]);
  });

  it('that did not respond gets a test event from its owner despite the pause', async () => {
    const { id } = await world.endpoint(ada, URL);
    world.receivers.set(URL, () => noResponse);
    await emit(1);
    await world.advance(5 * 60_000);
    world.receivers.delete(URL);
    const count = world.posts.length;
    await queueTestEvent(world.context, ada.user.id, id);
    await world.advance(100_000);
    const tests = world.posts.slice(count).filter(({ body }) => body.includes('webhook.test'));
    expect(tests).toHaveLength(1);
  });

  it('that accepts some events stays on', async () => {
    const { id } = await world.endpoint(ada, URL);
    world.receivers.set(URL, ({ body }) => webhookResponse(body.includes('"n":1}') ? 500 : 200));
    await emit(1);
    await world.advance(DAY_MS, 3_600_000);
    await emit(2, 'other');
    await world.advance(2.2 * DAY_MS, 3_600_000);
    expect(await world.context.endpoints.get(ada.user.id, id)).toMatchObject({ status: 'on' });
    const [second, first] = await world.deliveries(ada, id);
    expect([first?.status, second?.status]).toEqual(['failed', 'delivered']);
    expect(world.context.mails).toEqual([]);
  });

  it('gets no events while its secret is unreadable, and does not affect other endpoints', async () => {
    const { id } = await world.endpoint(ada, URL);
    await world.endpoint(ada, `${URL}/other`);
    const { db, endpoints, clock } = world.context;
    await db.update(endpointKey(ada.user.id, id), updateExpression({ secret: 'other.key' }));
    await emit(1);
    await world.drain();
    expect(world.posts.map(({ url }) => url)).toEqual([`${URL}/other`]);
    const last = { status: null, error: 'ERR_SECRET_UNREADABLE' };
    expect(await world.deliveries(ada, id)).toMatchObject([{ status: 'waiting', last }]);
    expect(world.context.lines.join('')).toContain('webhook_secret_unreadable');
    await endpoints.rotate(ada.user.id, id, clock.now());
    await world.advance(10_000);
    expect(world.posts.map(({ url }) => url)).toEqual([`${URL}/other`, URL]);
  });

  it('gets no events if its URL is no longer allowed or its endpoint was deleted', async () => {
    const { id } = await world.endpoint(ada, 'http://127.0.0.1/hook');
    const deletedEndpoint = await world.endpoint(ada, URL);
    await emit(1);
    const [message] = world.waiting;
    if (message) await world.process(message.message);
    await world.context.endpoints.delete(ada.user.id, deletedEndpoint.id);
    await world.drain();
    expect(world.posts).toEqual([]);
    const [refused] = await world.deliveries(ada, id);
    expect(refused?.last).toMatchObject({ status: null, error: 'ERR_INVALID_URL' });
    const [deleted] = await world.deliveries(ada, deletedEndpoint.id);
    expect(deleted?.status).toBe('failed');
  });
});

describe('an account', () => {
  it('has one run at a time, which a slow response ends, and skips slow endpoints afterwards', async () => {
    const { context } = world;
    const slow = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => world.endpoint(ada, `${URL}/slow${n}`)),
    );
    const healthy = await world.endpoint(ada, `${URL}/healthy`);
    const heldUrls: string[] = [];
    let resume = (): void => {};
    const released = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const webhookClient: WebhookClient = {
      async post(url, headers, body) {
        if (!url.includes('/slow')) return context.webhookClient.post(url, headers, body);
        heldUrls.push(url);
        await released;
        context.clock.advance(1900);
        return webhookResponse(200);
      },
    };
    const run = () => deliverWebhooks({ ...context, webhookClient }, ada.user.id);
    for (let n = 0; n < 4; n += 1) await emit(n, `L${n}`);
    world.waiting.length = 0;
    await world.process({ kind: 'events', v: 1, userId: ada.user.id });
    const longRun = run();
    while (heldUrls.length < 5) await new Promise(setImmediate);
    for (let n = 0; n < 4; n += 1) expect(await run()).toMatchObject({ outcome: 'deferred' });
    resume();
    // Each of the five posts advanced their shared clock by 1.9 s, so most of them were slow.
    expect(await longRun).toMatchObject({ failed: 0 });
    const deadline = context.clock.now() + 90_000;
    const isSlow = async ({ id }: { id: string }) =>
      (await context.endpoints.get(ada.user.id, id))?.slowAt !== undefined;
    const marked = await Promise.all(slow.map(isSlow));
    expect(marked.filter(Boolean).length).toBeGreaterThan(3);
    // Fast endpoints still get deliveries without delay, including those of new events.
    await emit(5, 'later');
    const heldBefore = heldUrls.length;
    while (context.clock.now() < deadline - 10_000) {
      await world.advance(5000);
      await run();
    }
    expect(heldUrls.length - heldBefore).toBeLessThanOrEqual(5);
    expect(await world.deliveries(ada, healthy.id)).toMatchObject(
      Array.from({ length: 5 }, () => ({ status: 'delivered' })),
    );
    await world.advance(60 * 60_000);
    for (const { id } of slow)
      expect((await world.deliveries(ada, id)).map(({ status }) => status)).toEqual(
        Array.from({ length: 5 }, () => 'delivered'),
      );
  });

  it('gets no events while it is inactive, and waiting deliveries fail', async () => {
    const { id } = await world.endpoint(ada, URL);
    await emit(1);
    const { accounts } = world.context;
    const setStatus = (status: UserStatus) => accounts.setStatus(ada.user.id, status);
    await setStatus(USER_STATUS.inactive);
    await world.advance(60_000);
    expect(world.posts).toEqual([]);
    expect(await world.deliveries(ada, id)).toMatchObject([{ status: 'failed', attempts: 0 }]);
    expect(await world.context.deliveries.pendingOf(ada.user.id)).toEqual([]);
    await setStatus(USER_STATUS.active);
    await emit(2);
    await world.drain();
    expect(subjects()).toEqual([2]);
  });
});

describe('a backlog', () => {
  it('is read in parts, and sent completely and in order', async () => {
    const { id: endpointId } = await world.endpoint(ada, URL);
    const { context } = world;
    const at = context.clock.now();
    const ids: string[] = [];
    for (let n = 0; n < 450; n += 1) {
      const id = context.ids.ulid(at + n);
      const subject = `L${String(n % 150).padStart(3, '0')}`;
      const payload = JSON.stringify({ data: { n } });
      await context.deliveries.add(ada.user.id, [
        { endpointId, id, type: 'list.finished', subject, payload, at },
      ]);
      ids.push(id);
    }
    let readCount = 0;
    const { waiting } = context.deliveries;
    context.deliveries.waiting = async function* (...args) {
      for await (const each of waiting(...args)) {
        readCount += 1;
        yield each;
      }
    };
    world.receivers.set(URL, () => webhookResponse(500));
    await deliverWebhooks(context, ada.user.id);
    expect(readCount).toBeLessThanOrEqual(201);
    for (let run = 0; run < 9; run += 1) {
      readCount = 0;
      await queueTestEvent(context, ada.user.id, endpointId);
      await deliverWebhooks(context, ada.user.id);
      expect(readCount).toBeLessThanOrEqual(201);
    }
    const tests = (await Array.fromAsync(waiting(ada.user.id, endpointId))).filter(
      ({ subject }) => subject === 'webhook.test',
    );
    expect(tests).toMatchObject([{ attempts: 9 }]);
    world.receivers.delete(URL);
    world.posts.length = 0;
    await world.advance(60 * 60_000);
    const sent = subjects().filter((n) => n !== undefined);
    expect(new Set(sent).size).toBe(450);
    for (let n = 0; n < 300; n += 1) expect(sent.indexOf(n)).toBeLessThan(sent.indexOf(n + 150));
  });
});

describe('an endpoint that has never returned a 2xx', () => {
  it('gets one post per event, and shares twenty per hour with the others of its account', async () => {
    const [one, two] = [
      await world.endpoint(ada, URL, undefined, false),
      await world.endpoint(ada, `${URL}/two`, undefined, false),
    ];
    for (const url of [URL, `${URL}/two`]) world.receivers.set(url, () => webhookResponse(404));
    for (let n = 0; n < 8; n += 1) await emit(n, `L${n}`);
    await world.advance(30 * 60_000);
    expect(world.posts).toHaveLength(16);
    for (let n = 0; n < 40; n += 1) {
      await queueTestEvent(world.context, ada.user.id, n % 2 ? one.id : two.id);
      await world.advance(10_000);
    }
    expect(world.posts).toHaveLength(20);
    const [newest] = await world.deliveries(ada, one.id);
    expect(newest).toMatchObject({ status: 'failed', last: { error: 'ERR_UNPROVEN' } });
    world.receivers.delete(URL);
    await world.advance(60 * 60_000);
    await queueTestEvent(world.context, ada.user.id, one.id);
    await world.drain();
    expect(await world.context.endpoints.get(ada.user.id, one.id)).toMatchObject({
      provenAt: expect.any(Number),
    });
    // Once an endpoint has returned a 2xx, its failed deliveries are retried.
    world.receivers.set(URL, () => webhookResponse(500));
    await emit(9, 'later');
    await world.advance(60_000);
    expect(
      world.posts.filter(({ body, url }) => url === URL && body.includes('"n":9')).length,
    ).toBe(3);
  });
});
