import { SECOND_MS } from '../../shared/model/duration.ts';
import { QUEUES } from '../../infra/features/queues.ts';
import { engineTask } from '../../shared/messages/engine-task.ts';
import { createFairOrder } from '../support/fair-queue.ts';
import type { PipelineHarness } from '../support/pipeline-harness.ts';
import type { MemoryQueueName, WaitingMessage } from '../support/memory-queues.ts';

const CONCURRENCY = {
  express: QUEUES.engineExpress.concurrency,
  bulk: QUEUES.engineBulk.concurrency,
};
const OTHERS = ['list', 'verify', 'finalize', 'mail'] as const;
/** Share of the messages and events that are delivered twice. */
const DUPLICATES = 0.01;

interface EngineLoad {
  readonly random: () => number;
  /** Returns how long the engine works on a task, in milliseconds. */
  readonly taskMs: () => number;
}

/**
 * Runs the pipeline of several accounts in virtual time. The engine has the same number of workers
 * as in production, each works on one task at a time, and its queues are fair. Everything else
 * takes no time. A task whose answer exists takes no time.
 */
export function createEngineLoad(world: PipelineHarness, { random, taskMs }: EngineLoad) {
  const { clock } = world.context;
  const { waiting } = world.queues;
  const seen = new WeakSet<WaitingMessage>();
  let busy: {
    readonly queue: 'express' | 'bulk';
    readonly group: string;
    readonly endsAt: number;
    readonly startedAt: number;
    readonly message: WaitingMessage;
  }[] = [];
  const orders = {
    express: createFairOrder(() => clock.now(), random),
    bulk: createFairOrder(() => clock.now(), random),
  };
  let runs = 0;

  const visible = (queue: MemoryQueueName): WaitingMessage[] =>
    waiting.filter((each) => each.queue === queue && each.visibleAt <= clock.now());

  /** Delivers a message, sometimes twice. */
  async function deliver(message: WaitingMessage): Promise<void> {
    const again = !seen.has(message) && random() < DUPLICATES ? { ...message } : undefined;
    seen.add(message);
    await world.deliver(message);
    if (again) {
      seen.add(again);
      again.visibleAt = clock.now() + random() * 60 * SECOND_MS;
      waiting.push(again);
    }
  }

  async function deliverOthers(): Promise<void> {
    for (;;) {
      const next = OTHERS.flatMap(visible)[0];
      if (!next) return;
      await deliver(next);
    }
  }

  async function startTasks(queue: 'express' | 'bulk'): Promise<void> {
    const order = orders[queue];
    for (;;) {
      if (busy.filter((each) => each.queue === queue).length >= CONCURRENCY[queue]) return;
      const [next] = order.sort(visible(queue), groupOf);
      if (!next) return;
      const { answer } = engineTask.parse(JSON.parse(next.body));
      if (world.blobs.objects.has(answer)) {
        await deliver(next);
      } else {
        waiting.splice(waiting.indexOf(next), 1);
        const startedAt = clock.now();
        order.begin(groupOf(next));
        busy.push({
          queue,
          group: groupOf(next),
          startedAt,
          endsAt: startedAt + taskMs(),
          message: next,
        });
      }
    }
  }

  async function endTasks(): Promise<void> {
    const ended = busy.filter(({ endsAt }) => endsAt <= clock.now());
    busy = busy.filter(({ endsAt }) => endsAt > clock.now());
    for (const { queue, group, startedAt, message } of ended) {
      orders[queue].end(group, clock.now() - startedAt);
      runs += 1;
      await deliver(message);
    }
  }

  return {
    /** Number of tasks on which the engine worked. */
    runs: () => runs,
    backlog: () => visible('express').length + visible('bulk').length + busy.length,
    /** Advances time in steps until `isDone`. Returns the elapsed seconds. */
    async run(
      isDone: () => Promise<boolean> | boolean,
      maxSeconds: number,
      step = 5,
    ): Promise<number> {
      for (let seconds = 0; seconds < maxSeconds; seconds += step) {
        await endTasks();
        await deliverOthers();
        for (const queue of ['express', 'bulk'] as const) await startTasks(queue);
        if (await isDone()) return seconds;
        clock.advance(step * SECOND_MS);
        if (clock.now() % (60 * SECOND_MS) < step * SECOND_MS) await world.reconcile();
      }
      return maxSeconds;
    },
  };
}

const groupOf = ({ body }: WaitingMessage): string =>
  engineTask.parse(JSON.parse(body)).task.userId;
