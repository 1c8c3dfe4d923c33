import { expect, test } from 'vitest';
import { createNotify } from './notifications.ts';
import type { NotificationRule, S3Event } from './notifications.ts';

const PLACE = { bucket: 'b', key: 'uploads/a b.csv' };
const OBJECT = { size: 3, etag: '"abc"' };
const NOW = new Date('2026-03-04T05:06:07.089Z');

function notifyWith(rules: NotificationRule[], failures = 0) {
  const sent: [string, S3Event][] = [];
  let left = failures;
  const notify = createNotify({
    region: 'eu-west-3',
    rulesOf: () => rules,
    now: () => NOW,
    async send(queueUrl, body) {
      if (left > 0) {
        left -= 1;
        throw new Error('no response');
      }
      sent.push([queueUrl, JSON.parse(body)]);
    },
  });
  return { notify, sent };
}

const rule = (queueUrl: string, more: Partial<NotificationRule> = {}): NotificationRule => ({
  events: ['s3:ObjectCreated:*'],
  queueUrl,
  ...more,
});

test('a message has the shape of S3', async () => {
  const { notify, sent } = notifyWith([rule('q')]);
  await notify('Put', PLACE, OBJECT);
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
  const { notify, sent } = notifyWith([
    rule('all'),
    rule('csv', { prefix: 'uploads/', suffix: '.csv' }),
    rule('results', { prefix: 'results/' }),
    rule('post', { events: ['s3:ObjectCreated:Post'] }),
    rule('removed', { events: ['s3:ObjectRemoved:*'] }),
  ]);
  await notify('Put', PLACE, OBJECT);
  expect(sent.map(([queue]) => queue)).toEqual(['all', 'csv']);
});

test('sequencers grow while the clock stands still', async () => {
  const { notify, sent } = notifyWith([rule('q')]);
  for (let i = 0; i < 3; i += 1) await notify('Put', PLACE, OBJECT);
  const sequencers = sent.map(([, { Records }]) => Records[0]?.s3.object.sequencer);
  expect(sequencers).toEqual([...new Set(sequencers)].sort());
});

test('a queue that fails for a moment gets its event all the same', async () => {
  const { notify, sent } = notifyWith([rule('q')], 1);
  await notify('Put', PLACE, OBJECT);
  expect(sent).toHaveLength(1);
});
