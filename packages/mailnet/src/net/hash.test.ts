import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldSeed, hash, createAllShuffles } from './hash.ts';

describe('hash', () => {
  it('distributes values evenly for any key', () => {
    for (const key of [0, 1, 0xffffffff]) {
      const buckets = Array.from({ length: 10 }, () => 0);
      for (let i = 0; i < 10_000; i++) {
        const bucket = hash(key, i) % 10;
        buckets[bucket] = (buckets[bucket] ?? 0) + 1;
      }
      for (const count of buckets) expect(Math.abs(count - 1000)).toBeLessThan(120);
    }
  });

  it('returns 32 unsigned bits that depend on every part', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat(), (seed, value) => {
        for (const hashed of [foldSeed(seed), hash(seed, value)]) expect(hashed).toBe(hashed >>> 0);
      }),
      { seed: 1 },
    );
    expect(hash(1, 2)).not.toBe(hash(2, 1));
    expect(foldSeed(1)).not.toBe(foldSeed(1 + 2 ** 32));
  });
});

describe('Shuffle', () => {
  it('has an inverse, for every size in use', () => {
    for (const size of [36 ** 3, 480, 196 * 120, 202 * 308])
      for (const shuffle of createAllShuffles(size))
        fc.assert(
          fc.property(fc.nat(size - 1), fc.nat(2 ** 32 - 1), (x, offset) => {
            const y = shuffle.forward(x, offset);
            expect(y).toBeLessThan(size);
            expect(shuffle.back(y, offset)).toBe(x);
          }),
          { seed: 2, numRuns: 40 },
        );
  });
});
