import { account, mailFeedback } from '../../functions/account/workers.ts';
import { billing } from '../../functions/billing/workers.ts';
import { readBounces as bounces } from '../../functions/bounces/workers.ts';
import { runConnections } from '../../functions/connections/workers.ts';
import { abandon, finalize, ingest, verify } from '../../functions/lists/workers.ts';
import { mail } from '../../functions/mail/workers.ts';
import { privacy } from '../../functions/privacy/workers.ts';
import { webhooks } from '../../functions/webhooks/workers.ts';
import { createLocalConfig } from '../../infra/stage/config.ts';
import { workerNeeds } from '../../infra/features/index.ts';
import { QUEUES, type QueueConfig } from '../../infra/features/queues.ts';
import { engineReader } from '../support/engine-reader.ts';
import type { QueueRules } from '../support/memory-sqs.ts';

/** Simulated queues with their workers, by the last part of the queue URL. */
export const WORKERS_BY_QUEUE = {
  list: ingest,
  verify,
  express: engineReader,
  bulk: engineReader,
  'verify-dead': abandon,
  finalize,
  account,
  billing,
  bounces,
  connections: runConnections,
  mail,
  'mail-feedback': mailFeedback,
  privacy,
  webhooks,
} as const;

export type ConsumedQueue = keyof typeof WORKERS_BY_QUEUE;

export const isConsumedQueue = (queue: string): queue is ConsumedQueue =>
  Object.hasOwn(WORKERS_BY_QUEUE, queue);

const { maxReceives } = createLocalConfig();

/** Visibility timeout as a multiple of the worker's timeout, as in infra/constructs/queues.ts. */
const VISIBILITY_FACTOR = 6;

/**
 * Returns the settings of a queue, as in the stack. A dead-letter queue has no dead-letter queue.
 */
export function queueRulesOf(queue: string): QueueRules {
  const worker = isConsumedQueue(queue) ? WORKERS_BY_QUEUE[queue].worker : queue;
  const seconds = workerNeeds.get(worker)?.timeoutSeconds ?? 30;
  const { visibilitySeconds, deadLettersTo }: Partial<QueueConfig> =
    worker === 'engine' ? QUEUES.engineBulk : {};
  return {
    visibilitySeconds: visibilitySeconds ?? VISIBILITY_FACTOR * Math.max(30, seconds),
    ...(!queue.endsWith('-dead') && {
      deadLetters: { queue: `${deadLettersTo ?? queue}-dead`, maxReceives },
    }),
  };
}

export const batchSizeOf = (queue: ConsumedQueue): number =>
  workerNeeds.get(WORKERS_BY_QUEUE[queue].worker)?.batchSize ?? 1;
