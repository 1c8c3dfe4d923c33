import type { Queues } from '../../functions/lists/ports.ts';
import type { MailQueue } from '../../functions/mail/ports.ts';
import type { PrivacyQueue } from '../../functions/privacy/ports.ts';
import type { Clock } from '../../functions/platform/clock.ts';

export type QueueName = 'list' | 'express' | 'bulk' | 'finalize' | 'mail' | 'privacy';

export interface Waiting {
  readonly queue: QueueName;
  readonly body: string;
  /** Epoch milliseconds before which nobody sees it. */
  visibleAt: number;
  receives: number;
}

/** Queues in memory. Nothing is delivered before somebody takes it out. */
export interface MemoryQueues extends Queues {
  readonly waiting: Waiting[];
  readonly mailQueue: MailQueue;
  readonly privacyQueue: PrivacyQueue;
  put(queue: QueueName, message: unknown, delaySeconds?: number): void;
}

/** `allow` may throw before each single message: a batch of which only some were taken. */
export function createMemoryQueues(clock: Clock, allow: () => void = () => {}): MemoryQueues {
  const waiting: Waiting[] = [];
  const put = (queue: QueueName, message: unknown, delaySeconds = 0): void => {
    if (delaySeconds > 900) throw new RangeError(`SQS refuses a delay of ${delaySeconds} s`);
    waiting.push({
      queue,
      body: JSON.stringify(message),
      visibleAt: clock.now() + delaySeconds * 1000,
      receives: 0,
    });
  };
  return {
    waiting,
    mailQueue: { send: async (message) => put('mail', message) },
    privacyQueue: { send: async (message) => put('privacy', message) },
    put,
    sendList: async (message, delaySeconds) => put('list', message, delaySeconds),
    sendFinalize: async (message) => put('finalize', message),
    async sendVerify(messages, lane) {
      for (const { message, delaySeconds } of messages) {
        allow();
        put(lane, message, delaySeconds);
      }
    },
  };
}
