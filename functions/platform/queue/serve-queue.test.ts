import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { lambdaContext } from '../../../tests/support/api-event.ts';
import { extractMetrics } from '../../../tests/support/embedded-metrics.ts';
import { sqsRecord } from '../../../tests/support/sqs-event.ts';
import { testEnv } from '../../../tests/support/test-env.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { createSeededIds } from '../../../tests/simulation/seeded-ids.ts';
import { testOwnerOf } from '../../access/rules/owner.ts';
import { createLog } from '../create-log.ts';
import { RetryLaterError } from './retry-later-error.ts';
import { serveQueue } from './serve-queue.ts';

const message = z.object({ n: z.int() });

function stage() {
  const lines: string[] = [];
  const done: number[] = [];
  const scheduled: string[][] = [];
  const log = createLog(
    'info',
    () => 0,
    (line) => lines.push(line),
  );
  const worker = serveQueue(
    'count',
    message,
    {},
    async ({ n }, _, { receiveCount, remainingMs }) => {
      if (n === 0) throw new RetryLaterError('busy');
      if (n < 0) throw new Error(`${n} of ada@mail.example failed`);
      done.push(n, receiveCount, remainingMs());
      return { n };
    },
  ).withDeps({
    clock: testClock(),
    env: testEnv(),
    log,
    retries: {
      schedule: async (failed) => void scheduled.push(failed.map(({ messageId }) => messageId)),
    },
  });
  const run = (...Records: SQSRecord[]) =>
    worker({ Records } satisfies SQSEvent, lambdaContext(5000));
  return { run, lines, done, scheduled };
}

it('processes each message separately and reports those that failed', async () => {
  const { run, lines, done, scheduled } = stage();
  const response = await run(
    sqsRecord({ n: 1 }, { messageId: 'a' }),
    sqsRecord({ n: -1 }, { messageId: 'b', receiveCount: 3 }),
    sqsRecord({ n: 2 }, { messageId: 'c', receiveCount: 2 }),
  );
  expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: 'b' }] });
  expect(scheduled).toEqual([['b']]);
  expect(done).toEqual([1, 1, 5000, 2, 2, 5000]);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { event: 'count', n: 1, messageId: 'a', receiveCount: 1, ms: expect.any(Number) },
    { event: 'count', n: 2, messageId: 'c', receiveCount: 2, ms: expect.any(Number) },
    {
      event: 'message_failed',
      worker: 'count',
      messageId: 'b',
      receiveCount: 3,
      version: '$LATEST',
      error: { message: '-1 of <address> failed' },
    },
  ]);
});

it('logs no error before the third receive of a message, since most failures resolve themselves', async () => {
  const { run, lines } = stage();
  for (const receiveCount of [1, 2, 3]) await run(sqsRecord({ n: -1 }, { receiveCount }));
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(
    ['warn', 'warn', 'error'].map((level) => ({
      level,
      event: 'message_failed',
      error: { message: '-1 of <address> failed' },
    })),
  );
});

it('fails a message that cannot be parsed, so that it ends in the monitored dead-letter queue', async () => {
  const { run, done } = stage();
  const broken = { ...sqsRecord({}, { messageId: 'broken' }), body: '{' };
  expect(
    await run(broken, sqsRecord({ n: 'x' }, { messageId: 'wrong' }), sqsRecord({ n: 3 })),
  ).toEqual({
    batchItemFailures: [{ itemIdentifier: 'broken' }, { itemIdentifier: 'wrong' }],
  });
  expect(done[0]).toBe(3);
});

it('postpones a message without counting it as a failure', async () => {
  const { run, lines, scheduled } = stage();
  expect(await run(sqsRecord({ n: 0 }, { messageId: 'a' }))).toEqual({
    batchItemFailures: [{ itemIdentifier: 'a' }],
  });
  expect(scheduled).toEqual([['a']]);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'info', event: 'message_postponed', worker: 'count', messageId: 'a', receiveCount: 1 },
  ]);
});

it('adds metrics to the log lines of processed, postponed and failed messages', async () => {
  const { run, lines } = stage();
  await run(
    sqsRecord({ n: 5 }, { messageId: 'a', receiveCount: 2 }),
    sqsRecord({ n: 0 }, { messageId: 'b' }),
    sqsRecord({ n: -1 }, { messageId: 'c' }),
  );
  const metrics = lines.map((line) => extractMetrics(line));
  for (const { namespace, dimensions } of metrics.flat())
    expect([namespace, dimensions]).toEqual(['Tamis', { stage: 'dev', worker: 'count' }]);
  const values = metrics.map((each) => each.map(({ metric, value }) => [metric, value]));
  expect(values).toEqual([
    [
      ['n', 5],
      ['receiveCount', 2],
      ['ms', expect.any(Number)],
    ],
    [
      ['receiveCount', 1],
      ['postponed', 1],
    ],
    [
      ['receiveCount', 1],
      ['failed', 1],
    ],
  ]);
});

it('publishes no metrics of a message about a list of a test key', async () => {
  const { run, lines } = stage();
  await run(
    sqsRecord({ n: 5, userId: testOwnerOf(createSeededIds().ulid(0)) }, { messageId: 'a' }),
  );
  const [line = ''] = lines;
  expect(line).not.toContain('_aws');
  expect(JSON.parse(line)).toMatchObject({ event: 'count', messageId: 'a', n: 5 });
});

it('logs nothing for an empty batch', async () => {
  expect(await stage().run()).toEqual({ batchItemFailures: [] });
});
