import { ChangeMessageVisibilityBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import type { Log } from '../log.ts';

const INITIAL_DELAY_SECONDS = 5;
/** Maximum backoff, below the time after which the reconciler resends a task. */
const MAX_BACKOFF_SECONDS = 600;

interface RetrySettings {
  /** URL of any of our queues. The URLs of other queues differ only in the name. */
  readonly LIST_QUEUE_URL: string;
  readonly TIME_SCALE: number;
}

/**
 * Returns the delay in seconds before a message is received again. The first eleven delays add up
 * to about fifty minutes.
 * @param receiveCount number of receives, from 1
 */
export const redeliveryDelaySeconds = (receiveCount: number, timeScale: number): number =>
  Math.ceil(
    Math.min(MAX_BACKOFF_SECONDS, INITIAL_DELAY_SECONDS * 2 ** (receiveCount - 1)) / timeScale,
  );

/**
 * Schedules the redelivery of failed messages. Without this, a message would only return after its
 * queue's visibility timeout, which is six times the worker's timeout: up to ninety minutes.
 */
export interface RetryScheduler {
  /** Hides up to ten messages of one queue, with exponential backoff. Never throws. */
  schedule(failed: readonly SQSRecord[]): Promise<void>;
}

export const createSqsRetryScheduler = (
  client: SQSClient,
  settings: RetrySettings,
  log: Log,
): RetryScheduler => ({
  async schedule(failed) {
    const [first] = failed;
    if (first === undefined) return;
    const queue = first.eventSourceARN.slice(first.eventSourceARN.lastIndexOf(':') + 1);
    const Entries = failed.map(({ receiptHandle, attributes }, index) => ({
      Id: String(index),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: redeliveryDelaySeconds(
        Number(attributes.ApproximateReceiveCount),
        settings.TIME_SCALE,
      ),
    }));
    try {
      const QueueUrl = new URL(queue, settings.LIST_QUEUE_URL).href;
      const command = new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries });
      const { Failed: [refused] = [] } = await client.send(command);
      if (refused) throw new Error(refused.Code);
    } catch (error) {
      // The messages still return, but only after the visibility timeout.
      log.warn('retry_not_scheduled', { queue, reason: String(error) });
    }
  },
});
