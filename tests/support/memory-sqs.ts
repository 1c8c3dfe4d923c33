import { SQSClient } from '@aws-sdk/client-sqs';
import type { Clock } from '../../functions/platform/clock.ts';
import { MAX_DELAY_SECONDS } from '../../functions/platform/sqs/max-delay.ts';
import { type AwsCallHandler, respondToCalls } from './aws-client.ts';

export interface QueuedMessage<Q extends string = string> {
  readonly id: string;
  /** The queue, which changes when the message becomes a dead letter. */
  queue: Q;
  readonly body: string;
  readonly messageAttributes: Readonly<Record<string, object>>;
  /** Epoch milliseconds until which the message is hidden. */
  visibleAt: number;
  /** Number of receives from this queue. */
  receives: number;
}

export interface QueueRules {
  readonly visibilitySeconds: number;
  /** Dead-letter queue for messages that were received `maxReceives` times. */
  readonly deadLetters?: { readonly queue: string; readonly maxReceives: number };
}

interface Entry {
  readonly Id?: string;
  readonly QueueUrl?: string;
  readonly MessageBody?: string;
  readonly DelaySeconds?: number;
  readonly MessageAttributes?: Readonly<Record<string, object>>;
  readonly ReceiptHandle?: string;
  readonly VisibilityTimeout?: number;
  readonly MaxNumberOfMessages?: number;
}

const nameOf = (url = ''): string => url.slice(url.lastIndexOf('/') + 1);

/** Every receive gets the same handle, because SQS usually accepts handles of earlier receives. */
const handleOf = ({ id }: QueuedMessage): string => `receipt-${id}`;

/**
 * Creates in-memory standard queues. A message stays until it is deleted, and is hidden for a while
 * after each receive.
 * @param rulesOf returns a queue's settings
 */
export function createMemorySqs(
  clock: Clock,
  rulesOf: (queue: string) => QueueRules = () => ({ visibilitySeconds: 30 }),
) {
  const messages: QueuedMessage[] = [];
  let sent = 0;

  const findByHandle = (handle: string | undefined): QueuedMessage | undefined =>
    messages.find((message) => handleOf(message) === handle);

  const sqs = {
    messages,

    send(queue: string, body: string, delaySeconds = 0, attributes: object = {}): QueuedMessage {
      if (!(delaySeconds >= 0 && delaySeconds <= MAX_DELAY_SECONDS))
        throw new RangeError(`SQS rejects a delay of ${delaySeconds} s`);
      sent += 1;
      const message: QueuedMessage = {
        id: `message-${sent}`,
        queue,
        body,
        messageAttributes: { ...attributes },
        visibleAt: clock.now() + delaySeconds * 1000,
        receives: 0,
      };
      messages.push(message);
      return message;
    },

    /**
     * Receives up to `max` visible messages and hides them; a message that was received too often
     * goes to the dead-letter queue instead.
     * @param pick chooses an index below the given number, because a standard queue has no order
     */
    receive(queue: string, max = 1, pick = (_of: number): number => 0): QueuedMessage[] {
      const { visibilitySeconds, deadLetters } = rulesOf(queue);
      const received: QueuedMessage[] = [];
      while (received.length < max) {
        const visible = messages.filter(
          (message) => message.queue === queue && message.visibleAt <= clock.now(),
        );
        const message = visible[pick(visible.length)];
        if (!message) break;
        if (deadLetters && message.receives >= deadLetters.maxReceives) {
          Object.assign(message, { queue: deadLetters.queue, receives: 0 });
          continue;
        }
        message.receives += 1;
        message.visibleAt = clock.now() + visibilitySeconds * 1000;
        received.push(message);
      }
      return received;
    },

    remove(message: QueuedMessage): void {
      const at = messages.indexOf(message);
      if (at >= 0) messages.splice(at, 1);
    },

    /** Responds to an SDK command. The last part of a queue URL is the queue's name. */
    async respond(command: string, input: never): Promise<object> {
      const run = commands[command];
      if (!run) throw new TypeError(`the fake does not support ${command}`);
      return run(input);
    },
  };

  const sendEntry = (entry: Entry, url = entry.QueueUrl) => {
    const { MessageBody = '', DelaySeconds, MessageAttributes } = entry;
    const { id } = sqs.send(nameOf(url), MessageBody, DelaySeconds, MessageAttributes);
    return { Id: entry.Id, MessageId: id };
  };
  const changeVisibility = ({ ReceiptHandle, VisibilityTimeout = 0 }: Entry): boolean => {
    const message = findByHandle(ReceiptHandle);
    if (message) message.visibleAt = clock.now() + VisibilityTimeout * 1000;
    return message !== undefined;
  };

  type Entries = Entry & { readonly Entries: readonly Entry[] };
  const commands: Readonly<Record<string, (input: never) => object>> = {
    SendMessageCommand: (input: Entry) => sendEntry(input),
    SendMessageBatchCommand: ({ QueueUrl, Entries }: Entries) => ({
      Successful: Entries.map((entry) => sendEntry(entry, QueueUrl)),
    }),
    ReceiveMessageCommand: ({ QueueUrl, MaxNumberOfMessages }: Entry) => ({
      Messages: sqs.receive(nameOf(QueueUrl), MaxNumberOfMessages).map((message) => ({
        MessageId: message.id,
        ReceiptHandle: handleOf(message),
        Body: message.body,
        Attributes: { ApproximateReceiveCount: String(message.receives) },
      })),
    }),
    DeleteMessageCommand: ({ ReceiptHandle }: Entry) => {
      const message = findByHandle(ReceiptHandle);
      if (message) sqs.remove(message);
      return {};
    },
    ChangeMessageVisibilityCommand: (input: Entry) => {
      changeVisibility(input);
      return {};
    },
    ChangeMessageVisibilityBatchCommand: ({ Entries }: Entries) => ({
      Failed: Entries.filter((entry) => !changeVisibility(entry)),
    }),
  };
  return sqs;
}

export const createMemorySqsClient = (respond: AwsCallHandler): SQSClient =>
  respondToCalls(
    new SQSClient({
      region: 'eu-west-3',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      // The fake does not compute MD5 digests.
      md5: false,
    }),
    respond,
  );
