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
import { createTestSecrets } from '../../../tests/support/test-context.ts';
import { USER_STATUS } from '../../../shared/model/account.ts';
import { updateExpression } from '../../platform/dynamo/expression.ts';
import { createAnswerKeys } from '../adapters/answer-keys.ts';
import { deleteList } from '../history/delete-list.ts';
import { pauseLists } from './pause-lists.ts';

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

/** Sizes of the objects that the engine stored. */
const answerSizes = ({ blobs }: PipelineHarness): number[] =>
  [...blobs.objects].flatMap(([key, { length }]) => (key.startsWith('answers/') ? [length] : []));

const sendsOf = ({ context }: PipelineHarness, listId: string) =>
  Array.fromAsync(context.db.query({ partition: `LIST#${listId}`, prefix: 'SENT#' }));

/** Stores an object as the engine does; the bucket announces it. */
const storeAnswer = ({ blobs }: PipelineHarness, key: string, verdicts: unknown, receives = 0) =>
  blobs.put(key, JSON.stringify({ connections: 0, verdicts, receives }));

describe('an answer of the engine', () => {
  it('is booked once, and leaves an empty object under its key for two weeks', async () => {
    const { world, listId, answer } = await sendToEngine();
    expect(await sendsOf(world, listId)).toMatchObject([{ SK: 'SENT#00000', count: 1 }]);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, valid: 1, invalid: 1, charged: 2 });
    await world.advanceMinutes(40, 10);
    expect([answerKeys(world), answerSizes(world)]).toEqual([[answer], [0]]);
    expect(await sendsOf(world, listId)).toEqual([]);
    await expectInvariants(world);
  });

  it('that is empty or was emptied costs no read, write or message', async () => {
    const { world, answer } = await sendToEngine();
    await world.drain();
    await world.advanceMinutes(2);
    const calls: string[] = [];
    world.faults.failWhen((name) => {
      calls.push(name);
      return undefined;
    });
    for (const size of [0, 812, undefined])
      world.queues.put('verify', { Records: [{ s3: { object: { key: answer, size } } }] });
    await world.deliverQueue('verify');
    expect(calls).toEqual(['blobs.bytes', 'blobs.bytes']);
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
    expect(answerSizes(world)).toEqual([0]);
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

  it('is emptied if it arrives after its list was deleted', async () => {
    const { world, listId } = await sendToEngine();
    await deleteList(world.context, world.userId, listId);
    await world.drain();
    expect(answerSizes(world)).toEqual([0]);
    await expectInvariants(world);
  });

  it('is emptied with its list if its notification is lost', async () => {
    const { world, listId } = await sendToEngine();
    await world.deliverQueue('express');
    world.queues.waiting.length = 0;
    await deleteList(world.context, world.userId, listId);
    await world.advanceMinutes(1);
    expect(answerSizes(world)).toEqual([0]);
  });

  it('stays while its list is paused, and is booked when the list continues', async () => {
    const { world, listId } = await sendToEngine();
    await world.deliverQueue('express');
    await world.context.accounts.setStatus(world.userId, USER_STATUS.inactive);
    await pauseLists(world.context, world.userId);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 5, processed: 0 });
    await world.context.accounts.setStatus(world.userId, USER_STATUS.active);
    world.queues.put('list', { kind: 'resume', v: 1, userId: world.userId });
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, processed: 2 });
    expect([...world.engine.attempts.values()]).toEqual([1, 1]);
  });

  it('is booked after its secret was rotated once, but not after it was rotated twice', async () => {
    const { context } = (await sendToEngine()).world;
    const message = { kind: 'verify', v: 1, userId: 'u', listId: 'L', task: '00001dr' } as const;
    const [first, second, third] = [['a'], ['b', 'a'], ['c', 'b']] as const;
    for (const task of [
      { ...message, attempt: 1 },
      { ...message, attempt: 0, range: [0, 12] as [number, number] },
    ]) {
      const key = await createAnswerKeys(createTestSecrets(...first)).create(task);
      expect(await createAnswerKeys(createTestSecrets(...second)).parse(key)).toEqual(task);
      expect(await createAnswerKeys(createTestSecrets(...third)).parse(key)).toBeUndefined();
      expect(await context.answerKeys.parse(key)).toBeUndefined();
    }
  });

  it('of an earlier version is dropped, and its task sent again', async () => {
    const { world, listId, answer, message } = await sendToEngine();
    const key = `answers/${world.userId}/${listId}/00000-express-1-${'x'.repeat(32)}`;
    const old = { ...message, answer: key, task: { ...message.task, turn: 'express' } };
    world.queues.waiting.length = 0;
    world.queues.put('express', old);
    // An earlier version recorded tasks in the account instead of the list.
    await world.context.tasks.forgetSend(listId, '00000');
    await world.context.db.put({
      PK: `USER#${world.userId}`,
      SK: 'TASKCLAIM#express#1',
      answer: key,
    });
    await world.drain();
    expect(world.blobs.objects.get(key)).toHaveLength(0);
    expect(await world.list(listId)).toMatchObject({ processed: 0 });
    await world.advanceMinutes(16);
    expect(await world.list(listId)).toMatchObject({ status: 7, processed: 2 });
    expect(world.blobs.objects.get(answer)).toHaveLength(0);
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
  });

  it('cancels its list, with all credits, if an object of the list is lost', async () => {
    const world = await createPipelineHarness(table, { paid: true });
    await world.grant(10);
    const listId = await world.upload('ok1@a.fr\ngrey@a.fr\n');
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 4, charged: 1 });
    await world.blobs.deleteAll(`work/${listId}/tasks/`);
    await world.advanceMinutes(90, 10);
    expect(await world.list(listId)).toMatchObject({ status: 6, reason: 'processing_failed' });
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({ available: 10 });
    expect(world.sent.map(({ to }) => to)).toEqual([world.email]);
    expect(world.dead).toEqual([]);
    await expectInvariants(world);
  });
});

describe('the tasks of an account at the engine', () => {
  const large = (name: string, length = 10_000, domains = 300): string =>
    Array.from({ length }, (_, at) => `${name}${at}@d${at % domains}.fr`).join('\n');
  const content = large('ok');

  it.each([
    ['seven', 'paid', true, 7],
    ['one', 'trial', false, 1],
  ])('are at most %s of a large list of a %s account', async (...traits) => {
    const [, , paid, most] = traits;
    const { world, listId } = await sendToEngine(content, paid);
    await world.deliverQueue('verify');
    expect(engineMessages(world)).toHaveLength(most);
    // The other tasks have no message, so none of their receives is used up.
    expect(world.queues.waiting.filter(({ queue }) => queue === 'verify')).toEqual([]);
    // A purchase or a refund does not affect running lists.
    await world.context.apiKeys.setPaid(world.userId, !paid);
    await world.deliverQueue('bulk');
    await world.deliverQueue('verify');
    await world.deliverQueue('verify');
    expect(engineMessages(world)).toHaveLength(most);
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

  it('remain as many if servers are so slow that tasks leave addresses to retries', async () => {
    const { world, listId } = await sendToEngine(large('ok', 10_000, 5000));
    world.engine.limits = Array.from({ length: 21 }, () => 400);
    const counts = [];
    for (let round = 0; round < 4; round += 1) {
      await world.deliverQueue('verify');
      await world.deliverQueue('verify');
      counts.push(engineMessages(world).length);
      await world.deliverQueue('bulk');
    }
    expect(counts).toEqual([7, 7, 7, 7]);
    // The reconciler sends no task that waits for another one.
    world.queues.waiting.length = 0;
    await world.advanceMinutes(16, 16);
    expect(await world.list(listId)).toMatchObject({ status: 7, valid: 10_000 });
    expect([...world.engine.attempts.values()].every((times) => times === 1)).toBe(true);
  });

  it('are seven of a list that an earlier version started', async () => {
    const { world, listId } = await sendToEngine(content, false);
    const { userId, context } = world;
    await context.db.update(
      { PK: `USER#${userId}`, SK: `LIST#${listId}` },
      updateExpression({ window: undefined }),
    );
    await world.advanceMinutes(16, 16);
    expect(await world.list(listId)).toMatchObject({ status: 7, valid: 10_000 });
  });

  it('are shared by the large lists of an account, and leave some to its small lists', async () => {
    const { world, listId } = await sendToEngine(large('ok', 20_000));
    await world.grant(20_000);
    const others = [await world.upload(large('ok-b')), await world.upload('ok1@small.fr\n')];
    const progress: (number | undefined)[][] = [];
    // The engine needs ten seconds for its tasks.
    for (let round = 0; round < 4; round += 1) {
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
      const lists = [await world.list(listId), await world.list(other)];
      if (lists[0]?.status !== 7) shares = lists.map((list) => list?.processed);
      return false;
    });
    expect(Math.min(...shares.map(Number))).toBeGreaterThan(4000);
    expect(await world.list(other)).toMatchObject({ status: 7, valid: 5000 });
  });

  it('begin although the booking of an earlier one was killed before it sent the next', async () => {
    const { world, listId } = await sendToEngine(content, false);
    await world.deliverQueue('bulk');
    world.faults.failWhen((name) => (name === 'queues.sendVerify' ? 'before' : undefined));
    await world.deliverQueue('verify');
    world.faults.failWhen(undefined);
    expect((await world.list(listId))?.processed).toBeGreaterThan(0);
    expect(engineMessages(world)).toEqual([]);
    world.context.clock.advance(5 * 60_000);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, valid: 10_000 });
    expect([...world.engine.attempts.values()].every((times) => times === 1)).toBe(true);
  });

  it('stop with a pause, a deactivation or a deletion, except those at the engine', async () => {
    const { world, listId } = await sendToEngine(content);
    await world.deliverQueue('verify');
    await deleteList(world.context, world.userId, listId);
    await world.advanceMinutes(30, 5);
    expect(world.engine.attempts.size).toBeLessThanOrEqual(7 * 500);
  });

  it('continue within twenty minutes if their messages are lost, and delay no other list', async () => {
    const { world, listId } = await sendToEngine(LIST, false);
    world.queues.waiting.length = 0;
    const next = await world.upload('ok9@b.fr\n');
    await world.drain();
    expect(await world.list(next)).toMatchObject({ status: 7, valid: 1 });
    await world.advanceMinutes(20, 5);
    expect(await world.list(listId)).toMatchObject({ status: 7, processed: 2 });
  });
});

const okVerdict = (email: string) => createFakeVerdict(email, 'deliverable', 'accepted');
