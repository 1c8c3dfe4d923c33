import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChangeMessageVisibilityBatchCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueUrl, startFauxqs } from '../../lab/embedded/services/fauxqs.ts';
import { createMemorySqs, createMemorySqsClient } from './memory-sqs.ts';
import { testClock } from './test-clock.ts';

/** Tests that the emulator and the in-memory fake of the simulation behave the same. */

interface Queues {
  readonly sqs: SQSClient;
  readonly url: (queue: string) => string;
  /** Advances time by a second. */
  readonly second: () => Promise<unknown>;
}

const VISIBILITY_S = 1;
const MAX_RECEIVES = 2;
const folder = mkdtempSync(join(tmpdir(), 'queues-'));
let fauxqs: Awaited<ReturnType<typeof startFauxqs>>;

async function emulated(): Promise<Queues> {
  const sqs = new SQSClient({
    region: 'eu-west-3',
    endpoint: fauxqs.url,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const deadLetterTargetArn = 'arn:aws:sqs:eu-west-3:000000000000:work-dead';
  await sqs.send(new CreateQueueCommand({ QueueName: 'work-dead' }));
  const Attributes = {
    VisibilityTimeout: String(VISIBILITY_S),
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: MAX_RECEIVES }),
  };
  await sqs.send(new CreateQueueCommand({ QueueName: 'work', Attributes }));
  return { sqs, url: (name) => queueUrl(fauxqs.url, name), second: () => sleep(1050) };
}

async function inMemory(): Promise<Queues> {
  const clock = testClock();
  const rules = {
    visibilitySeconds: VISIBILITY_S,
    deadLetters: { queue: 'work-dead', maxReceives: MAX_RECEIVES },
  };
  const { respond } = createMemorySqs(clock, () => rules);
  return {
    sqs: createMemorySqsClient(respond),
    url: (name) => `http://queue.test/${name}`,
    second: async () => clock.advance(1050),
  };
}

const makers = { emulator: emulated, fake: inMemory } as const;

beforeAll(async () => {
  fauxqs = await startFauxqs({ region: 'eu-west-3' });
});
afterAll(async () => {
  await fauxqs.close();
  rmSync(folder, { recursive: true });
});

describe.each(Object.keys(makers) as (keyof typeof makers)[])('a queue: the %s', (name) => {
  let queues: Queues;
  beforeAll(async () => {
    queues = await makers[name]();
  });
  const receive = async (queue = 'work') => {
    const { Messages = [] } = await queues.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queues.url(queue),
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      }),
    );
    return Messages;
  };
  const bodies = async (queue?: string) => (await receive(queue)).map(({ Body }) => Body);
  const QueueUrl = () => queues.url('work');
  const drop = (ReceiptHandle: string | undefined) =>
    queues.sqs.send(new DeleteMessageCommand({ QueueUrl: QueueUrl(), ReceiptHandle }));

  it('hides a received message, and delivers it again until it is deleted', async () => {
    await queues.sqs.send(new SendMessageCommand({ QueueUrl: QueueUrl(), MessageBody: 'one' }));
    const [first] = await receive();
    expect([first?.Body, first?.Attributes?.['ApproximateReceiveCount']]).toEqual(['one', '1']);
    expect(await bodies()).toEqual([]);
    await queues.second();
    const [second] = await receive();
    expect(second?.Attributes?.['ApproximateReceiveCount']).toBe('2');
    await drop(second?.ReceiptHandle);
    await queues.second();
    expect(await bodies()).toEqual([]);
  });

  it('holds back a delayed message, and accepts batches', async () => {
    const Entries = [
      { Id: '0', MessageBody: 'now' },
      { Id: '1', MessageBody: 'later', DelaySeconds: 1 },
    ];
    const { Successful } = await queues.sqs.send(
      new SendMessageBatchCommand({ QueueUrl: QueueUrl(), Entries }),
    );
    expect(Successful?.map(({ Id }) => Id)).toEqual(['0', '1']);
    const [now] = await receive();
    expect(now?.Body).toBe('now');
    await drop(now?.ReceiptHandle);
    await queues.second();
    const [later] = await receive();
    expect(later?.Body).toBe('later');
    await drop(later?.ReceiptHandle);
  });

  it('hides a message for as long as its reader requests, and moves it after its maximum receives', async () => {
    await queues.sqs.send(new SendMessageCommand({ QueueUrl: QueueUrl(), MessageBody: 'poison' }));
    for (let receives = 1; receives <= MAX_RECEIVES; receives += 1) {
      const [message] = await receive();
      expect(message?.Body).toBe('poison');
      const { ReceiptHandle } = message ?? {};
      const Entries = [{ Id: '0', ReceiptHandle, VisibilityTimeout: 2 }];
      await queues.sqs.send(
        new ChangeMessageVisibilityBatchCommand({ QueueUrl: QueueUrl(), Entries }),
      );
      await queues.second();
      expect(await bodies()).toEqual([]);
      await queues.second();
    }
    expect([await bodies(), await bodies('work-dead')]).toEqual([[], ['poison']]);
  });
});
