import { MAX_ACCOUNT_DELAY_SECONDS } from '../../shared/model/account.ts';

export interface QueueConfig {
  /** Concurrency of the queue's reader. The default is 2, Lambda's minimum. */
  readonly concurrency?: number;
  /** Concurrency in the stage `local`, where each environment is a process. The default is 2. */
  readonly localConcurrency?: number;
  /** Age that raises an alarm, in addition to `delaySeconds`. Must exceed the reader's timeout. */
  readonly lateAfterSeconds: number;
  /** Maximum delay of a message in seconds. The SQS maximum if the worker resends messages. */
  readonly delaySeconds?: number;
  /** Seconds until a failed message becomes visible again; the default is six times the timeout. */
  readonly visibilitySeconds?: number;
  /** Queue whose dead-letter queue this queue shares. By default, each queue has a separate one. */
  readonly deadLettersTo?: 'verify';
  /** Things that customers miss while messages are late, for descriptions of alarms. */
  readonly provides: string;
}

const MAX_DELAY_SECONDS = 900;

/** Twelve receives take about fifty minutes, as for other queues: the engine cannot shorten this. */
const engineQueue = { visibilitySeconds: 240, deadLettersTo: 'verify' } as const;

/** Every queue of the product. Functions find queue `xY` through the setting `X_Y_QUEUE_URL`. */
export const QUEUES = {
  list: {
    concurrency: 5,
    lateAfterSeconds: 2700,
    delaySeconds: MAX_DELAY_SECONDS,
    provides: 'the processing of an uploaded file',
  },
  // Tasks and answers occupy the reader only briefly, background checks as long as the engine.
  verify: {
    concurrency: 30,
    localConcurrency: 4,
    lateAfterSeconds: 360,
    delaySeconds: MAX_DELAY_SECONDS,
    provides: 'the verdicts of a list or of a background check',
  },
  // Small lists have a separate queue, because they must not wait behind large lists.
  engineExpress: {
    ...engineQueue,
    concurrency: 10,
    lateAfterSeconds: 360,
    provides: 'the verdicts of a small list',
  },
  engineBulk: {
    ...engineQueue,
    concurrency: 20,
    localConcurrency: 4,
    lateAfterSeconds: 7200,
    provides: 'the verdicts of a large list',
  },
  finalize: {
    concurrency: 5,
    lateAfterSeconds: 2700,
    provides: 'the result of a list',
  },
  // The alarm fires early, because customers wait for the password reset email.
  account: {
    lateAfterSeconds: 120,
    delaySeconds: MAX_ACCOUNT_DELAY_SECONDS,
    provides: 'a password reset link, or the end of other sessions',
  },
  // The alarm fires late, because the last check of a refund is due an hour after the first.
  bounces: {
    lateAfterSeconds: 3600,
    delaySeconds: MAX_DELAY_SECONDS,
    provides: 'the reading of reported bounces, and refunds of wrong verdicts',
  },
  // The message of an import that waits for a limit of its service is sent again.
  connections: {
    lateAfterSeconds: 1800,
    delaySeconds: MAX_DELAY_SECONDS,
    provides: 'the import of contacts from another service',
  },
  privacy: {
    lateAfterSeconds: 3600,
    provides: 'an export of personal data, or the closure of an account',
  },
  billing: {
    lateAfterSeconds: 600,
    provides: 'credits that they paid for',
  },
  mail: {
    lateAfterSeconds: 600,
    provides: 'an email with a code, a link or a result',
  },
  // This concurrency is enough for a hundred accounts with unresponsive endpoints, one run each.
  webhooks: {
    concurrency: 120,
    lateAfterSeconds: 600,
    delaySeconds: MAX_DELAY_SECONDS,
    provides: 'events sent to their endpoints',
  },
  // Failed emails, reported by SES, or by the worker `mail` if SES rejects them.
  mailFeedback: {
    lateAfterSeconds: 3600,
    provides: 'the notice that their email address does not receive email',
  },
} as const satisfies Record<string, QueueConfig>;

export type QueueName = keyof typeof QUEUES;

export const queueNames = Object.keys(QUEUES) as readonly QueueName[];
