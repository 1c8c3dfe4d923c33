import { expect, test } from 'vitest';
import {
  EMPTY,
  type Item,
  type Queue,
  type QueueEvent,
  isUsable,
  nextToRead,
  nextToSend,
  reduce,
  underWay,
} from './reduce.ts';

const file = (name: string, { text = 'a@b.fr', lastModified = 1 } = {}): File =>
  new File([text], name, { lastModified });

const chosen = (...files: readonly [id: number, file: File][]): QueueEvent => ({
  type: 'chosen',
  files: files.map(([id, each]) => ({ id, file: each })),
});

const after = (...events: readonly QueueEvent[]): Queue => events.reduce(reduce, EMPTY);
const phases = ({ items }: Queue): string[] => items.map(({ id, phase }) => `${id} ${phase.name}`);
const item = ({ items }: Queue, id: number): Item | undefined => items.find((it) => it.id === id);

const SUMMARY = { rows: 34, credits: 30 };
const UPLOAD = { url: 'https://storage.test/', fields: { key: 'k' } };

/** One file, and what has happened to it until it is in a phase. */
const way = {
  waiting: [chosen([1, file('a.csv')]), { type: 'closed' }],
  reading: [{ type: 'started', id: 1 }],
  unconfirmed: [{ type: 'read', id: 1, summary: SUMMARY }],
  queued: [{ type: 'confirmed', id: 1, name: 'Clients' }],
  sending: [{ type: 'started', id: 1 }],
} as const satisfies Record<string, readonly QueueEvent[]>;
const until = (phase: keyof typeof way): Queue => {
  const names = Object.keys(way) as (keyof typeof way)[];
  return after(...names.slice(0, names.indexOf(phase) + 1).flatMap((name) => way[name]));
};
const ended = {
  sent: reduce(until('sending'), { type: 'sent', id: 1, listId: 'l1' }),
  failed: reduce(until('sending'), { type: 'failed', id: 1, failure: 'cut' }),
  refused: reduce(until('reading'), { type: 'refused', id: 1, refusal: 'no_address' }),
};

test('the first file of a choice opens its dialog; the others wait', () => {
  const queue = after(chosen([1, file('a.csv')], [2, file('b.txt')], [3, file('c.csv')]));
  expect(queue.open).toEqual({ id: 1, first: true });
  expect(phases(queue)).toEqual(['1 waiting', '2 waiting', '3 waiting']);
  expect(queue.items.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

test('a first file that is refused opens nothing, and no other takes its place', () => {
  const queue = after(
    chosen([1, file('a.pdf')], [2, file('b.csv')], [3, file('c.csv', { text: '' })]),
  );
  expect(queue.open).toBeUndefined();
  expect(phases(queue)).toEqual(['1 refused', '2 waiting', '3 refused']);
  expect(item(queue, 1)?.phase).toEqual({ name: 'refused', refusal: 'type' });
  expect(item(queue, 3)?.phase).toEqual({ name: 'refused', refusal: 'small' });
});

test('a later choice opens its own first file, unless a dialog is open', () => {
  const one = after(chosen([1, file('a.csv')]));
  expect(reduce(one, chosen([2, file('b.csv')])).open?.id).toBe(1);
  const closed = reduce(one, { type: 'closed' });
  expect(reduce(closed, chosen([2, file('b.csv')])).open).toEqual({ id: 2, first: true });
});

test('a list has the name of its file, cut where a name may not be longer', () => {
  const queue = after(chosen([1, file(`${'n'.repeat(130)}.CSV`)], [2, file('v1.2.txt')]));
  expect(queue.items.map(({ name }) => name)).toEqual(['n'.repeat(120), 'v1.2']);
});

test.each([
  ['name', file('b.csv')],
  ['size', file('a.csv', { text: 'c@d.frr' })],
  ['time', file('a.csv', { lastModified: 2 })],
])('a file of another %s is another one', (_, other) => {
  const queue = after(chosen([1, file('a.csv')], [2, other]));
  expect(queue.items.map(({ repeated }) => repeated)).toEqual([false, false]);
});

test('the same file is noticed in one choice, in a later one, and after it was sent', () => {
  const again = reduce(ended.sent, chosen([2, file('a.csv')], [3, file('a.csv')]));
  expect(again.items.map(({ repeated }) => repeated)).toEqual([false, true, true]);
  const gone = reduce(reduce(ended.sent, { type: 'cleared' }), chosen([2, file('a.csv')]));
  expect(gone.items.map(({ repeated }) => repeated)).toEqual([false]);
});

test.each([
  ['waiting', 'started', 'reading'],
  ['waiting', 'confirmed', 'queued'],
  ['reading', 'read', 'unconfirmed'],
  ['reading', 'refused', 'refused'],
  ['reading', 'confirmed', 'queued'],
  ['unconfirmed', 'confirmed', 'queued'],
  ['queued', 'started', 'sending'],
  ['sending', 'sent', 'sent'],
  ['sending', 'failed', 'failed'],
] as const)('%s, then %s: %s', (from, type, to) => {
  expect(phases(reduce(until(from), eventOf(type)))).toEqual([`1 ${to}`]);
});

const TYPES = ['started', 'read', 'refused', 'confirmed', 'progress', 'sent', 'failed', 'retried'];
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  waiting: ['started', 'confirmed'],
  reading: ['read', 'refused', 'confirmed', 'progress'],
  unconfirmed: ['confirmed'],
  queued: ['started'],
  sending: ['sent', 'failed', 'progress'],
  sent: [],
  failed: ['retried'],
  refused: [],
};

test.each(Object.entries(TAKEN))('what comes too late for %s changes nothing', (name, taken) => {
  const queue = name in ended ? ended[name as keyof typeof ended] : until(name as 'waiting');
  expect(phases(queue)).toEqual([`1 ${name}`]);
  const changing = TYPES.filter((type) => reduce(queue, eventOf(type)) !== queue);
  expect(changing).toEqual(TYPES.filter((type) => taken.includes(type)));
});

function eventOf(type: string): QueueEvent {
  const given = {
    summary: SUMMARY,
    refusal: 'no_address',
    name: 'Clients',
    share: 0.5,
    listId: 'l1',
    failure: 'cut',
  };
  return { type, id: 1, ...given } as QueueEvent;
}

test('nothing is known of an item that was removed', () => {
  const removed = reduce(until('sending'), { type: 'removed', id: 1 });
  expect(removed.items).toEqual([]);
  for (const type of TYPES) expect(reduce(removed, eventOf(type))).toBe(removed);
});

test('a confirmed file has the name that the user gave, and its dialog closes', () => {
  const opened = reduce(until('unconfirmed'), { type: 'opened', id: 1 });
  expect(opened.open).toEqual({ id: 1, first: false });
  const queue = reduce(opened, { type: 'confirmed', id: 1, name: 'Clients' });
  expect([item(queue, 1)?.name, queue.open]).toEqual(['Clients', undefined]);
});

test('a workbook is sent as the list that was read of it, and stays what was chosen', () => {
  const list = file('a.csv');
  const queue = after(chosen([1, file('a.XLSX')]), {
    type: 'confirmed',
    id: 1,
    name: 'Clients',
    list,
    column: 3,
  });
  expect(item(queue, 1)).toMatchObject({ name: 'Clients', list, column: 3 });
  const again = reduce(queue, chosen([2, file('a.XLSX')]));
  expect(item(again, 2)).toMatchObject({ name: 'a', repeated: true });
});

test('a file that is confirmed while it is read is not asked about again', () => {
  const queue = reduce(until('reading'), { type: 'confirmed', id: 1, name: 'Clients' });
  expect(reduce(queue, { type: 'read', id: 1, summary: SUMMARY })).toBe(queue);
});

test('one file is read at a time, in order, but for the one whose dialog is open', () => {
  const queue = after(chosen([1, file('a.csv')], [2, file('b.csv')], [3, file('c.csv')]));
  expect(nextToRead(queue)?.id).toBe(2);
  const reading = reduce(queue, { type: 'started', id: 2 });
  expect(nextToRead(reading)).toBeUndefined();
  const read = reduce(reading, { type: 'read', id: 2, summary: undefined });
  expect(nextToRead(read)?.id).toBe(3);
  expect(nextToRead(reduce(read, { type: 'closed' }))?.id).toBe(1);
});

test('one file is sent at a time, and none before its user has said so', () => {
  const two = after(chosen([1, file('a.csv')], [2, file('b.csv')]));
  expect(nextToSend(two)).toBeUndefined();
  const confirmed = (id: number): QueueEvent => ({ type: 'confirmed', id, name: 'n' });
  const queue = [confirmed(2), confirmed(1)].reduce(reduce, two);
  expect(nextToSend(queue)?.id).toBe(1);
  const sending = reduce(queue, { type: 'started', id: 1 });
  expect([nextToSend(sending), underWay(sending)]).toEqual([undefined, 2]);
  expect(nextToSend(reduce(sending, { type: 'failed', id: 1, failure: 'cut' }))?.id).toBe(2);
});

test('a retry keeps what was announced, and sends from the start', () => {
  const announced = { listId: 'l1', upload: UPLOAD, at: 5 };
  const failed = (
    [
      { type: 'announced', id: 1, announced },
      { type: 'progress', id: 1, share: 0.4 },
      { type: 'failed', id: 1, failure: 'cut' },
      { type: 'retried', id: 1 },
      { type: 'started', id: 1 },
    ] as const
  ).reduce<Queue>(reduce, until('sending'));
  expect(item(failed, 1)).toMatchObject({ announced, phase: { name: 'sending', share: 0 } });
});

test('a form is used for the first ten of its fifteen minutes', () => {
  const announced = { listId: 'l1', upload: UPLOAD, at: 1000 };
  expect(isUsable(announced, 1000 + 600_000 - 1)).toBe(true);
  expect(isUsable(announced, 1000 + 600_000)).toBe(false);
});

test('arrivals are counted, also of what is gone since', () => {
  expect(ended.sent.arrived).toBe(1);
  expect(reduce(ended.sent, { type: 'cleared' })).toMatchObject({ items: [], arrived: 1 });
});

test('the end of a session stops what is under way alone, and closes the dialog', () => {
  const all = ['waiting', 'reading', 'unconfirmed', 'queued', 'sending'] as const;
  const outcome = all.map((name) => {
    const open = reduce(until(name), { type: 'opened', id: 1 });
    const queue = reduce(open, { type: 'stopped' });
    expect(queue.open).toBeUndefined();
    return phases(queue)[0];
  });
  expect(outcome).toEqual(['1 waiting', '1 reading', '1 unconfirmed', '1 failed', '1 failed']);
  expect(reduce(ended.sent, { type: 'stopped' }).items).toEqual(ended.sent.items);
});

test('clearing takes away what has ended, and nothing that may still be sent', () => {
  expect(phases(reduce(ended.refused, { type: 'cleared' }))).toEqual([]);
  expect(phases(reduce(ended.failed, { type: 'cleared' }))).toEqual(['1 failed']);
});

test('removing a file closes its dialog and no other', () => {
  const queue = after(chosen([1, file('a.csv')], [2, file('b.csv')]));
  expect(reduce(queue, { type: 'removed', id: 1 }).open).toBeUndefined();
  expect(reduce(queue, { type: 'removed', id: 2 }).open?.id).toBe(1);
});

test('of another account nothing stays', () => {
  expect(reduce(ended.sent, { type: 'discarded' })).toEqual(EMPTY);
});
