import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { forEachConcurrently } from '../for-each-concurrently.ts';
import { currentRequestId } from '../request-id.ts';
import { type Backoff, withRetries } from '../retry.ts';
import { MAX_DELAY_SECONDS } from './max-delay.ts';

const BATCH_SIZE = 10;

/** Maximum concurrent batches. The tasks of a million addresses are two hundred batches. */
const CONCURRENCY = 8;

class NotAcceptedError extends Error {
  override readonly name = 'NotAcceptedError';
}

/** ASCII only, because SQS rejects characters outside XML 1.0, and emulators also reject emoji. */
const bodyOf = (message: unknown): string =>
  JSON.stringify(message).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Returns the request id as an attribute, which links the worker's log lines to the API call. */
function attributes() {
  const StringValue = currentRequestId();
  if (StringValue === undefined) return {};
  return { MessageAttributes: { requestId: { DataType: 'String', StringValue } } };
}

export interface DelayedMessage {
  readonly message: unknown;
  /** Seconds from 0 to MAX_DELAY_SECONDS. */
  readonly delaySeconds: number;
  /** Fair queuing group: many messages of one group do not delay other groups. */
  readonly group: string;
}

/** Sends messages to standard SQS queues, which may deliver them twice, late, or out of order. */
export interface Sender {
  /** @param delaySeconds from 0 (default) to MAX_DELAY_SECONDS */
  send(url: string, message: unknown, delaySeconds?: number): Promise<void>;
  /** Sends messages. Sending them again is harmless. @throws {Error} if SQS rejected a message */
  sendAll(url: string, messages: readonly DelayedMessage[]): Promise<void>;
}

/** @param backoff attempts and delays for messages that SQS did not accept */
export function createSender(client: SQSClient, backoff: Backoff): Sender {
  async function sendBatch(
    url: string,
    entries: readonly SendMessageBatchRequestEntry[],
  ): Promise<void> {
    let pending = [...entries];
    await withRetries(
      async () => {
        const response = await client.send(
          new SendMessageBatchCommand({ QueueUrl: url, Entries: pending }),
        );
        const failed = new Map((response.Failed ?? []).map((each) => [each.Id, each.Message]));
        pending = pending.filter(({ Id }) => failed.has(Id));
        if (pending.length > 0)
          throw new NotAcceptedError(`${pending.length} messages: ${failed.values().next().value}`);
      },
      (error) => error instanceof NotAcceptedError,
      backoff,
    );
  }

  return {
    async send(url, message, delaySeconds) {
      const delay = delaySeconds !== undefined && { DelaySeconds: delaySeconds };
      await client.send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: bodyOf(message),
          ...attributes(),
          ...delay,
        }),
      );
    },

    async sendAll(url, messages) {
      const entries = messages.map(({ message, delaySeconds, group }, at) => {
        if (!(delaySeconds >= 0 && delaySeconds <= MAX_DELAY_SECONDS))
          throw new RangeError(`a queue cannot delay by ${delaySeconds} s`);
        return {
          Id: String(at % BATCH_SIZE),
          MessageBody: bodyOf(message),
          DelaySeconds: delaySeconds,
          MessageGroupId: group,
          ...attributes(),
        };
      });
      const batches = Array.from({ length: Math.ceil(entries.length / BATCH_SIZE) }, (_, at) =>
        entries.slice(at * BATCH_SIZE, (at + 1) * BATCH_SIZE),
      );
      await forEachConcurrently(batches, CONCURRENCY, (batch) => sendBatch(url, batch));
    },
  };
}
