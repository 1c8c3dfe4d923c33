import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SQSClient,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventSource } from '../cloud/event-sources.ts';
import { queueUrl, startFauxqs } from '../services/fauxqs.ts';
import { startPoller } from './poller.ts';
import type { PollerOptions } from './poller.ts';

const REGION = 'eu-west-3';
const folder = mkdtempSync(join(tmpdir(), 'poller-'));
let fauxqs: Awaited<ReturnType<typeof startFauxqs>>;
let sqs: SQSClient;

beforeAll(async () => {
  fauxqs = await startFauxqs({ region: REGION, sqsDir: join(folder, 'sqs') });
  sqs = new SQSClient({
    region: REGION,
    endpoint: fauxqs.url,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
});
afterAll(async () => {
  sqs.destroy();
  await fauxqs.close();
  rmSync(folder, { recursive: true });
});

interface Event {
  Records: {
    messageId: string;
    receiptHandle: string;
    body: string;
    attributes: Record<string, string>;
  }[];
}

/** Creates a queue whose messages become dead letters after three receives, and a poller for it. */
async function poll(name: string, bodies: string[], options: Partial<PollerOptions & EventSource>) {
  const create = (QueueName: string, Attributes: Record<string, string> = {}) =>
    sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
  const deadLetterTargetArn = `arn:aws:sqs:${REGION}:000000000000:${name}-dead`;
  await create(`${name}-dead`);
  await create(name, {
    VisibilityTimeout: '600',
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 3 }),
  });
  const url = queueUrl(fauxqs.url, name);
  const MessageAttributes = { requestId: { DataType: 'String', StringValue: 'request-1' } };
  const Entries = bodies.map((MessageBody, index) => ({
    Id: String(index),
    MessageBody,
    MessageAttributes,
  }));
  await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
  const lines: string[] = [];
  const source: EventSource = {
    queueUrl: url,
    queueArn: `arn:aws:sqs:${REGION}:000000000000:${name}`,
    functionName: 'worker',
    visibilitySeconds: 600,
    batchSize: 1,
    concurrency: 2,
    partialBatches: true,
    ...options,
  };
  const poller = startPoller({
    source,
    sqs,
    invoke: async () => undefined,
    report: (line) => lines.push(line),
    timeScale: 600,
    ...options,
  });
  const count = async (queue: string) => {
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: queueUrl(fauxqs.url, queue),
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    );
    return Object.values(Attributes ?? {}).reduce((sum, value) => sum + Number(value), 0);
  };
  return {
    lines,
    waiting: () => count(name),
    dead: () => count(`${name}-dead`),
    [Symbol.asyncDispose]: () => poller.stop(),
  };
}

test('passes messages in Lambda’s format, and deletes them afterwards', async () => {
  const events: Event[] = [];
  await using queue = await poll('hands-over', ['one'], {
    invoke: async (event) => void events.push(event as Event),
  });
  await expect.poll(queue.waiting).toBe(0);
  expect(events).toEqual([
    {
      Records: [
        {
          messageId: expect.any(String),
          receiptHandle: expect.any(String),
          body: 'one',
          attributes: expect.objectContaining({
            ApproximateReceiveCount: '1',
            SentTimestamp: expect.stringMatching(/^\d{13}$/),
          }),
          messageAttributes: {
            requestId: { stringValue: 'request-1', dataType: 'String' },
          },
          md5OfBody: expect.any(String),
          eventSource: 'aws:sqs',
          eventSourceARN: 'arn:aws:sqs:eu-west-3:000000000000:hands-over',
          awsRegion: 'eu-west-3',
        },
      ],
    },
  ]);
});

test('runs as many concurrent invocations as the source allows', async () => {
  let now = 0;
  let peak = 0;
  const both = Promise.withResolvers<void>();
  await using queue = await poll('concurrency', ['1', '2', '3', '4', '5'], {
    concurrency: 2,
    invoke: async () => {
      peak = Math.max(peak, (now += 1));
      if (now === 2) both.resolve();
      await both.promise;
      await sleep(50);
      now -= 1;
    },
  });
  await expect.poll(queue.waiting).toBe(0);
  expect(peak).toBe(2);
});

test('returns only the failed messages of a batch, until they become dead letters', async () => {
  const QueueUrl = queueUrl(fauxqs.url, 'partial');
  const received: string[] = [];

  await using queue = await poll('partial', ['good', 'bad', 'fine'], {
    batchSize: 10,
    invoke: async (event) => {
      const { Records } = event as Event;
      received.push(
        ...Records.map(({ body, attributes }) => body + attributes['ApproximateReceiveCount']),
      );
      const failed = Records.filter(({ body }) => body === 'bad');
      for (const { receiptHandle: ReceiptHandle } of failed)
        await sqs.send(
          new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 1 }),
        );
      return {
        batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })),
      };
    },
  });
  await expect.poll(queue.dead).toBe(1);
  expect(await queue.waiting()).toBe(0);
  expect(received.toSorted()).toEqual(['bad1', 'bad2', 'bad3', 'fine1', 'good1']);
});

test('fails the whole batch if the function throws or reports an unknown message', async () => {
  const responses = [
    () => Promise.reject(new Error('no')),
    async () => ({ batchItemFailures: [{ itemIdentifier: 'unheard of' }] }),
    async () => ({}),
  ];
  let calls = 0;
  await using queue = await poll('whole', ['x'], {
    invoke: async () => {
      const response = responses[calls];
      calls += 1;
      return response?.();
    },
  });
  await expect.poll(() => calls).toBe(3);
  await expect.poll(queue.waiting).toBe(0);
  expect(queue.lines).toEqual(['worker failed: no']);
  expect(await queue.dead()).toBe(0);
});

test('keeps a message hidden for as long as it is being processed', async () => {
  let calls = 0;
  await using queue = await poll('heartbeat', ['long'], {
    visibilitySeconds: 2,
    invoke: async () => {
      calls += 1;
      await sleep(2500);
    },
  });
  await expect.poll(queue.waiting).toBe(0);
  expect(calls).toBe(1);
});

test('when stopped, waits for running calls and receives no more messages', async () => {
  let finished = 0;
  const started = Promise.withResolvers<void>();
  const queue = await poll('stop', ['1', '2', '3'], {
    concurrency: 1,
    invoke: async () => {
      started.resolve();
      await sleep(100);
      finished += 1;
    },
  });
  await started.promise;
  await queue[Symbol.asyncDispose]();
  expect(finished).toBe(1);
  expect(await queue.waiting()).toBe(2);
});
