import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../../shared/model/duration.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import type { WaitingMessage } from '../../../tests/support/memory-queues.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { isNightly } from '../../../tests/support/tier.ts';

const table = await startFileTable();

const DELAY_MS = 20 * MINUTE_MS;
const STEP_MINUTES = 3;
/**
 * The reconciler sends lost messages again after 15 minutes without progress, but a task to the
 * engine only after another 30 minutes if its message is lost twice.
 */
const MAX_MINUTES = [0, 18, 51];

/** Failures that can replace the delivery of a message. */
const DISTURBANCES = {
  lost: async () => undefined,
  'delivered twice': async (world: PipelineHarness, message: WaitingMessage) => {
    const again = { ...message };
    await world.deliver(message);
    again.visibleAt = world.context.clock.now();
    world.queues.waiting.push(again);
  },
  late: async (world: PipelineHarness, message: WaitingMessage) => {
    message.visibleAt += DELAY_MS;
    world.queues.waiting.push(message);
  },
} as const;
type Disturbance = keyof typeof DISTURBANCES;
const KINDS = Object.keys(DISTURBANCES) as Disturbance[];
const PAIRS = KINDS.flatMap((one) => KINDS.map((other) => [one, other] as const));

/** Runs a list of two addresses, the second of which needs another task. Returns its messages. */
async function runDisturbed(disturbances: ReadonlyMap<number, Disturbance>): Promise<number> {
  const world = await createPipelineHarness(table, { paid: true });
  const { clock } = world.context;
  await world.grant(10);
  await world.drain();
  world.engine.limits = [1];
  const listId = await world.upload('ok1@a.fr\nbad1@b.fr\n');
  let delivered = 0;
  const deliverVisible = async (): Promise<void> => {
    for (;;) {
      const next = world.queues.waiting.find(({ visibleAt }) => visibleAt <= clock.now());
      if (!next) return;
      const kind = disturbances.get(delivered);
      delivered += 1;
      if (!kind) {
        await world.deliver(next);
      } else {
        world.queues.waiting.splice(world.queues.waiting.indexOf(next), 1);
        await DISTURBANCES[kind](world, next);
      }
    }
  };
  const isFinished = async () => (await world.list(listId))?.status === 7;
  await deliverVisible();
  const messages = delivered;
  let minutes = 0;
  for (; !(await isFinished()) && minutes < 120; minutes += STEP_MINUTES) {
    clock.advance(STEP_MINUTES * MINUTE_MS);
    await world.reconcile();
    await deliverVisible();
  }
  const what = JSON.stringify([...disturbances]);
  expect([what, minutes <= (MAX_MINUTES[disturbances.size] ?? 0)]).toEqual([what, true]);
  // Late messages arrive after the list has finished, and after its objects were deleted.
  for (let time = 0; time < 2; time += 1) {
    clock.advance(DELAY_MS);
    await world.reconcile();
    await deliverVisible();
  }
  expect([what, ...world.engine.attempts.values()]).toEqual([what, 1, 1]);
  expect(await world.list(listId)).toMatchObject({ status: 7, charged: 2 });
  expect(world.dead).toEqual([]);
  await expectInvariants(world);
  return messages;
}

it('any two messages may be lost, late or delivered twice: no server is asked again', async () => {
  const random = randomFrom(1);
  const count = await runDisturbed(new Map());
  expect(count).toBeGreaterThan(9);
  for (let first = 0; first < count; first += 1) {
    for (const kind of KINDS) await runDisturbed(new Map([[first, kind]]));
    for (let second = first + 1; second < count; second += 1)
      for (const [one, other] of PAIRS.filter(() => isNightly || random() < 1 / PAIRS.length))
        await runDisturbed(
          new Map([
            [first, one],
            [second, other],
          ]),
        );
  }
}, 120_000);
