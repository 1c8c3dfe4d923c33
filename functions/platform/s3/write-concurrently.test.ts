import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createMemoryBlobs } from '../../../tests/support/memory-blobs.ts';
import { writeConcurrently } from './write-concurrently.ts';

const bytes = (text: string) => Buffer.from(text);
const keyOf = (name: string) => `results/L/${name}`;

async function* pieces(failure?: Error) {
  for (let at = 0; at < 100; at += 1) {
    await setImmediate();
    yield [at % 3 === 0 ? 'third' : 'rest', bytes(`${at} `)] as const;
    if (failure && at === 50) throw failure;
  }
}

describe('objects that are written concurrently', () => {
  it('get their own chunks, in order', async () => {
    const blobs = createMemoryBlobs();
    await writeConcurrently(blobs, keyOf, pieces());
    expect([...blobs.objects.keys()].toSorted()).toEqual(['results/L/rest', 'results/L/third']);
    expect(blobs.text('results/L/third')).toMatch(/^0 3 6 .* 96 99 $/);
    expect(blobs.text('results/L/rest')).toMatch(/^1 2 4 .* 97 98 $/);
  });

  it('do not appear if the chunks end with an error, which is rethrown', async () => {
    const blobs = createMemoryBlobs();
    const failure = new Error('the source is gone');
    await expect(writeConcurrently(blobs, keyOf, pieces(failure))).rejects.toBe(failure);
    expect(blobs.objects.size).toBe(0);
  });

  it.each([
    ['before anything was read', 0],
    ['in the middle', 20],
    ['at its end', Infinity],
  ])('are all aborted if the store rejects one %s, and the error is rethrown', async (_, after) => {
    const blobs = createMemoryBlobs();
    const { write } = blobs;
    const failure = new Error('slow down');
    blobs.write = async (key, chunks) => {
      if (!key.endsWith('third')) return write(key, chunks);
      let seen = 0;
      if (after > 0) for await (const _chunk of chunks) if ((seen += 1) === after) break;
      throw failure;
    };
    await expect(writeConcurrently(blobs, keyOf, pieces())).rejects.toBe(failure);
    expect(blobs.objects.has('results/L/third')).toBe(false);
  });

  it('wait for the slowest, so that few chunks are in memory', async () => {
    const blobs = createMemoryBlobs();
    const { write } = blobs;
    let yielded = 0;
    let stored = 0;
    let maxPending = 0;
    blobs.write = (key, chunks) =>
      write(
        key,
        (async function* () {
          for await (const chunk of chunks) {
            for (let turn = 0; turn < 5; turn += 1) await setImmediate();
            stored += 1;
            yield chunk;
          }
        })(),
      );
    const counted = async function* () {
      for await (const piece of pieces()) {
        yielded += 1;
        maxPending = Math.max(maxPending, yielded - stored);
        yield piece;
      }
    };
    await writeConcurrently(blobs, keyOf, counted());
    expect(stored).toBe(100);
    expect(maxPending).toBeLessThan(8);
  });
});
