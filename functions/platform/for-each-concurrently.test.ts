import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { forEachConcurrently } from './for-each-concurrently.ts';

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number += 1) yield number;
}

it('processes every item in order, with limited concurrency', async () => {
  const started: number[] = [];
  let working = 0;
  let maxConcurrent = 0;
  await forEachConcurrently(numbers(20), 3, async (number) => {
    started.push(number);
    working += 1;
    maxConcurrent = Math.max(maxConcurrent, working);
    await setImmediate();
    working -= 1;
  });
  expect(started).toEqual(await Array.fromAsync(numbers(20)));
  expect([maxConcurrent, working]).toEqual([3, 0]);
});

it('starts no other item after a failure, and throws the failure when the running ones are done', async () => {
  const done: number[] = [];
  const works = forEachConcurrently(numbers(20), 3, async (number) => {
    if (number === 1) throw new Error('number 1');
    await setImmediate();
    done.push(number);
  });
  await expect(works).rejects.toThrow('number 1');
  expect(done).toEqual([0, 2]);
});
