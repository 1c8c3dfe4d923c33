import { S3ServiceException } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { engineTask, MAX_RECEIVES } from '../../../shared/messages/engine-task.ts';
import { createFakeVerdict } from '../../../tests/support/fake-engine.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { HOUR_MS } from '../../../shared/model/duration.ts';
import { deleteList } from '../history/delete-list.ts';

const table = await startFileTable();

const LIST = 'ok1@a.fr\nbad1@a.fr\n';

/** Uploads a list, and processes it until the engine has its task. */
async function sendToEngine(content = LIST, paid = true) {
  const world = await createPipelineHarness(table, { paid });
  await world.grant(20_000);
  const listId = await world.upload(content);
  await world.drain(async () => engineMessages(world).length > 0);
  const { answer, ...message } = engineTask.parse(JSON.parse(engineMessages(world)[0]?.body ?? ''));
  return { world, listId, answer, message };
}

const engineMessages = ({ queues }: PipelineHarness) =>
  queues.waiting.filter(({ queue }) => queue === 'express' || queue === 'bulk');

const answerKeys = ({ blobs }: PipelineHarness): string[] =>
  [...blobs.objects.keys()].filter((key) => key.startsWith('answers/'));

const answersOf = async (world: PipelineHarness) =>
  (await claimsOf(world)).filter(({ answer }) => answer !== undefined);

const claimsOf = ({ context, userId }: PipelineHarness) =>
  Array.fromAsync(context.db.query({ partition: `USER#${userId}`, prefix: 'TASKCLAIM#' }));

/** Stores an object as the engine does; the bucket announces it. */
const storeAnswer = ({ blobs }: PipelineHarness, key: string, verdicts: unknown, receives = 0) =>
  blobs.put(key, JSON.stringify({ connections: 0, verdicts, receives }));

describe('an answer of the engine', () => {
  it('is booked once, and releases the claim of its task', async () => {
    const { world, listId, answer } = await sendToEngine();
    expect(await claimsOf(world)).toMatchObject([{ answer }]);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, valid: 1, invalid: 1, charged: 2 });
    expect(await claimsOf(world)).toEqual([]);
    world.queues.put('verify', { Records: [{ s3: { object: { key: answer } } }] });
    await world.drain();
    await expectInvariants(world);
  });

  it('whose notification is lost is found by the reconciler, and no server is asked again', async () => {
    const { world, listId } = await sendToEngine();
    await world.deliverQueue('express');
    world.queues.waiting.length = 0;
    expect(answerKeys(world)).toHaveLength(1);
    await world.advanceMinutes(20, 5);
    expect(await world.list(listId)).toMatchObject({ status: 7, processed: 2 });
    expect([...world.engine.attempts.values()]).toEqual([1, 1]);
  });

  it('makes a repeated message of its task ask no server', async () => {
    const { world } = await sendToEngine();
    const [message] = engineMessages(world);
    if (!message) throw new Error('the engine has no task');
    await world.deliver({ ...message });
    await world.deliver(message);
    expect([...world.engine.attempts.values()]).toEqual([1, 1]);
  });

  it('is stored although S3 answers 403 to an engine that may not list missing keys', async () => {
    const { world, listId } = await sendToEngine();
    world.context.blobs.size = () =>
      Promise.reject(
        new S3ServiceException({
          name: 'Forbidden',
          $fault: 'client',
          $metadata: { httpStatusCode: 403 },
        }),
      );
    await world.deliverQueue('express');
    expect(answerKeys(world)).toHaveLength(1);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, processed: 2 });
  });

  it.each<[string, (emails: readonly string[]) => readonly string[]]>([
    ['lacks an address', (emails) => emails.slice(1)],
    ['has another address', () => ['ok1@a.fr', 'other@a.fr']],
    ['has another order', (emails) => emails.toReversed()],
    ['has one address twice', (emails) => [...emails, 'ok1@a.fr']],
  ])('that %s is refused, and its addresses end as unknown, free of charge', async (_, change) => {
    const { world, listId, answer, message } = await sendToEngine();
    world.queues.waiting.length = 0;
    await storeAnswer(world, answer, change(message.addresses).map(okVerdict));
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ processed: 0 });
    await world.advanceMinutes(60, 2);
    expect(await world.list(listId)).toMatchObject({
      status: 7,
      charged: 0,
      reasons: { server_error: 2 },
    });
    expect(await claimsOf(world)).toEqual([]);
    expect(world.dead).toEqual([]);
  });

  it('of a task that is not at the engine has no effect', async () => {
    const { world, listId, answer, message } = await sendToEngine();
    for (const key of [
      `${answer}x`,
      answer.replace(listId, '01JABCDEFGHJKMNPQRSTVWXYZ1'),
      answer.replace('00000', '00001'),
      `answers/${world.userId}/x`,
    ])
      await storeAnswer(world, key, message.addresses.map(okVerdict));
    await world.deliverQueue('verify');
    expect(await world.list(listId)).toMatchObject({ processed: 0 });
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, valid: 1, invalid: 1 });
  });

  it('is deleted if it arrives after its list was deleted', async () => {
    const { world, listId } = await sendToEngine();
    await deleteList(world.context, world.userId, listId);
    await world.drain();
    expect(answerKeys(world)).toEqual([]);
    expect(await claimsOf(world)).toEqual([]);
    await expectInvariants(world);
  });
});

describe('a task whose steps fail', () => {
  it('is abandoned after twelve failed receives of all steps together', async () => {
    const { world, listId } = await sendToEngine();
    const [message] = engineMessages(world);
    if (!message) throw new Error('the engine has no task');
    const task = engineTask.parse(JSON.parse(message.body));
    world.engine.verify = () => {
      throw new Error('the engine is down');
    };
    const body = JSON.stringify({ ...task, receives: MAX_RECEIVES - 2 });
    const failing = { ...message, body };
    world.queues.waiting.splice(0, Infinity, failing);
    for (let receive = 0; receive < 3; receive += 1) {
      expect(await world.list(listId)).toMatchObject({ processed: 0 });
      world.context.clock.advance(failing.visibleAt - world.context.clock.now());
      await world.drain();
    }
    expect(await world.list(listId)).toMatchObject({ status: 7, reasons: { server_error: 2 } });
    expect(failing.receives).toBe(3);
  });

  it('takes less than an hour to be abandoned by a dead engine', async () => {
    const { world, listId } = await sendToEngine('poison@a.fr\n');
    await world.advanceMinutes(60, 4);
    expect(await world.list(listId)).toMatchObject({ status: 7, reasons: { server_error: 1 } });
    expect(await claimsOf(world)).toEqual([]);
  });
});

describe('the tasks of an account at the engine', () => {
  const large = (name: string, length = 10_000): string =>
    Array.from({ length }, (_, at) => `${name}${at}@d${at % 300}.fr`).join('\n');
  const content = large('ok');

  it.each([
    ['seven', 'paid', true, 7],
    ['one', 'trial', false, 1],
  ])('are at most %s of a large list of a %s account', async (...traits) => {
    const [, , paid, most] = traits;
    const { world, listId } = await sendToEngine(content, paid);
    await world.deliverQueue('verify');
    expect([engineMessages(world).length, (await answersOf(world)).length]).toEqual([most, most]);
    // The others have no message, so they lose no receive.
    expect(world.queues.waiting.filter(({ queue }) => queue === 'verify')).toEqual([]);
    expect(await claimsOf(world)).toHaveLength(7);
    await world.advanceMinutes(60, 1);
    expect(await world.list(listId)).toMatchObject({ status: 7, valid: 10_000 });
    expect([...world.engine.attempts.values()].every((times) => times === 1)).toBe(true);
  });

  it('begin one after another, each with about one message before the engine has it', async () => {
    const { world, listId } = await sendToEngine(content);
    const { open = 0 } = (await world.list(listId)) ?? {};
    const sendVerify = world.context.queues.sendVerify.bind(world.context.queues);
    let sent = 0;
    world.context.queues.sendVerify = (messages) => {
      sent += messages.length;
      return sendVerify(messages);
    };
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, valid: 10_000 });
    expect(sent).toBe(open - 7);
  });

  it('are shared by the large lists of an account, and leave some to its small lists', async () => {
    const { world, listId } = await sendToEngine(large('ok', 20_000));
    await world.grant(20_000);
    const others = [await world.upload(large('ok-b')), await world.upload('ok1@small.fr\n')];
    const progress: (number | undefined)[][] = [];
    // The engine needs ten seconds for its tasks.
    for (let round = 0; round < 8; round += 1) {
      world.context.clock.advance(10_000);
      await world.deliverQueue('express');
      await world.deliverQueue('bulk');
      for (const queue of ['verify', 'list', 'verify'] as const) await world.deliverQueue(queue);
      const lists = await Promise.all([listId, ...others].map((id) => world.list(id)));
      progress.push(lists.map((list) => list?.processed));
    }
    expect(progress.at(2)?.[2]).toBe(1);
    const [first = 0, second = 0] = progress.at(-1) ?? [];
    expect(Math.min(first, second)).toBeGreaterThan(2000);
    expect(first).toBeLessThan(20_000);
    await world.drain();
    for (const id of [listId, ...others]) expect((await world.list(id))?.status).toBe(7);
  });

  it('take turns with those of other lists, so that two lists of a trial account end together', async () => {
    const { world, listId } = await sendToEngine(large('ok', 5000), false);
    const other = await world.upload(large('ok-b', 5000));
    let shares: (number | undefined)[] = [];
    await world.drain(async () => {
      // The line is in the order of time.
      world.context.clock.advance(1);
      const lists = [await world.list(listId), await world.list(other)];
      if (lists[0]?.status !== 7) shares = lists.map((list) => list?.processed);
      return false;
    });
    expect(Math.min(...shares.map(Number))).toBeGreaterThan(4000);
    expect(await world.list(other)).toMatchObject({ status: 7, valid: 5000 });
    expect(await claimsOf(world)).toEqual([]);
  });

  it('that wait are sent again after a booking was killed between two of its steps', async () => {
    const { world, listId } = await sendToEngine(LIST, false);
    const next = await world.upload('ok9@b.fr\n');
    await world.deliverQueue('list');
    await world.drain(async () => (await claimsOf(world)).length === 2);
    await world.deliverQueue('express');
    // The run ended the claim, but did not send the next task.
    const { sendVerify } = world.context.queues;
    world.context.queues.sendVerify = () => Promise.reject(new Error('killed'));
    await world.deliverQueue('verify');
    world.context.queues.sendVerify = sendVerify;
    expect(await world.list(listId)).toMatchObject({ processed: 2 });
    expect(await answersOf(world)).toEqual([]);
    world.context.clock.advance(5 * 60_000);
    await world.drain();
    expect(await world.list(next)).toMatchObject({ status: 7, valid: 1 });
  });

  it('leave their turn to the next if their list was deleted', async () => {
    const { world } = await sendToEngine(LIST, false);
    const [deleted = '', next = ''] = [await world.upload(LIST), await world.upload('ok9@b.fr\n')];
    for (let turn = 0; turn < 4; turn += 1)
      for (const queue of ['list', 'verify'] as const) await world.deliverQueue(queue);
    expect(await claimsOf(world)).toHaveLength(3);
    await deleteList(world.context, world.userId, deleted);
    await world.drain();
    expect(await world.list(next)).toMatchObject({ status: 7, valid: 1 });
  });

  it('stop with a pause, a deactivation or a deletion, except those at the engine', async () => {
    const { world, listId } = await sendToEngine(content);
    await world.deliverQueue('verify');
    await deleteList(world.context, world.userId, listId);
    await world.advanceMinutes(30, 5);
    expect(world.engine.attempts.size).toBeLessThanOrEqual(10 * 500);
    expect(await claimsOf(world)).toEqual([]);
  });

  it('make room for others if a claim was lost three hours ago', async () => {
    const { world, listId } = await sendToEngine(LIST, false);
    // Nobody sends the lost task again, because its list is gone.
    world.queues.waiting.length = 0;
    await deleteList(world.context, world.userId, listId);
    const next = await world.upload('ok9@b.fr\n');
    const { clock } = world.context;
    await world.drain();
    clock.advance(2.9 * HOUR_MS);
    await world.advanceMinutes(1);
    expect(await world.list(next)).toMatchObject({ status: 3 });
    await world.advanceMinutes(40, 5);
    expect(await world.list(next)).toMatchObject({ status: 7, valid: 1 });
  });
});

const okVerdict = (email: string) => createFakeVerdict(email, 'deliverable', 'accepted');
