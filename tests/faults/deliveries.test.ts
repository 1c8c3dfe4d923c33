import { describe, expect, it } from 'vitest';
import { deleteFile } from '../../functions/lists/api.ts';
import { deleteList } from '../../functions/lists/history/delete-list.ts';
import { finalizeList } from '../../functions/lists/run/finalize-list.ts';
import { uploadBlobKey } from '../../functions/lists/rules/blob-keys.ts';
import { abandonTask } from '../../functions/lists/run/abandon-task.ts';
import { bookAnswer } from '../../functions/lists/run/book-answer.ts';
import { verifyTask } from '../../functions/lists/run/verify-task.ts';
import { engineTask } from '../../shared/messages/engine-task.ts';
import { verifyTaskMessage } from '../../shared/messages/lists.ts';
import { abandon, finalize } from '../../functions/lists/workers.ts';
import { startFileTable } from '../support/file-table.ts';
import { expectInvariants } from '../support/invariants.ts';
import { runAs } from '../support/invoke.ts';
import { type PipelineHarness, createPipelineHarness } from '../support/pipeline-harness.ts';
import { randomFrom } from '../support/random.ts';

/**
 * Rows 1, 2, 4 to 10, 12 to 14, 17 and 54 of docs/operators/faults.md: failed deliveries and
 * responses.
 */

const table = await startFileTable();

const LIST = 'ok1@a.fr\nbad1@a.fr\nok2@b.fr\n';
const many = (count: number, name = 'ok') =>
  Array.from({ length: count }, (_, at) => `${name}${at}@d${at % 50}.fr\n`).join('');

/** Uploads a list, and processes it until its tasks are in their queue. */
async function queueList(
  content = LIST,
  credits = 5000,
  paid = false,
): Promise<{ world: PipelineHarness; listId: string }> {
  const world = await createPipelineHarness(table, { paid });
  await world.grant(credits);
  const listId = await world.upload(content);
  await world.drain(async () => (await world.list(listId))?.status === 3);
  return { world, listId };
}

const tasksOf = ({ queues }: PipelineHarness) =>
  queues.waiting.filter(({ queue, body }) => queue === 'verify' && body.includes('"verify"'));

/** Delivers the engine's message of a task several times at once. */
async function askEngine(world: PipelineHarness, times: number): Promise<void> {
  const message = world.queues.waiting.find(({ body }) => body.includes('"kind":"engine"'));
  if (!message) throw new Error('the engine has no task');
  world.queues.waiting.splice(world.queues.waiting.indexOf(message), 1);
  await Promise.all(Array.from({ length: times }, () => world.deliver({ ...message })));
}

const messageOf = (body: string) => verifyTaskMessage.parse(JSON.parse(body));

describe('a task', () => {
  it('that is delivered twice concurrently counts once', async () => {
    const { world, listId } = await queueList();
    const [task] = tasksOf(world);
    const message = messageOf(task?.body ?? '');
    await Promise.all(Array.from({ length: 8 }, () => verifyTask(world.context, message)));
    const asked = world.queues.waiting.filter(({ queue }) => queue === 'express');
    const keys = asked.map(({ body }) => engineTask.parse(JSON.parse(body)).answer);
    // Only one of the deliveries sends the task to the engine.
    expect(keys).toHaveLength(1);
    for (const each of asked) await world.deliver(each);
    expect([...world.engine.attempts.values()]).toEqual([1, 1, 1]);
    await Promise.all(Array.from({ length: 8 }, () => bookAnswer(world.context, keys[0] ?? '')));
    await expectInvariants(world);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, processed: 3, charged: 3 });
    expect(world.sent).toHaveLength(1);
  });

  it('whose runs end differently counts as the run that ended first', async () => {
    const { world, listId } = await queueList(many(40));
    world.engine.limits = [10, 25, 3];
    await world.deliverQueue('verify');
    await askEngine(world, 3);
    await world.deliverQueue('verify');
    await expectInvariants(world);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, processed: 40, valid: 40 });
    expect(world.result(listId).match(/"deliverable"/g)).toHaveLength(40);
  });

  it('that arrives after its list was finished or deleted has no effect', async () => {
    for (const end of ['finished', 'deleted'] as const) {
      const { world, listId } = await queueList();
      const late = tasksOf(world).map(({ body }) => messageOf(body));
      await world.drain();
      if (end === 'deleted') {
        const list = await world.list(listId);
        if (list) await world.context.lists.delete(list, world.context.clock.now());
      }
      const before = await Array.fromAsync(world.context.ledger.entries(world.userId));
      for (const message of late) await verifyTask(world.context, message);
      await runAs(finalize, () => finalizeList(world.context, world.userId, listId));
      await world.drain();
      expect(await Array.fromAsync(world.context.ledger.entries(world.userId))).toHaveLength(
        before.length,
      );
      expect(world.sent).toHaveLength(1);
      await expectInvariants(world);
    }
  });

  it('that runs out of time hands over the remaining addresses in a few hops', async () => {
    const { world, listId } = await queueList(many(100));
    world.engine.limits = [30, 0, 30];
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, valid: 100, processed: 100 });
    const attemptCounts = [...world.engine.attempts.values()];
    expect([attemptCounts.length, Math.max(...attemptCounts)]).toEqual([100, 1]);
  });

  it('that never progresses ends as unknown after eight hops, free of charge', async () => {
    const { world, listId } = await queueList();
    world.engine.limits = Array.from({ length: 50 }, () => 0);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, unknown: 3, charged: 0 });
    expect(world.engine.limits).toHaveLength(50 - 9);
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({ available: 5000 });
  });

  it('that always fails is abandoned: unknown, free, and its list is finished', async () => {
    const { world, listId } = await queueList(`${LIST}poison@c.fr\n`);
    await world.advanceMinutes(60);
    expect(await world.list(listId)).toMatchObject({
      status: 7,
      unknown: 4,
      charged: 0,
      reasons: { server_error: 4 },
    });
    await expectInvariants(world);
    expect(world.dead).toEqual([]);
  });

  it.each([
    ['express', 40],
    ['bulk', 3000],
  ] as const)(
    'that is abandoned after its end resends its unfinished addresses, %s',
    async (queue, count) => {
      const { world, listId } = await queueList(many(count));
      const [task] = tasksOf(world);
      if (!task) throw new Error('there is no task');
      world.engine.limits = [1];
      world.queues.waiting.splice(0, Infinity, task);
      await world.deliver(task);
      await world.deliverQueue(queue);
      world.faults.failWhen((name) => (name === 'queues.sendVerify' ? 'before' : undefined));
      await world.deliverQueue('verify');
      world.faults.failWhen(undefined);
      world.queues.waiting.length = 0;
      await runAs(abandon, async () => {
        const message = messageOf(task.body);
        await abandonTask(world.context, message, await world.context.answerKeys.create(message));
      });
      expect(tasksOf(world).map(({ body }) => messageOf(body).task)).toEqual([
        expect.stringMatching(`^${messageOf(task.body).task}.`),
      ]);
      // Delete the list. Otherwise, reconcilers of later tests, which do not have its objects,
      // would cancel it.
      await deleteList(world.context, world.userId, listId);
    },
  );

  it('that is resent keeps its due time, however long the delay', async () => {
    const { world, listId } = await queueList('grey@a.fr\n');
    await world.drain();
    const delays: number[] = [];
    for (let turn = 0; turn < 6 && (await world.list(listId))?.status !== 7; turn += 1) {
      const [next] = tasksOf(world);
      if (!next) break;
      delays.push((next.visibleAt - world.context.clock.now()) / 1000);
      world.context.clock.advance(next.visibleAt - world.context.clock.now());
      await world.drain();
    }
    expect(delays).toEqual([300, 900, 900]);
    expect(world.engine.attempts.get('grey@a.fr')).toBe(3);
    expect(await world.list(listId)).toMatchObject({ status: 7, valid: 1 });
  });
});

it('a task is delayed by whole seconds, whatever delay the engine requests', async () => {
  const { world, listId } = await queueList('grey@a.fr\n');
  const verify = world.engine.verify.bind(world.engine);
  world.engine.verify = async function* (...args) {
    for await (const { index, verdict } of verify(...args))
      yield { index, verdict: { ...verdict, retry_after_s: 0.0371 } };
  };
  for (const queue of ['verify', 'express', 'verify'] as const) await world.deliverQueue(queue);
  world.engine.verify = verify;
  expect(tasksOf(world)[0]?.visibleAt).toBe(world.context.clock.now() + 1000);
  await world.advanceMinutes(60, 5);
  expect(await world.list(listId)).toMatchObject({ status: 7, valid: 1 });
});

describe('a list', () => {
  it('with many tasks completed concurrently, in any order, each message twice, adds up', async () => {
    const { world, listId } = await queueList(many(3000), 5000, true);
    const random = randomFrom(9);
    const tasks = tasksOf(world);
    expect(tasks).toHaveLength(7);
    world.queues.waiting.length = 0;
    const messages = [...tasks, ...tasks]
      .toSorted(() => random() - 0.5)
      .map(({ body }) => messageOf(body));
    await Promise.all(messages.map((each) => verifyTask(world.context, each)));
    await expectInvariants(world);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, valid: 3000, charged: 3000 });
    expect(world.result(listId).match(/\r\n/g)).toHaveLength(3001);
    expect(world.sent).toHaveLength(1);
  });

  it('is finished once by several workers, with identical bytes', async () => {
    const { world, listId } = await queueList();
    await world.drain(async () => world.queues.waiting.some(({ queue }) => queue === 'finalize'));
    await Promise.all(
      [0, 1, 2, 3].map(() =>
        runAs(finalize, () => finalizeList(world.context, world.userId, listId)),
      ),
    );
    const bytes = world.result(listId);
    await world.drain();
    expect(world.result(listId)).toBe(bytes);
    expect(world.sent).toHaveLength(1);
    await expectInvariants(world);
  });

  it('does not fail if another worker finishes it at any call of the first', async () => {
    for (let call = 1; call <= 16; call += 1) {
      const { world, listId } = await queueList();
      const { context, userId } = world;
      await world.drain(async () => world.queues.waiting.some(({ queue }) => queue === 'finalize'));
      world.faults.interruptAt(call, async () => {
        await runAs(finalize, () => finalizeList(context, userId, listId));
        await world.advanceMinutes(48, 16);
      });
      await runAs(finalize, () => finalizeList(context, userId, listId));
      world.faults.restart();
      await world.drain();
      expect(await world.list(listId)).toMatchObject({ status: 7, charged: 3 });
      expect(world.sent).toHaveLength(1);
      await expectInvariants(world);
    }
  });

  it.each([
    ['', undefined],
    [', even if one of its objects cannot be written', 'replies.json'],
  ])('deleted while its result is being written leaves nothing behind%s', async (_, broken) => {
    const { world, listId } = await queueList();
    await world.drain(async () => world.queues.waiting.some(({ queue }) => queue === 'finalize'));
    const { blobs, lists, clock } = world.context;
    let deleted: Promise<void> | undefined;
    const racing = {
      ...blobs,
      write: async (key: string, chunks: Parameters<typeof blobs.write>[1]) => {
        const written: Uint8Array[] = [];
        for await (const chunk of chunks) written.push(chunk);
        deleted ??= runAs(deleteFile, () => deleteList(world.context, world.userId, listId)).then(
          () => world.reconcile(),
        );
        await deleted;
        if (broken && key.endsWith(broken)) throw new Error('the store is unavailable');
        await blobs.write(key, written);
      },
    };
    const context = { ...world.context, blobs: racing, lists, clock };
    await runAs(finalize, () => finalizeList(context, world.userId, listId));
    expect(world.blobs.keysWithContent()).toEqual([]);
    await world.advanceMinutes(48, 16);
    await expectInvariants(world);
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({ consumed: 3 });
  });

  it.each([
    ['with its files', true],
    ['after its file, as during an account closure', false],
  ])('deleted %s at any call of its ingest does not fail', async (_, together) => {
    for (let call = 1; call <= 21; call += 1) {
      const world = await createPipelineHarness(table);
      const { context, userId, blobs } = world;
      await world.grant(100);
      await world.drain();
      const listId = await world.upload(LIST);
      world.faults.interruptAt(call, async () => {
        await blobs.delete(uploadBlobKey(userId, listId));
        if (!together) return;
        await deleteList(context, userId, listId);
        blobs.objects.clear();
      });
      await world.drain();
      world.faults.restart();
      expect(context.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
      const { status, reason } = (await world.list(listId)) ?? {};
      expect([
        [undefined, undefined],
        [6, 'empty_file'],
        [7, null],
      ]).toContainEqual([status, reason]);
      await expectInvariants(world);
    }
  });

  it('whose notification was lost is found by the reconciler', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    const listId = await world.upload(LIST, { notify: false });
    await world.drain();
    expect(await world.list(listId)).toBeUndefined();
    await world.advanceMinutes(6, 3);
    expect(await world.list(listId)).toMatchObject({ status: 7, valid: 2 });
  });

  it('that was registered but never uploaded is deleted after a day', async () => {
    const world = await createPipelineHarness(table);
    const listId = await world.upload(LIST, { notify: false });
    await world.blobs.deleteAll('uploads/');
    await world.advanceMinutes(23 * 60, 23 * 60);
    expect(await pendingOf(world)).toBe(1);
    await world.advanceMinutes(120, 120);
    expect(await pendingOf(world)).toBe(0);
    // An object that arrives after the deletion belongs to no list.
    await world.blobs.put(`uploads/${world.userId}/${listId}`, LIST);
    world.queues.put('list', { kind: 'ingest', v: 1, userId: world.userId, listId });
    await world.drain();
    expect(world.blobs.keysWithContent()).toEqual([]);
  });

  it('keeps status 7 if the email fails, and the email follows', async () => {
    const { world, listId } = await queueList();
    world.mailOutcome = 'postponed';
    await world.drain();
    await world.advanceMinutes(100, 5);
    expect(await world.list(listId)).toMatchObject({ status: 7, mailDue: `list:${listId}:7` });
    expect(world.sent).toEqual([]);
    world.mailOutcome = 'sent';
    await world.advanceMinutes(40, 5);
    expect(world.sent).toHaveLength(1);
    expect(await world.list(listId)).toMatchObject({ mailDue: null });
  });

  it.each([1, 2, 3])('survives calls of which three in ten fail (seed %i)', async (seed) => {
    const world = await createPipelineHarness(table);
    await world.grant(5000);
    const listId = await world.upload(`${many(1200)}grey@a.fr\nodd@b.fr\n`);
    const random = randomFrom(seed);
    world.faults.failWhen(() => {
      if (random() > 0.3) return undefined;
      return random() < 0.5 ? 'before' : 'after';
    });
    await world.advanceMinutes(160, 16);
    world.faults.failWhen(undefined);
    // Messages that failed every time are in a dead-letter queue, from which they are sent again.
    for (const message of world.dead.splice(0))
      world.queues.put(message.queue, JSON.parse(message.body));
    await expectInvariants(world);
    await world.advanceMinutes(96, 16);
    const list = await world.list(listId);
    expect(list).toMatchObject({ status: 7, total: 1202, processed: 1202 });
    await expectInvariants(world);
    expect(world.result(listId).match(/\r\n/g)).toHaveLength(1203);
  });
});

async function pendingOf({ context, userId }: PipelineHarness): Promise<number> {
  let pending = 0;
  for await (const item of context.lists.pendingItems()) if (item.userId === userId) pending += 1;
  for await (const item of context.checks.pendingItems()) if (item.userId === userId) pending += 1;
  return pending;
}
