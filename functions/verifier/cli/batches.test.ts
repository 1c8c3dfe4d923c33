import { describe, expect, test } from 'vitest';
import { batches } from './batches.ts';

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function collect<T>(source: AsyncIterable<T[]>): Promise<T[][]> {
  const all: T[][] = [];
  for await (const batch of source) all.push(batch);
  return all;
}

describe('a source is cut', () => {
  test.each([
    [0, []],
    [1, [1]],
    [4, [4]],
    [5, [4, 1]],
    [8, [4, 4]],
  ])('of %i', async (count, sizes) => {
    const items = Array.from({ length: count }, (_, i) => i);
    const cut = await collect(batches(items, 4, 1000));
    expect(cut.map(({ length }) => length)).toEqual(sizes);
    expect(cut.flat()).toEqual(items);
  });

  test('that is slow', async () => {
    async function* slow() {
      yield 1;
      yield 2;
      await wait(60);
      yield 3;
    }
    expect(await collect(batches(slow(), 10, 15))).toEqual([[1, 2], [3]]);
  });

  test('that is slow, at the latest when it lingers', async () => {
    async function* steady() {
      for (let i = 0; i < 12; i += 1) {
        yield i;
        await wait(20);
      }
    }
    const sizes = (await collect(batches(steady(), 10, 120, 60))).map(({ length }) => length);
    expect(Math.max(...sizes)).toBeLessThan(10);
    expect(sizes.length).toBeLessThan(6);
  });

  test('that breaks: what came before is still given', async () => {
    function* broken() {
      yield 1;
      throw new Error('disk on fire');
    }
    const given: number[][] = [];
    const reading = (async () => {
      for await (const batch of batches(broken(), 10, 5)) given.push(batch);
    })();
    await expect(reading).rejects.toThrow('disk on fire');
    expect(given).toEqual([[1]]);
  });
});

test('reads ahead one batch at most, and stops when nobody wants more', async () => {
  let read = 0;
  let closed = false;
  function* endless() {
    try {
      for (;;) yield (read += 1);
    } finally {
      closed = true;
    }
  }
  for await (const batch of batches(endless(), 5, 1000)) {
    await wait(5);
    expect(read).toBeLessThanOrEqual((batch[0] ?? 0) + 10);
    if (read > 20) break;
  }
  await wait(5);
  expect(closed).toBe(true);
});
