import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../shared/model/duration.ts';
import { engineTask } from '../../../shared/messages/engine-task.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';

/** Tasks, answers and their messages that are hours or days late. */

const table = await startFileTable();

const LIST = 'ok1@a.fr\nbad1@a.fr\n';

async function createCustomer(): Promise<PipelineHarness> {
  const world = await createPipelineHarness(table, { paid: true });
  await world.grant(20_000);
  return world;
}

const engineMessages = ({ queues }: PipelineHarness) =>
  queues.waiting.filter(({ queue }) => queue === 'express' || queue === 'bulk');

const askedTwice = ({ engine }: PipelineHarness): string[] =>
  [...engine.attempts].flatMap(([address, times]) => (times > 1 ? [address] : []));

/** Uploads a small list, and processes it until the engine has its task. */
async function sendToEngine(world: PipelineHarness): Promise<string> {
  const listId = await world.upload(LIST);
  await world.drain(async () => engineMessages(world).length > 0);
  return listId;
}

describe.each([1, 2.9, 3.1, 24])('a pause of the stage of %s hours', (hours) => {
  it('loses no task that waits for the engine, and asks no server twice', async () => {
    const world = await createCustomer();
    const listId = await sendToEngine(world);
    world.context.clock.advance(hours * HOUR_MS);
    await world.advanceMinutes(60, 1);
    expect([...world.engine.attempts.values()]).toEqual([1, 1]);
    expect(await world.list(listId)).toMatchObject({ status: 7, processed: 2 });
  });

  it('loses no answer, and asks no server twice', async () => {
    const world = await createCustomer();
    const listId = await sendToEngine(world);
    await world.deliverQueue('express');
    world.context.clock.advance((hours + 1) * HOUR_MS);
    await world.advanceMinutes(60, 1);
    expect([...world.engine.attempts.values()]).toEqual([1, 1]);
    expect(await world.list(listId)).toMatchObject({ status: 7, processed: 2 });
  });
});

describe.each([
  ['2.3', 20],
  ['2.9', 25],
  ['3.2', 27],
  ['3.5', 30],
  ['24', 206],
])('an engine queue that is %s hours late', (_, minutesPerTask) => {
  it('slows a list down, but it ends after as many runs, and no server is asked twice', async () => {
    const world = await createCustomer();
    const { clock } = world.context;
    const lines = Array.from({ length: 10_000 }, (__, at) => `ok${at}@d${at % 300}.fr`);
    const listId = await world.upload(lines.join('\n'));
    await world.drain(async () => engineMessages(world).length > 0);
    let runs = 0;
    while (runs < 30 && (await world.list(listId))?.status !== 7) {
      for (let minutes = 0; minutes < minutesPerTask; minutes += 5) {
        clock.advance(5 * MINUTE_MS);
        await world.reconcile();
        for (const queue of ['verify', 'verify', 'finalize'] as const)
          await world.deliverQueue(queue);
      }
      // A delivery that contacts no server takes no time.
      const asked = world.engine.attempts.size;
      for (const message of engineMessages(world)) {
        if (world.engine.attempts.size > asked) break;
        if (message.visibleAt <= clock.now()) await world.deliver(message);
      }
      runs += 1;
    }
    expect(await world.list(listId)).toMatchObject({ status: 7, processed: 10_000 });
    expect(runs).toBeLessThanOrEqual(23);
    expect(askedTwice(world)).toEqual([]);
    await expectInvariants(world);
  });
});

it.each([0, 0.5, 1, 5, 12])(
  'a lost engine message is sent again after 15 minutes if sent %s minutes after the last progress',
  async (minutes) => {
    const world = await createCustomer();
    const { clock } = world.context;
    world.engine.limits = [1];
    const listId = await world.upload(LIST);
    await world.drain(async () => (await world.list(listId))?.processed === 1);
    clock.advance(minutes * MINUTE_MS);
    await world.deliverQueue('verify');
    const [message, ...more] = engineMessages(world);
    if (!message || more.length > 0) throw new Error('the engine does not get one task');
    world.queues.waiting.splice(world.queues.waiting.indexOf(message), 1);
    await world.advanceMinutes(16, 1);
    expect([...world.engine.attempts.values()]).toEqual([1, 1]);
    expect(await world.list(listId)).toMatchObject({ status: 7, charged: 2 });
  },
);

it.each([
  ['after its answer was booked', async () => undefined],
  [
    'after the list has ended and was cleaned up',
    (world: PipelineHarness) => world.advanceMinutes(40, 10),
  ],
  [
    'two days later',
    async (world: PipelineHarness) => {
      await world.advanceMinutes(40, 10);
      world.context.clock.advance(48 * HOUR_MS);
    },
  ],
])('a second message of a task asks no server %s', async (_, pass) => {
  const world = await createCustomer();
  const listId = await sendToEngine(world);
  const [message] = engineMessages(world);
  const task = engineTask.parse(JSON.parse(message?.body ?? ''));
  await world.drain();
  await pass(world);
  world.queues.put('express', task);
  world.queues.put('verify', task.task);
  await world.drain();
  expect([...world.engine.attempts.values()]).toEqual([1, 1]);
  expect(await world.list(listId)).toMatchObject({ status: 7, charged: 2 });
  await expectInvariants(world);
});
