import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { MAX_DELAY_SECONDS, type Queues } from '../app/ports/queues.ts';
import { type Backoff, retrying } from './dynamo/retry.ts';

export interface QueueUrls {
  readonly LIST_QUEUE_URL: string;
  readonly VERIFY_EXPRESS_QUEUE_URL: string;
  readonly VERIFY_BULK_QUEUE_URL: string;
  readonly FINALIZE_QUEUE_URL: string;
  readonly MAIL_QUEUE_URL: string;
}

/** Messages of one batch (SQS). */
const BATCH_SIZE = 10;

/** Batches on their way at once: the tasks of a list of a million are two hundred batches. */
const BATCHES_AT_ONCE = 8;

/** Some messages of a batch were not taken. */
class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/** JSON in ASCII: SQS refuses a body with a character that XML 1.0 lacks, emulators also emoji. */
const bodyOf = (message: unknown): string =>
  JSON.stringify(message).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Messages in SQS standard queues. */
export function createSqsQueues(client: SQSClient, urls: QueueUrls, backoff: Backoff): Queues {
  async function send(url: string, message: unknown): Promise<void> {
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: bodyOf(message) }));
  }

  /** Sends a batch, and again what of it was not taken. */
  async function sendBatch(
    url: string,
    entries: readonly SendMessageBatchRequestEntry[],
  ): Promise<void> {
    let left = [...entries];
    await retrying(
      async () => {
        const answer = await client.send(
          new SendMessageBatchCommand({ QueueUrl: url, Entries: left }),
        );
        const failed = new Map((answer.Failed ?? []).map((each) => [each.Id, each.Message]));
        left = left.filter(({ Id }) => failed.has(Id));
        if (left.length > 0)
          throw new NotTaken(`${left.length} messages: ${failed.values().next().value}`);
      },
      (error) => error instanceof NotTaken,
      backoff,
    );
  }

  return {
    sendList: (message) => send(urls.LIST_QUEUE_URL, message),
    sendFinalize: (message) => send(urls.FINALIZE_QUEUE_URL, message),
    sendMail: (message) => send(urls.MAIL_QUEUE_URL, message),

    async sendVerify(messages, lane) {
      const url = lane === 'express' ? urls.VERIFY_EXPRESS_QUEUE_URL : urls.VERIFY_BULK_QUEUE_URL;
      const entries = messages.map(({ message, delaySeconds }, at) => {
        if (!(delaySeconds >= 0 && delaySeconds <= MAX_DELAY_SECONDS))
          throw new RangeError(`a queue cannot delay by ${delaySeconds} s`);
        return {
          Id: String(at % BATCH_SIZE),
          MessageBody: bodyOf(message),
          DelaySeconds: delaySeconds,
          // SQS keeps a user with much work from crowding out the others (fair queues).
          MessageGroupId: message.userId,
        };
      });
      const batches: SendMessageBatchRequestEntry[][] = [];
      for (let at = 0; at < entries.length; at += BATCH_SIZE)
        batches.push(entries.slice(at, at + BATCH_SIZE));
      for (let at = 0; at < batches.length; at += BATCHES_AT_ONCE)
        await Promise.all(
          batches.slice(at, at + BATCHES_AT_ONCE).map((batch) => sendBatch(url, batch)),
        );
    },
  };
}
