import { expect, test } from 'vitest';
import { slicesOf } from './slices.ts';

test('places slices next to each other, in proportion', () => {
  expect(
    slicesOf([
      ['valid', 6],
      ['invalid', 0],
      ['risky', 2],
    ]),
  ).toEqual([
    { name: 'valid', start: 0, length: 75 },
    { name: 'risky', start: 75, length: 25 },
  ]);
});

test('makes one in a million visible without exceeding the bar', () => {
  const slices = slicesOf([
    ['valid', 999_998],
    ['invalid', 1],
    ['unknown', 1],
  ]);
  for (const { length } of slices) expect(length).toBeGreaterThan(1.4);
  const last = slices.at(-1);
  expect((last?.start ?? 0) + (last?.length ?? 0)).toBeCloseTo(100);
});

test('returns no slices if all counts are zero', () => {
  expect(slicesOf([['valid', 0]])).toEqual([]);
});
