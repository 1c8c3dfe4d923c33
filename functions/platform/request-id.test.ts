import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { lambdaContext } from '../../tests/support/api-event.ts';
import { sqsRecord } from '../../tests/support/sqs-event.ts';
import { testEnv } from '../../tests/support/test-env.ts';
import { testClock } from '../../tests/support/test-clock.ts';
import { createLog } from './create-log.ts';
import { serveQueue } from './queue/serve-queue.ts';
import { withRequestId } from './request-id.ts';
import { createSender } from './sqs/sender.ts';

const sqs = mockClient(SQSClient);
afterAll(() => sqs.restore());
beforeEach(() => sqs.reset());

const sender = createSender(new SQSClient({ region: 'eu-west-3' }), {
  attempts: 1,
  baseMs: 0,
  capMs: 0,
  sleep: async () => undefined,
  random: () => 0,
});

const delivered = (at: number): SQSRecord => {
  const { MessageBody = '', MessageAttributes = {} } =
    sqs.commandCalls(SendMessageCommand)[at]?.args[0].input ?? {};
  const { requestId } = MessageAttributes;
  return {
    ...sqsRecord(JSON.parse(MessageBody) as object, { messageId: `message-${at}` }),
    messageAttributes: requestId
      ? { requestId: { dataType: 'String', stringValue: requestId.StringValue ?? '' } }
      : {},
  };
};

it('passes the request id with every message, to the log lines and messages of its worker', async () => {
  sqs.on(SendMessageCommand).resolves({});
  sqs.on(SendMessageBatchCommand).resolves({ Failed: [] });
  const lines: string[] = [];
  const log = createLog(
    'info',
    () => 0,
    (line) => lines.push(line),
  );
  const retries = { schedule: async () => undefined };
  const worker = serveQueue('count', z.object({ n: z.int() }), {}, async ({ n }) => {
    log.info('began', { n });
    await sender.sendAll('next', [{ message: { n }, delaySeconds: 0, group: 'u' }]);
    if (n === 2) throw new Error('no two');
    return { n };
  }).withDeps({ clock: testClock(), env: testEnv(), log, retries });

  for (const [requestId, n] of [
    ['call-1', 1],
    ['call-2', 2],
    [undefined, 3],
  ] as const)
    await withRequestId(requestId, () => sender.send('queue', { n }));
  await worker({ Records: [0, 1, 2].map(delivered) }, lambdaContext());

  const loggedIds = lines
    .map((line) => JSON.parse(line) as { event: string; n?: number; requestId?: string })
    .map(({ event, requestId }) => `${event} ${requestId}`);
  expect(loggedIds.toSorted()).toEqual([
    'began call-1',
    'began call-2',
    'began undefined',
    'count call-1',
    'count undefined',
    'message_failed call-2',
  ]);
  const sent = sqs
    .commandCalls(SendMessageBatchCommand)
    .flatMap(({ args }) => args[0].input.Entries);
  expect(sent.map((entry) => entry?.MessageAttributes?.['requestId']?.StringValue)).toEqual([
    'call-1',
    'call-2',
    undefined,
  ]);
});
