import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { VerifyTaskMessage } from '../../../shared/messages/lists.ts';
import type { MailMessage } from '../../../shared/messages/mail.ts';
import { createQueue } from '../../platform/sqs/queue.ts';
import { createSender } from '../../platform/sqs/sender.ts';
import { createPipelineQueues } from './queues.ts';

const sqs = mockClient(SQSClient);
afterAll(() => sqs.restore());
beforeEach(() => sqs.reset());

const urls = {
  LIST_QUEUE_URL: 'list',
  VERIFY_QUEUE_URL: 'verify',
  ENGINE_EXPRESS_QUEUE_URL: 'express',
  ENGINE_BULK_QUEUE_URL: 'bulk',
  FINALIZE_QUEUE_URL: 'finalize',
  CONNECTIONS_QUEUE_URL: 'connections',
};
const sender = createSender(new SQSClient({ region: 'eu-west-3' }), {
  attempts: 3,
  baseMs: 0,
  capMs: 0,
  sleep: async () => undefined,
  random: () => 0,
});
const queues = createPipelineQueues(sender, urls);

const message = (number: number): VerifyTaskMessage => ({
  kind: 'verify',
  v: 1,
  userId: 'u1',
  listId: 'L',
  task: String(number).padStart(5, '0'),
  range: [0, 1],
  attempt: 0,
});
const tasks = (count: number, delaySeconds = 0) =>
  Array.from({ length: count }, (_, number) => ({ message: message(number), delaySeconds }));

const batches = () => sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input);

it('escapes non-ASCII text, because SQS rejects some characters', async () => {
  sqs.on(SendMessageCommand).resolves({});
  const content = { template: 'already_registered', params: {} } as const;
  const mail = { kind: 'mail', v: 1, id: 'm', to: 'é@例え.fr', language: 'fr', content } as const;
  await createQueue<MailMessage>(sender, 'mail').send({ ...mail, firstName: 'Zoé 😀\uFFFF\u007f' });
  const [{ args } = { args: [] }] = sqs.commandCalls(SendMessageCommand);
  const body = args[0]?.input.MessageBody ?? '';
  expect(body).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(body)).toEqual({ ...mail, firstName: 'Zoé 😀\uFFFF\u007f' });
});

describe('sendVerify', () => {
  it('sends batches of ten with the user as message group', async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    await queues.sendVerify(tasks(23, 300));
    expect(batches().map(({ QueueUrl, Entries }) => [QueueUrl, Entries?.length])).toEqual([
      ['verify', 10],
      ['verify', 10],
      ['verify', 3],
    ]);
    const sent = batches().flatMap(({ Entries }) => Entries ?? []);
    expect(new Set(sent.map(({ MessageBody }) => MessageBody)).size).toBe(23);
    for (const entry of sent)
      expect(entry).toMatchObject({ MessageGroupId: 'u1', DelaySeconds: 300 });
    for (const { Entries } of batches())
      expect(new Set(Entries?.map(({ Id }) => Id)).size).toBe(Entries?.length);
  });

  it('resends only the messages that SQS did not accept', async () => {
    sqs
      .on(SendMessageBatchCommand)
      .resolvesOnce({
        Successful: [],
        Failed: [{ Id: '1', Code: 'InternalError', SenderFault: false }],
      })
      .resolves({});
    await queues.sendVerify(tasks(3));
    expect(batches().map(({ Entries }) => Entries?.map(({ Id }) => Id))).toEqual([
      ['0', '1', '2'],
      ['1'],
    ]);
  });

  it('throws if SQS never accepts a message, and for a delay beyond its maximum', async () => {
    sqs.on(SendMessageBatchCommand).resolves({
      Successful: [],
      Failed: [{ Id: '0', Code: 'InternalError', SenderFault: false, Message: 'try later' }],
    });
    await expect(queues.sendVerify(tasks(1))).rejects.toThrow('1 messages: try later');
    expect(batches()).toHaveLength(3);
    await expect(queues.sendVerify(tasks(1, 901))).rejects.toThrow(RangeError);
  });
});

it('sends each kind of message to its queue, with the user as message group', async () => {
  sqs.on(SendMessageBatchCommand).resolves({});
  const resume = { kind: 'resume', v: 1, userId: 'u1' } as const;
  const finalize = { kind: 'finalize', v: 1, userId: 'u1', listId: 'L' } as const;
  await queues.sendList(resume, 64);
  await queues.sendFinalize(finalize);
  const entry = (body: object, DelaySeconds: number) => ({
    Id: '0',
    MessageBody: JSON.stringify(body),
    DelaySeconds,
    MessageGroupId: 'u1',
  });
  expect(batches()).toEqual([
    { QueueUrl: 'list', Entries: [entry(resume, 64)] },
    { QueueUrl: 'finalize', Entries: [entry(finalize, 0)] },
  ]);
});
