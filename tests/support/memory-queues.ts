import type { BouncesDeps } from '../../functions/bounces/deps.ts';
import type { ChecksDeps } from '../../functions/checks/deps.ts';
import type { ConnectionsDeps } from '../../functions/connections/deps.ts';
import type { ListsDeps } from '../../functions/lists/deps.ts';
import type { PrivacyDeps } from '../../functions/privacy/deps.ts';
import type { Clock } from '../../functions/platform/clock.ts';
import { createMemorySqs, type QueuedMessage } from './memory-sqs.ts';

export type MemoryQueueName =
  | 'list'
  | 'verify'
  | 'express'
  | 'bulk'
  | 'finalize'
  | 'mail'
  | 'privacy'
  | 'bounces'
  | 'connections';

export type WaitingMessage = QueuedMessage<MemoryQueueName>;

/** In-memory queues. Messages stay until a test removes them. */
export type MemoryQueues = ListsDeps['queues'] & {
  readonly waiting: WaitingMessage[];
  readonly bouncesQueue: BouncesDeps['bouncesQueue'];
  readonly connectionsQueue: ConnectionsDeps['connectionsQueue'];
  readonly checkQueue: ChecksDeps['checkQueue'];
  readonly mailQueue: ListsDeps['mailQueue'];
  readonly privacyQueue: PrivacyDeps['privacyQueue'];
  put(queue: MemoryQueueName, message: unknown, delaySeconds?: number): void;
};

/**
 * Creates the queues. @param allow may throw before each single message, so that only part of a
 * batch is accepted
 */
export function createMemoryQueues(clock: Clock, allow: () => void = () => {}): MemoryQueues {
  const sqs = createMemorySqs(clock);
  const put = (queue: MemoryQueueName, message: unknown, delaySeconds = 0): void => {
    sqs.send(queue, JSON.stringify(message), delaySeconds);
  };
  return {
    // The cast is safe, because only `put` sends messages to these queues.
    waiting: sqs.messages as WaitingMessage[],
    bouncesQueue: {
      send: async ([message], delaySeconds) => put('bounces', message, delaySeconds),
    },
    checkQueue: {
      send: async ([message], delaySeconds) => put('verify', message, delaySeconds),
    },
    connectionsQueue: {
      async send(messages, delaySeconds) {
        for (const message of messages) put('connections', message, delaySeconds);
      },
    },
    mailQueue: { send: async (message) => put('mail', message) },
    privacyQueue: { send: async (message) => put('privacy', message) },
    put,
    sendList: async (message, delaySeconds) => put('list', message, delaySeconds),
    sendFinalize: async (message, delaySeconds) => put('finalize', message, delaySeconds),
    sendWatch: async (message) => put('connections', message),
    async sendVerify(messages) {
      for (const { message, delaySeconds } of messages) {
        allow();
        put('verify', message, delaySeconds);
      }
    },
    sendEngine: async (message, queue) => put(queue, message),
  };
}
