import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { forEach } from './for-each.ts';

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number += 1) yield number;
}

it('works on every item, in their order, and on no more at a time than allowed', async () => {
  const begun: number[] = [];
  let working = 0;
  let most = 0;
  await forEach(numbers(20), 3, async (number) => {
    begun.push(number);
    working += 1;
    most = Math.max(most, working);
    await setImmediate();
    working -= 1;
  });
  expect(begun).toEqual(await Array.fromAsync(numbers(20)));
  expect([most, working]).toEqual([3, 0]);
});

it('takes nothing after a failure, and throws it when the rest is done', async () => {
  const done: number[] = [];
  const works = forEach(numbers(20), 3, async (number) => {
    if (number === 1) throw new Error('number 1');
    await setImmediate();
    done.push(number);
  });
  await expect(works).rejects.toThrow('number 1');
  expect(done).toEqual([0, 2]);
});
