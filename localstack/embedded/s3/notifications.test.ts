import { expect, test } from 'vitest';
import { createNotifier } from './notifications.ts';
import type { Intercept, NotificationRule } from './notifications.ts';

const OBJECT = { bucket: 'b', key: 'uploads/a b.csv', size: 3, etag: '"abc"' };
const NOW = new Date('2026-03-04T05:06:07.089Z');

function notifierWith(rules: NotificationRule[], intercept?: Intercept, failures = 0) {
  const sent: [string, unknown][] = [];
  let left = failures;
  const notifier = createNotifier({
    region: 'eu-west-3',
    rulesOf: () => rules,
    now: () => NOW,
    intercept,
    sqs: {
      async send(queueUrl, body) {
        if (left > 0) {
          left -= 1;
          throw new Error('no answer');
        }
        sent.push([queueUrl, JSON.parse(body)]);
      },
    },
  });
  return { notifier, sent };
}

const rule = (queueUrl: string, more: Partial<NotificationRule> = {}): NotificationRule => ({
  events: ['s3:ObjectCreated:*'],
  queueUrl,
  ...more,
});

test('a message has the shape of S3', async () => {
  const { notifier, sent } = notifierWith([rule('q')]);
  await notifier.created('Put', OBJECT);
  expect(sent).toEqual([
    [
      'q',
      {
        Records: [
          {
            eventVersion: '2.1',
            eventSource: 'aws:s3',
            awsRegion: 'eu-west-3',
            eventTime: '2026-03-04T05:06:07.089Z',
            eventName: 'ObjectCreated:Put',
            userIdentity: { principalId: 'EMBEDDED' },
            requestParameters: { sourceIPAddress: '127.0.0.1' },
            responseElements: {
              'x-amz-request-id': expect.any(String),
              'x-amz-id-2': expect.any(String),
            },
            s3: {
              s3SchemaVersion: '1.0',
              configurationId: 'embedded',
              bucket: {
                name: 'b',
                ownerIdentity: { principalId: 'EMBEDDED' },
                arn: 'arn:aws:s3:::b',
              },
              object: {
                key: 'uploads/a+b.csv',
                size: 3,
                eTag: 'abc',
                sequencer: expect.any(String),
              },
            },
          },
        ],
      },
    ],
  ]);
});

test('goes to the queues whose rule fits event, prefix and suffix', async () => {
  const { notifier, sent } = notifierWith([
    rule('all'),
    rule('csv', { prefix: 'uploads/', suffix: '.csv' }),
    rule('results', { prefix: 'results/' }),
    rule('post', { events: ['s3:ObjectCreated:Post'] }),
    rule('removed', { events: ['s3:ObjectRemoved:*'] }),
  ]);
  await notifier.created('Put', OBJECT);
  expect(sent.map(([queue]) => queue)).toEqual(['all', 'csv']);
});

test('sequencers grow while the clock stands still', async () => {
  const sequencers: string[] = [];
  const { notifier } = notifierWith([rule('q')], async (_deliver, event) => {
    sequencers.push(event.Records[0]?.s3.object.sequencer ?? '');
  });
  for (let i = 0; i < 3; i += 1) await notifier.created('Put', OBJECT);
  expect(sequencers).toEqual([...new Set(sequencers)].sort());
});

test('an interceptor can lose an event or double it', async () => {
  const lost = notifierWith([rule('q')], async () => undefined);
  await lost.notifier.created('Put', OBJECT);
  expect(lost.sent).toEqual([]);
  const doubled = notifierWith([rule('q')], async (deliver) => {
    await deliver();
    await deliver();
  });
  await doubled.notifier.created('Put', OBJECT);
  expect(doubled.sent).toHaveLength(2);
});

test('a queue that fails for a moment gets its event all the same', async () => {
  const { notifier, sent } = notifierWith([rule('q')], undefined, 1);
  await notifier.created('Put', OBJECT);
  expect(sent).toHaveLength(1);
});
