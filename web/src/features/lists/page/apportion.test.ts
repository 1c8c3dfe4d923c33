import { expect, test } from 'vitest';
import { apportion } from './apportion.ts';

test.each([
  [
    [48, 25, 7, 18],
    [49, 26, 7, 18],
  ],
  [
    [4, 5, 2, 0],
    [36, 46, 18, 0],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [[5], [100]],
  [
    [999_999, 1],
    [100, 0],
  ],
  [
    [0, 0],
    [0, 0],
  ],
  [[], []],
])('%j of a whole are %j percent', (counts, percents) => {
  expect(apportion(counts)).toEqual(percents);
});

test('whatever the counts, their parts add up to the whole, each off by less than one', () => {
  for (let seed = 1; seed < 500; seed += 1) {
    const counts = Array.from({ length: 1 + (seed % 11) }, (_, at) => (seed * (at + 7) * 31) % 97);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const whole = seed % 101;
    const parts = apportion(counts, whole);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total === 0 ? 0 : whole);
    for (const [at, part] of parts.entries())
      expect(Math.abs(part - (total && ((counts[at] ?? 0) * whole) / total))).toBeLessThan(1);
  }
});
