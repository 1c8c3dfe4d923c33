export interface QueueNumbers {
  /** Invocations of its reader at once; 2, which is Lambda's own minimum, if absent. */
  readonly concurrency?: number;
  /** The same on a laptop, where every environment is a process; 2 if absent. */
  readonly laptopConcurrency?: number;
  /**
   * Seconds a message may wait, a time-out of its reader included, before somebody should look;
   * those for which its sender delays it are none of them.
   */
  readonly lateAfterSeconds: number;
  /** Seconds by which a message may be delayed, SQS' most where messages come later again. */
  readonly delaySeconds?: number;
  /** What its reader brings to customers. */
  readonly brings: string;
}

const MAX_DELAY_SECONDS = 900;

/**
 * Every queue of the product. Functions find queue `xY` by the setting `X_Y_QUEUE_URL`. The express
 * lane keeps a small list from waiting behind a large one; to be fast is its promise to customers.
 */
export const QUEUES = {
  list: {
    concurrency: 5,
    lateAfterSeconds: 2700,
    delaySeconds: MAX_DELAY_SECONDS,
    brings: 'the reading of an uploaded file',
  },
  verifyExpress: {
    concurrency: 10,
    lateAfterSeconds: 360,
    delaySeconds: MAX_DELAY_SECONDS,
    brings: 'the verdicts of a small list',
  },
  verifyBulk: {
    concurrency: 20,
    laptopConcurrency: 4,
    lateAfterSeconds: 7200,
    delaySeconds: MAX_DELAY_SECONDS,
    brings: 'the verdicts of a large list',
  },
  finalize: {
    concurrency: 5,
    lateAfterSeconds: 2700,
    brings: 'the result of a list',
  },
  // Somebody waits for a reset link.
  account: {
    lateAfterSeconds: 120,
    delaySeconds: 60,
    brings: 'a reset link, or the sessions that a change ends',
  },
  privacy: {
    lateAfterSeconds: 3600,
    brings: 'an export, or the closing of an account',
  },
  billing: {
    lateAfterSeconds: 600,
    brings: 'credits that were paid for',
  },
  mail: {
    lateAfterSeconds: 600,
    brings: 'a mail with a code, a link or a result',
  },
  // More than a hundred accounts whose receivers all hang, each of which has one run.
  webhooks: {
    concurrency: 120,
    lateAfterSeconds: 600,
    delaySeconds: MAX_DELAY_SECONDS,
    brings: 'what a program of a customer waits for',
  },
  // Mails that did not arrive, by SES, and those that it refused, by the worker of `mail`.
  mailFeedback: {
    lateAfterSeconds: 3600,
    brings: 'the mark that mail to the account does not arrive',
  },
} as const satisfies Record<string, QueueNumbers>;

export type QueueName = keyof typeof QUEUES;

export const queueNames = Object.keys(QUEUES) as readonly QueueName[];
