import { ChangeMessageVisibilityBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sqsRecord } from '../../../tests/support/sqs-event.ts';
import { createStageConfig } from '../../../infra/stage/config.ts';
import { PRODUCTION_CONFIG } from '../../../tests/infra/production.ts';
import { createLog } from '../create-log.ts';
import { createSqsRetryScheduler, redeliveryDelaySeconds } from './retries.ts';

const sqs = mockClient(SQSClient);
afterAll(() => sqs.restore());
const lines: string[] = [];
const log = createLog(
  'info',
  () => 0,
  (line) => lines.push(line),
);
const retries = createSqsRetryScheduler(
  new SQSClient({ region: 'eu-west-3' }),
  {
    LIST_QUEUE_URL: 'https://sqs.eu-west-3.amazonaws.com/000000000000/Tamis-list',
    TIME_SCALE: 1,
  },
  log,
);

beforeEach(() => {
  sqs.reset();
  lines.length = 0;
});

describe('a failed message', () => {
  it('returns within seconds, then with growing delays, for the last time within the hour', () => {
    const { maxReceives } = createStageConfig('prod', PRODUCTION_CONFIG);
    const delays = Array.from({ length: maxReceives - 1 }, (_, at) =>
      redeliveryDelaySeconds(at + 1, 1),
    );
    expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600, 600]);
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeLessThan(3600);
    expect(redeliveryDelaySeconds(12, 300)).toBe(2);
  });

  it('is hidden in its own queue, for a delay that depends on its number of receives', async () => {
    sqs.on(ChangeMessageVisibilityBatchCommand).resolves({});
    await retries.schedule([
      sqsRecord({}, { messageId: 'a' }),
      sqsRecord({}, { messageId: 'b', receiveCount: 4 }),
    ]);
    expect(sqs.call(0).args[0].input).toEqual({
      QueueUrl: 'https://sqs.eu-west-3.amazonaws.com/000000000000/test',
      Entries: [
        { Id: '0', ReceiptHandle: 'receipt-a', VisibilityTimeout: 5 },
        { Id: '1', ReceiptHandle: 'receipt-b', VisibilityTimeout: 40 },
      ],
    });
  });

  it('returns later if its visibility cannot be changed, which is logged', async () => {
    sqs
      .on(ChangeMessageVisibilityBatchCommand)
      .rejectsOnce(new Error('the queue is unreachable'))
      .resolvesOnce({ Failed: [{ Id: '0', SenderFault: true, Code: 'ReceiptHandleIsInvalid' }] });
    for (const reason of ['the queue is unreachable', 'ReceiptHandleIsInvalid']) {
      lines.length = 0;
      await retries.schedule([sqsRecord({})]);
      expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
        { level: 'warn', event: 'retry_not_scheduled', queue: 'test', reason: `Error: ${reason}` },
      ]);
    }
  });
});
