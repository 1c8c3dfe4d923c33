import { expect, test } from 'vitest';
import {
  EMPTY,
  type Item,
  type Phase,
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

const SUMMARY = { rows: 34, credits: 30, column: 1 };
const UPLOAD = { url: 'https://storage.test/', fields: { key: 'k' } };

const phaseOf = {
  reading: { name: 'reading', share: 0 },
  unconfirmed: { name: 'unconfirmed', summary: SUMMARY },
  queued: { name: 'queued' },
  sending: { name: 'sending', share: 0 },
  sent: { name: 'sent', listId: 'l1' },
  failed: { name: 'failed', failure: 'cut' },
  refused: { name: 'refused', refusal: 'no_address' },
} as const satisfies Record<string, Phase>;
const to = (name: keyof typeof phaseOf, id = 1): QueueEvent => ({
  type: 'moved',
  id,
  phase: phaseOf[name],
});
const confirmed = (id: number, name = 'Clients'): QueueEvent => ({
  type: 'moved',
  id,
  phase: { name: 'queued' },
  as: { name },
});

/** Events that bring a file to each phase. */
const way = {
  waiting: [chosen([1, file('a.csv')]), { type: 'closed' }],
  reading: [to('reading')],
  unconfirmed: [to('unconfirmed')],
  queued: [confirmed(1)],
  sending: [to('sending')],
} as const satisfies Record<string, readonly QueueEvent[]>;
const until = (phase: keyof typeof way): Queue => {
  const names = Object.keys(way) as (keyof typeof way)[];
  return after(...names.slice(0, names.indexOf(phase) + 1).flatMap((name) => way[name]));
};
const ended = {
  sent: reduce(until('sending'), to('sent')),
  failed: reduce(until('sending'), to('failed')),
  refused: reduce(until('reading'), to('refused')),
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

const NAMES = Object.keys(phaseOf) as (keyof typeof phaseOf)[];
const FOLLOWING: Readonly<Record<string, readonly string[]>> = {
  waiting: ['reading', 'queued'],
  reading: ['reading', 'unconfirmed', 'queued', 'refused'],
  unconfirmed: ['queued'],
  queued: ['sending'],
  sending: ['sending', 'sent', 'failed'],
  sent: [],
  failed: ['queued'],
  refused: [],
};

test.each(Object.entries(FOLLOWING))('what comes too late for %s changes nothing', (from, next) => {
  const queue = from in ended ? ended[from as keyof typeof ended] : until(from as 'waiting');
  expect(phases(queue)).toEqual([`1 ${from}`]);
  const moved = NAMES.filter((name) => reduce(queue, to(name)) !== queue);
  expect(moved).toEqual(next);
  for (const name of moved) expect(phases(reduce(queue, to(name)))).toEqual([`1 ${name}`]);
});

test('nothing is known of an item that was removed', () => {
  const removed = reduce(until('sending'), { type: 'removed', id: 1 });
  expect(removed.items).toEqual([]);
  for (const name of NAMES) expect(reduce(removed, to(name))).toBe(removed);
});

test('a confirmed file has the name that the user gave, and its dialog closes', () => {
  const opened = reduce(until('unconfirmed'), { type: 'opened', id: 1 });
  expect(opened.open).toEqual({ id: 1, first: false });
  const queue = reduce(opened, confirmed(1));
  expect([item(queue, 1)?.name, queue.open]).toEqual(['Clients', undefined]);
});

test('a workbook is sent as the list that was read of it, and stays what was chosen', () => {
  const list = file('a.csv');
  const queue = after(chosen([1, file('a.XLSX')]), {
    type: 'moved',
    id: 1,
    phase: { name: 'queued' },
    as: { name: 'Clients', list, column: 3 },
  });
  expect(item(queue, 1)).toMatchObject({ name: 'Clients', list, column: 3 });
  const again = reduce(queue, chosen([2, file('a.XLSX')]));
  expect(item(again, 2)).toMatchObject({ name: 'a', repeated: true });
});

test('a file that is confirmed while it is read is not asked about again', () => {
  const queue = reduce(until('reading'), confirmed(1));
  expect(reduce(queue, to('unconfirmed'))).toBe(queue);
});

test('one file is read at a time, in order, but for the one whose dialog is open', () => {
  const queue = after(chosen([1, file('a.csv')], [2, file('b.csv')], [3, file('c.csv')]));
  expect(nextToRead(queue)?.id).toBe(2);
  const reading = reduce(queue, to('reading', 2));
  expect(nextToRead(reading)).toBeUndefined();
  const read = reduce(reading, to('unconfirmed', 2));
  expect(nextToRead(read)?.id).toBe(3);
  expect(nextToRead(reduce(read, { type: 'closed' }))?.id).toBe(1);
});

test('one file is sent at a time, and none before its user has said so', () => {
  const two = after(chosen([1, file('a.csv')], [2, file('b.csv')]));
  expect(nextToSend(two)).toBeUndefined();
  const queue = [confirmed(2), confirmed(1)].reduce(reduce, two);
  expect(nextToSend(queue)?.id).toBe(1);
  const sending = reduce(queue, to('sending'));
  expect([nextToSend(sending), underWay(sending)]).toEqual([undefined, 2]);
  expect(nextToSend(reduce(sending, to('failed')))?.id).toBe(2);
});

test('a retry keeps what was announced, and sends from the start', () => {
  const announced = { listId: 'l1', upload: UPLOAD, at: 5 };
  const failed = (
    [
      { type: 'announced', id: 1, announced },
      { type: 'moved', id: 1, phase: { name: 'sending', share: 0.4 } },
      to('failed'),
      to('queued'),
      to('sending'),
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
