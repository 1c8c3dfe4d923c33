interface QueueNumbers {
  /** Invocations of its reader at once. At least 2, which is Lambda's own minimum. */
  readonly concurrency: number;
  /** The same on a laptop, where every environment is a process. */
  readonly laptopConcurrency: number;
  /** Seconds a message may wait, a time-out of its reader included, before somebody should look. */
  readonly lateAfterSeconds: number;
}

/**
 * Every queue of the product. Functions find queue `xY` by the setting `X_Y_QUEUE_URL`. The express
 * lane keeps a small list from waiting behind a large one; to be fast is its promise to customers.
 */
export const QUEUES = {
  list: { concurrency: 5, laptopConcurrency: 2, lateAfterSeconds: 2700 },
  verifyExpress: { concurrency: 10, laptopConcurrency: 2, lateAfterSeconds: 360 },
  verifyBulk: { concurrency: 20, laptopConcurrency: 4, lateAfterSeconds: 7200 },
  finalize: { concurrency: 5, laptopConcurrency: 2, lateAfterSeconds: 2700 },
  // Somebody waits for a reset link.
  account: { concurrency: 2, laptopConcurrency: 2, lateAfterSeconds: 120 },
  privacy: { concurrency: 2, laptopConcurrency: 2, lateAfterSeconds: 3600 },
  billing: { concurrency: 2, laptopConcurrency: 2, lateAfterSeconds: 600 },
  mail: { concurrency: 2, laptopConcurrency: 2, lateAfterSeconds: 600 },
  // Mails that did not arrive, by SES, and those that it refused, by the worker of `mail`.
  mailFeedback: { concurrency: 2, laptopConcurrency: 2, lateAfterSeconds: 3600 },
} as const satisfies Record<string, QueueNumbers>;

export type QueueName = keyof typeof QUEUES;

export const queueNames = Object.keys(QUEUES) as readonly QueueName[];
