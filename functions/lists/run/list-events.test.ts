import { beforeEach, expect, it } from 'vitest';
import { callHandler } from '../../../tests/support/call.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { testOwnerOf } from '../../access/rules/owner.ts';
import { routes } from '../../../tests/support/routes.ts';
import { cancelList } from './run-on-list.ts';

let world: PipelineHarness;

const table = await startFileTable();
beforeEach(async () => {
  world = await createPipelineHarness(table);
});

/** Advances the clock after draining, because event ids sort by the millisecond. */
async function drain() {
  await world.drain();
  world.context.clock.advance(1);
}

const pendingEvents = () => Array.fromAsync(world.context.outbox.listForUser(world.userId));

it('publishes one event when a list waits for credits and one when it ends', async () => {
  const id = await world.upload('ok1@a.fr\nbad1@a.fr\n');
  await drain();
  await world.grant(1);
  await drain();
  await world.grant(4);
  await drain();
  const events = await pendingEvents();
  expect(events).toMatchObject([
    {
      type: 'list.paused',
      subject: id,
      data: { id, status: 5, state: 'paused', reason: 'insufficient_credit' },
    },
    { type: 'list.finished', subject: id, data: { id, status: 7, state: 'finished', valid: 1 } },
  ]);
  const { body } = await callHandler(world.context, routes.listLists, { headers: world.headers });
  expect(body).toMatchObject({ data: { lists: [events[1]?.data] } });
  const { userId } = world;
  expect(world.context.webhookMessages).toEqual([
    { kind: 'events', v: 1, userId },
    { kind: 'events', v: 1, userId },
  ]);
});

it('publishes an event for a canceled list, but not for one deleted or paused for its owner', async () => {
  const { context, userId } = world;
  const id = await world.upload('ok1@a.fr\n');
  await drain();
  const list = await world.list(id);
  if (!list) throw new Error('list not found');
  await cancelList(context, list, 'paused_too_long');
  context.clock.advance(1);
  const deletedId = await world.upload('ok2@a.fr\n');
  await drain();
  await callHandler(context, routes.deleteFile, {
    headers: world.headers,
    params: { id: deletedId },
  });
  const user = await context.accounts.get(userId);
  if (user) await context.accounts.setStatus(user.id, 2);
  await world.upload('ok3@a.fr\n');
  await drain();
  expect((await pendingEvents()).map(({ type, subject }) => [type, subject])).toEqual([
    ['list.paused', id],
    ['list.cancelled', id],
    ['list.paused', deletedId],
  ]);
});

it('orders the events of a list even if clocks differ', async () => {
  const { context } = world;
  const id = await world.upload('ok1@a.fr\n');
  await world.drain();
  context.clock.advance(-1000);
  const list = await world.list(id);
  if (!list) throw new Error('list not found');
  await cancelList(context, list, 'paused_too_long');
  expect((await pendingEvents()).map(({ type }) => type)).toEqual([
    'list.paused',
    'list.cancelled',
  ]);
});

it('publishes an event of a recheck for its list, with the results of the recheck', async () => {
  await world.grant(6);
  const id = await world.upload('odd1@a.fr\nok1@a.fr\n');
  await drain();
  await callHandler(world.context, routes.recheckFile, { headers: world.headers, params: { id } });
  await drain();
  expect((await pendingEvents()).at(-1)).toMatchObject({
    type: 'list.finished',
    subject: id,
    data: { id, total_email: 2, recheck: { total_email: 1, status: 7 } },
  });
});

it('publishes the new name of a list that is renamed while its result is written', async () => {
  await world.grant(6);
  const { context, headers } = world;
  const { write } = context.blobs;
  const id = await world.upload('odd1@a.fr\nok1@a.fr\n');
  const nameOfEvent = async (name: string) => {
    context.blobs.write = async (key, ...rest) => {
      const parts = { headers, params: { id }, body: { name } };
      if (key.startsWith('results/')) await callHandler(context, routes.renameFile, parts);
      return write(key, ...rest);
    };
    await drain();
    return (await pendingEvents()).at(-1)?.data;
  };
  expect(await nameOfEvent('May')).toMatchObject({ id, file_name: 'May', total_email: 2 });
  await callHandler(context, routes.recheckFile, { headers, params: { id } });
  expect(await nameOfEvent('June')).toMatchObject({ id, file_name: 'June', recheck: {} });
});

it('publishes events of test lists to the test owner, and only to the endpoint that a list names', async () => {
  const { context, userId } = world;
  const owner = testOwnerOf(userId);
  const listId = context.ids.ulid(context.clock.now());
  const upload = { userId: owner, listId, name: 'T', sourceName: 't.csv', webhook: 'one' };
  const now = context.clock.now();
  await context.lists.addUpload({ ...upload, createdAt: '2026-01-01T00:00:00Z' }, now);
  const list = await context.lists.create(owner, listId, now);
  if (!list) throw new Error('list not created');
  await cancelList(context, list, 'operator');
  const events = await Array.fromAsync(context.outbox.listForUser(owner));
  expect(events).toMatchObject([{ type: 'list.cancelled', endpointId: 'one' }]);
  expect(await pendingEvents()).toEqual([]);
});

it('publishes an event even if the queue rejects its message', async () => {
  const { context } = world;
  const id = await world.upload('ok1@a.fr\n');
  await drain();
  const list = await world.list(id);
  if (!list) throw new Error('list not found');
  const webhookQueue = { send: () => Promise.reject(new Error('queue unavailable')) };
  await cancelList({ ...context, webhookQueue }, list, 'operator');
  expect((await pendingEvents()).map(({ type }) => type)).toEqual([
    'list.paused',
    'list.cancelled',
  ]);
  expect(context.lines.join('')).toContain('webhooks_not_announced');
});

it('stores an event in the same transaction as its change', async () => {
  await world.grant(4);
  await world.upload('ok1@a.fr\n');
  let crashed = false;
  world.faults.failWhen((name) => {
    if (crashed || name !== 'db.transact' || world.queues.waiting.length > 0) return undefined;
    return 'after';
  });
  await drain();
  crashed = true;
  await world.advanceMinutes(20);
  expect((await pendingEvents()).map(({ type }) => type)).toEqual(['list.finished']);
});
