import { expect, test } from 'vitest';
import { usedHeap } from '../testing/used-heap.ts';
import { createQueue } from './queue.ts';

test('hands out what is in it, first in first out, each once', () => {
  const queue = createQueue<string>();
  for (const item of ['a', 'b', 'a', 'c', 'd']) queue.add(item);
  queue.delete('b');
  expect([queue.next(), queue.next(), queue.size]).toEqual(['a', 'c', 1]);
  queue.add('a');
  queue.add('e');
  expect([queue.next(), queue.next(), queue.next(), queue.next()]).toEqual([
    'd',
    'a',
    'e',
    undefined,
  ]);
  queue.add('f');
  expect(queue.next()).toBe('f');
  expect(queue.size).toBe(0);
});

test('keeps nothing of what went in and out while nobody asked for the next', () => {
  const queue = createQueue<object>();
  const items = Array.from({ length: 5000 }, (_, at) => ({ at }));
  const before = usedHeap();
  for (let round = 0; round < 50; round += 1) {
    for (const item of items) queue.add(item);
    for (const item of items) queue.delete(item);
  }
  expect(usedHeap() - before).toBeLessThan(4_000_000);
  expect(queue.size).toBe(0);
});
