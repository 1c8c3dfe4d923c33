import { expect, test, vi } from 'vitest';
import { createNotifier } from './notifications.ts';
import type { NotificationRule, S3Event } from './notifications.ts';

const PLACE = { bucket: 'b', key: 'uploads/a b.csv' };
const OBJECT = { size: 3, etag: '"abc"' };
const NOW = new Date('2026-03-04T05:06:07.089Z');

function notifyWith(rules: NotificationRule[]) {
  const sent: [string, S3Event][] = [];
  const notify = createNotifier({
    region: 'eu-west-3',
    rulesOf: () => rules,
    now: () => NOW,
    async send(queueUrl, body) {
      if (queueUrl === 'broken') throw new Error('no response');
      sent.push([queueUrl, JSON.parse(body)]);
    },
  });
  return { notify, sent };
}

const rule = (queueUrl: string, prefix = 'uploads/'): NotificationRule => ({ prefix, queueUrl });

test('increases sequencers while the clock does not advance', async () => {
  const { notify, sent } = notifyWith([rule('q')]);
  for (let i = 0; i < 3; i += 1) await notify('Put', PLACE, OBJECT);
  const sequencers = sent.map(([, { Records }]) => Records[0]?.s3.object.sequencer);
  expect(sequencers).toEqual([...new Set(sequencers)].sort());
});

test('reports a lost event without failing the upload', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { notify, sent } = notifyWith([rule('broken'), rule('q')]);
  await notify('Put', PLACE, OBJECT);
  expect(sent.map(([queue]) => queue)).toEqual(['q']);
  expect(consoleError).toHaveBeenCalledOnce();
  consoleError.mockRestore();
});
