import { expect, test } from 'vitest';
import {
  EMPTY_QUEUE,
  type UploadItem,
  type UploadPhase,
  type UploadQueueState,
  type QueueEvent,
  isUploadUsable,
  nextToSend,
  reduceQueue,
  uploadingCount,
} from './reduce.ts';

const file = (name: string, { text = 'a@b.fr', lastModified = 1 } = {}): File =>
  new File([text], name, { lastModified });

const chooseFiles = (...files: readonly [id: number, file: File][]): QueueEvent => ({
  type: 'chosen',
  files: files.map(([id, each]) => ({ id, file: each })),
});

const applyEvents = (...events: readonly QueueEvent[]): UploadQueueState =>
  events.reduce(reduceQueue, EMPTY_QUEUE);
const phases = ({ items }: UploadQueueState): string[] =>
  items.map(({ id, phase }) => `${id} ${phase.name}`);
const item = ({ items }: UploadQueueState, id: number): UploadItem | undefined =>
  items.find((it) => it.id === id);

const SUMMARY = { rows: 34, credits: 30, column: 1 };
const UPLOAD = { url: 'https://storage.test/', fields: { key: 'k' } };

const samplePhases = {
  reading: { name: 'reading', share: 0 },
  unconfirmed: { name: 'unconfirmed', summary: SUMMARY },
  queued: { name: 'queued' },
  sending: { name: 'sending', share: 0 },
  sent: { name: 'sent', listId: 'l1' },
  failed: { name: 'failed', failure: 'cut' },
  refused: { name: 'refused', refusal: 'no_address' },
} as const satisfies Record<string, UploadPhase>;
const moveTo = (name: keyof typeof samplePhases, id = 1): QueueEvent => ({
  type: 'moved',
  id,
  phase: samplePhases[name],
});
const confirmItem = (id: number, name = 'Clients'): QueueEvent => ({
  type: 'moved',
  id,
  phase: { name: 'queued' },
  as: { name },
});

/** Events that move a file into each phase from the one before. */
const eventsToReach = {
  waiting: [chooseFiles([1, file('a.csv')]), { type: 'closed' }],
  reading: [moveTo('reading')],
  unconfirmed: [moveTo('unconfirmed')],
  queued: [confirmItem(1)],
  sending: [moveTo('sending')],
} as const satisfies Record<string, readonly QueueEvent[]>;
const queueAt = (phase: keyof typeof eventsToReach): UploadQueueState => {
  const names = Object.keys(eventsToReach) as (keyof typeof eventsToReach)[];
  return applyEvents(
    ...names.slice(0, names.indexOf(phase) + 1).flatMap((name) => eventsToReach[name]),
  );
};
const endedQueues = {
  sent: reduceQueue(queueAt('sending'), moveTo('sent')),
  failed: reduceQueue(queueAt('sending'), moveTo('failed')),
  refused: reduceQueue(queueAt('reading'), moveTo('refused')),
};

test('opens the dialog of the first chosen file, and lets the others wait', () => {
  const queue = applyEvents(
    chooseFiles([1, file('a.csv')], [2, file('b.txt')], [3, file('c.csv')]),
  );
  expect(queue.open).toEqual({ id: 1, first: true });
  expect(phases(queue)).toEqual(['1 waiting', '2 waiting', '3 waiting']);
  expect(queue.items.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

test('opens no dialog if the first file is rejected', () => {
  const queue = applyEvents(
    chooseFiles([1, file('a.pdf')], [2, file('b.csv')], [3, file('c.csv', { text: '' })]),
  );
  expect(queue.open).toBeUndefined();
  expect(phases(queue)).toEqual(['1 refused', '2 waiting', '3 refused']);
  expect(item(queue, 1)?.phase).toEqual({ name: 'refused', refusal: 'type' });
  expect(item(queue, 3)?.phase).toEqual({ name: 'refused', refusal: 'small' });
});

test('opens the first file of a later choice unless a dialog is open', () => {
  const one = applyEvents(chooseFiles([1, file('a.csv')]));
  expect(reduceQueue(one, chooseFiles([2, file('b.csv')])).open?.id).toBe(1);
  const closed = reduceQueue(one, { type: 'closed' });
  expect(reduceQueue(closed, chooseFiles([2, file('b.csv')])).open).toEqual({ id: 2, first: true });
});

test('names a list after its file, truncated to the maximum length', () => {
  const queue = applyEvents(
    chooseFiles([1, file(`${'n'.repeat(130)}.CSV`)], [2, file('v1.2.txt')]),
  );
  expect(queue.items.map(({ name }) => name)).toEqual(['n'.repeat(120), 'v1.2']);
});

test.each([
  ['name', file('b.csv')],
  ['size', file('a.csv', { text: 'c@d.frr' })],
  ['time', file('a.csv', { lastModified: 2 })],
])('treats a file with another %s as different', (_, other) => {
  const queue = applyEvents(chooseFiles([1, file('a.csv')], [2, other]));
  expect(queue.items.map(({ repeated }) => repeated)).toEqual([false, false]);
});

test('detects the same file in one choice, in a later one, and after it was sent', () => {
  const again = reduceQueue(endedQueues.sent, chooseFiles([2, file('a.csv')], [3, file('a.csv')]));
  expect(again.items.map(({ repeated }) => repeated)).toEqual([false, true, true]);
  const cleared = reduceQueue(
    reduceQueue(endedQueues.sent, { type: 'cleared' }),
    chooseFiles([2, file('a.csv')]),
  );
  expect(cleared.items.map(({ repeated }) => repeated)).toEqual([false]);
});

const NAMES = Object.keys(samplePhases) as (keyof typeof samplePhases)[];
const NEXT_PHASES: Readonly<Record<string, readonly string[]>> = {
  waiting: ['reading', 'queued'],
  reading: ['reading', 'unconfirmed', 'queued', 'refused'],
  unconfirmed: ['queued'],
  queued: ['sending'],
  sending: ['sending', 'sent', 'failed'],
  sent: [],
  failed: ['queued'],
  refused: [],
};

test.each(Object.entries(NEXT_PHASES))('ignores stale events for %s', (from, next) => {
  const queue =
    from in endedQueues
      ? endedQueues[from as keyof typeof endedQueues]
      : queueAt(from as 'waiting');
  expect(phases(queue)).toEqual([`1 ${from}`]);
  const moved = NAMES.filter((name) => reduceQueue(queue, moveTo(name)) !== queue);
  expect(moved).toEqual(next);
  for (const name of moved) expect(phases(reduceQueue(queue, moveTo(name)))).toEqual([`1 ${name}`]);
});

test('ignores events for a removed item', () => {
  const removed = reduceQueue(queueAt('sending'), { type: 'removed', id: 1 });
  expect(removed.items).toEqual([]);
  for (const name of NAMES) expect(reduceQueue(removed, moveTo(name))).toBe(removed);
});

test('gives a confirmed file the name from the user, and closes its dialog', () => {
  const opened = reduceQueue(queueAt('unconfirmed'), { type: 'opened', id: 1 });
  expect(opened.open).toEqual({ id: 1, first: false });
  const queue = reduceQueue(opened, confirmItem(1));
  expect([item(queue, 1)?.name, queue.open]).toEqual(['Clients', undefined]);
});

test('sends the list generated from a workbook, and keeps the chosen file', () => {
  const list = file('a.csv');
  const queue = applyEvents(chooseFiles([1, file('a.XLSX')]), {
    type: 'moved',
    id: 1,
    phase: { name: 'queued' },
    as: { name: 'Clients', list, column: 3 },
  });
  expect(item(queue, 1)).toMatchObject({ name: 'Clients', list, column: 3 });
  const again = reduceQueue(queue, chooseFiles([2, file('a.XLSX')]));
  expect(item(again, 2)).toMatchObject({ name: 'a', repeated: true });
});

test('does not ask again about a file that was confirmed while it was being read', () => {
  const queue = reduceQueue(queueAt('reading'), confirmItem(1));
  expect(reduceQueue(queue, moveTo('unconfirmed'))).toBe(queue);
});

test('sends one file at a time, only after its confirmation', () => {
  const two = applyEvents(chooseFiles([1, file('a.csv')], [2, file('b.csv')]));
  expect(nextToSend(two)).toBeUndefined();
  const queue = [confirmItem(2), confirmItem(1)].reduce(reduceQueue, two);
  expect(nextToSend(queue)?.id).toBe(1);
  const sending = reduceQueue(queue, moveTo('sending'));
  expect([nextToSend(sending), uploadingCount(sending)]).toEqual([undefined, 2]);
  expect(nextToSend(reduceQueue(sending, moveTo('failed')))?.id).toBe(2);
});

test('uses a presigned POST for ten of its fifteen minutes', () => {
  const registered = { listId: 'l1', upload: UPLOAD, at: 1000 };
  expect(isUploadUsable(registered, 1000 + 600_000 - 1)).toBe(true);
  expect(isUploadUsable(registered, 1000 + 600_000)).toBe(false);
});

test('counts arrived files, including those removed since', () => {
  expect(endedQueues.sent.arrived).toBe(1);
  expect(reduceQueue(endedQueues.sent, { type: 'cleared' })).toMatchObject({
    items: [],
    arrived: 1,
  });
});

test('stops only work in progress when the session ends, and closes the dialog', () => {
  const all = ['waiting', 'reading', 'unconfirmed', 'queued', 'sending'] as const;
  const outcome = all.map((name) => {
    const open = reduceQueue(queueAt(name), { type: 'opened', id: 1 });
    const queue = reduceQueue(open, { type: 'stopped' });
    expect(queue.open).toBeUndefined();
    return phases(queue)[0];
  });
  expect(outcome).toEqual(['1 waiting', '1 reading', '1 unconfirmed', '1 failed', '1 failed']);
  expect(reduceQueue(endedQueues.sent, { type: 'stopped' }).items).toEqual(endedQueues.sent.items);
});

test('clears finished items, and none that may still be sent', () => {
  expect(phases(reduceQueue(endedQueues.refused, { type: 'cleared' }))).toEqual([]);
  expect(phases(reduceQueue(endedQueues.failed, { type: 'cleared' }))).toEqual(['1 failed']);
});

test('closes the dialog of a removed file, and no other', () => {
  const queue = applyEvents(chooseFiles([1, file('a.csv')], [2, file('b.csv')]));
  expect(reduceQueue(queue, { type: 'removed', id: 1 }).open).toBeUndefined();
  expect(reduceQueue(queue, { type: 'removed', id: 2 }).open?.id).toBe(1);
});
