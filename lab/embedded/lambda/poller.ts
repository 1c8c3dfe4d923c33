import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import { z } from 'zod';
import type { EventSource } from '../cloud/event-sources.ts';
import { REGION } from '../cloud/resolver.ts';

export interface PollerOptions {
  readonly source: EventSource;
  readonly sqs: SQSClient;
  readonly invoke: (event: unknown) => Promise<unknown>;
  /** Called with a message for each failed batch and each failed call to SQS. */
  readonly report: (line: string) => void;
  /** Divides the time for which messages remain hidden after a function returned no result. */
  readonly timeScale: number;
  readonly visibilitySeconds?: number;
}

/**
 * The visibility timeout of messages is repeatedly set to this many seconds while a function
 * processes them, so that they reappear soon after a crash, but never during processing. (AWS
 * instead hides them for the queue's visibility timeout.)
 */
const VISIBILITY_SECONDS = 20;
const LONG_POLL_SECONDS = 20;

const partialResult = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).default([]) })
  .nullish();

/** Passes the messages of a queue to a function, as a Lambda event source mapping does. */
export function startPoller(options: PollerOptions) {
  const { source, sqs, report, visibilitySeconds = VISIBILITY_SECONDS } = options;
  const stopping = new AbortController();
  const inFlight = new Set<Promise<void>>();

  const receive = async (): Promise<readonly Message[]> => {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: source.queueUrl,
        MaxNumberOfMessages: Math.min(10, source.batchSize),
        WaitTimeSeconds: LONG_POLL_SECONDS,
        VisibilityTimeout: visibilitySeconds,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
      { abortSignal: stopping.signal },
    );
    return Messages;
  };

  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted)
      try {
        const messages = await receive();
        if (messages.length === 0) continue;
        const working = processMessages(options, messages).finally(() => inFlight.delete(working));
        inFlight.add(working);
        if (inFlight.size >= source.concurrency) await Promise.race(inFlight);
      } catch (error) {
        if (stopping.signal.aborted) break;
        report(`cannot read ${source.queueUrl}: ${String(error)}`);
        await sleep(1000);
      }
  };

  const polling = poll();
  return {
    /** Stops receiving messages. Resolves when all batches in progress have finished. */
    async stop(): Promise<void> {
      stopping.abort();
      await polling;
      await Promise.all(inFlight);
    },
  };
}

/** Runs one batch. Deletes the messages that succeeded; the others reappear later. Never throws. */
async function processMessages(
  options: PollerOptions,
  messages: readonly Message[],
): Promise<void> {
  const { source, sqs, report, timeScale, visibilitySeconds = VISIBILITY_SECONDS } = options;
  const heartbeat = setInterval(
    () => void extendVisibility(options, messages, visibilitySeconds),
    (visibilitySeconds * 1000) / 3,
  );
  try {
    const failed = await failuresOf(options, messages);
    clearInterval(heartbeat);
    if (failed === 'all') {
      // fauxqs rejects a visibility timeout of 0 if it stores queues on disk.
      await extendVisibility(
        options,
        messages,
        Math.max(1, Math.ceil(source.visibilitySeconds / timeScale)),
      );
      return;
    }
    const Entries = messages.filter((message) => !failed.has(message)).map(toEntry);
    if (Entries.length > 0)
      await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: source.queueUrl, Entries }));
  } catch (error) {
    report(`cannot delete messages of ${source.queueUrl}: ${String(error)}`);
  } finally {
    clearInterval(heartbeat);
  }
}

async function failuresOf(
  { source, invoke, report }: PollerOptions,
  messages: readonly Message[],
): Promise<ReadonlySet<Message> | 'all'> {
  try {
    const result = await invoke({ Records: messages.map((message) => toRecord(message, source)) });
    if (!source.partialBatches) return new Set();
    const failures = partialResult.parse(result)?.batchItemFailures ?? [];
    const ids = new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
    const failed = new Set(messages.filter(({ MessageId }) => ids.delete(MessageId ?? '')));
    // As in AWS, the whole batch fails if the function reports an id that is not in the batch.
    return ids.size === 0 ? failed : 'all';
  } catch (error) {
    report(`${source.functionName} failed: ${error instanceof Error ? error.message : 'unknown'}`);
    return 'all';
  }
}

/** https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
const toRecord = (message: Message, source: EventSource) => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes ?? {},
  messageAttributes: Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, attribute]) => [
      name,
      { stringValue: attribute.StringValue, dataType: attribute.DataType },
    ]),
  ),
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN: source.queueArn,
  awsRegion: REGION,
});

async function extendVisibility(
  { source, sqs, report }: PollerOptions,
  messages: readonly Message[],
  VisibilityTimeout: number,
): Promise<void> {
  const Entries = messages.map((message, index) => ({
    ...toEntry(message, index),
    VisibilityTimeout,
  }));
  try {
    await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: source.queueUrl, Entries }));
  } catch (error) {
    report(`cannot hide messages of ${source.queueUrl}: ${String(error)}`);
  }
}

const toEntry = ({ ReceiptHandle }: Message, index: number) => ({
  Id: String(index),
  ReceiptHandle,
});
