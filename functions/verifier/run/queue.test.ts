import { expect, test } from 'vitest';
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
