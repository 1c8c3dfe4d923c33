import { afterEach, beforeEach, expect, test } from 'vitest';
import { usedHeap } from '../../testing/used-heap.ts';
import { createDrawer } from './drawer.ts';
import { createRack } from './rack.ts';
import { openScratch } from './scratch.ts';
import type { Scratch } from './scratch.ts';

let scratch: Scratch;
beforeEach(() => void (scratch = openScratch()));
afterEach(() => scratch.close());

/** A rack, the lines that it writes, and how many addresses it settled. */
function setUp() {
  const lines: string[] = [];
  const count = { settled: 0 };
  const rack = createRack(
    createDrawer(scratch),
    ({ position, text }, remark) => void lines.push(`${position} ${text} ${remark}`),
    () => void (count.settled += 1),
  );
  return { rack, lines, count };
}

test('who waits is found again, with its position in the input', () => {
  const { rack, lines, count } = setUp();
  rack.enter({ position: 7, text: 'zoé@one.test' });
  rack.enter({ position: 3, text: 'b@two.test' });
  const first = rack.put(0, 'later', false);
  const second = rack.put(1, 'later', false);
  expect([rack.emailAt(first), rack.emailAt(second)]).toEqual(['zoé@one.test', 'b@two.test']);
  rack.put(second, 'yes', true);
  const again = rack.put(first, 'later still', false);
  expect(rack.emailAt(again)).toBe('zoé@one.test');
  rack.settle(again);
  rack.put(again, 'too late', true);
  expect(lines).toEqual([
    '7 zoé@one.test later',
    '3 b@two.test later',
    '3 b@two.test yes',
    '7 zoé@one.test later still',
  ]);
  expect(count.settled).toBe(2);
});

test('when all is settled, what waits keeps what was said of it', () => {
  const { rack, lines, count } = setUp();
  for (const position of [0, 1, 2, 3]) rack.enter({ position, text: `user${position}@one.test` });
  const [asked = 0, waiting = 0] = [0, 1].map((position) => rack.put(position, 'later', false));
  rack.emailAt(asked);
  rack.put(2, 'yes', true);
  rack.settleAll();
  expect(count.settled).toBe(3);
  rack.put(asked, 'too late', true);
  expect(rack.emailAt(waiting)).toBe('');
  rack.put(waiting, 'too late', true);
  // Of this one nothing was said yet.
  rack.put(3, 'not answered', true);
  expect(lines.slice(2)).toEqual(['2 user2@one.test yes', '3 user3@one.test not answered']);
  expect(count.settled).toBe(4);
});

test('what waits is not in memory', () => {
  const rack = createRack(
    createDrawer(scratch),
    () => {},
    () => {},
  );
  const places: number[] = [];
  const before = usedHeap();
  for (let i = 0; i < 50_000; i += 1) {
    rack.enter({ position: i, text: `user${i}@company.test` });
    places.push(rack.put(i, `450 4.2.0 <user${i}@company.test> try again later`, false));
  }
  expect((usedHeap() - before) / places.length).toBeLessThan(40);
  expect(rack.emailAt(places[33_333] ?? 0)).toBe('user33333@company.test');
});
