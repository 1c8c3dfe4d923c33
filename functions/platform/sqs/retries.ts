import { ChangeMessageVisibilityBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import type { Log } from '../log.ts';

const FIRST_SECONDS = 5;
/** Less than the time after which the reconciler would send the same task a second time. */
const MAX_SECONDS = 600;

interface RetrySettings {
  /** Any queue: the others are at the same place. */
  readonly LIST_QUEUE_URL: string;
  readonly TIME_SCALE: number;
}

/**
 * Seconds for which a message that failed is hidden. Twelve receives take fifty minutes.
 * @param receiveCount how often it was received, from 1
 */
export const retryDelay = (receiveCount: number, timeScale: number): number =>
  Math.ceil(Math.min(MAX_SECONDS, FIRST_SECONDS * 2 ** (receiveCount - 1)) / timeScale);

/**
 * Left alone, a message that failed comes back when the visibility time-out of its queue has
 * passed, which is six times the time-out of its reader: up to ninety minutes.
 */
export interface Retries {
  /** Hides at most ten messages of one queue for a short time that grows. Never throws. */
  schedule(failed: readonly SQSRecord[]): Promise<void>;
}

export const createRetries = (client: SQSClient, settings: RetrySettings, log: Log): Retries => ({
  async schedule(failed) {
    const [first] = failed;
    if (first === undefined) return;
    const queue = first.eventSourceARN.slice(first.eventSourceARN.lastIndexOf(':') + 1);
    const Entries = failed.map(({ receiptHandle, attributes }, index) => ({
      Id: String(index),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: retryDelay(
        Number(attributes.ApproximateReceiveCount),
        settings.TIME_SCALE,
      ),
    }));
    try {
      const QueueUrl = new URL(queue, settings.LIST_QUEUE_URL).href;
      await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
    } catch (error) {
      // They come back all the same, only later.
      log.warn('retry_not_scheduled', { queue, reason: String(error) });
    }
  },
});
