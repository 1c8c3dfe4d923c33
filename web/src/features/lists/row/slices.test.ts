import { expect, test } from 'vitest';
import { slicesOf } from './slices.ts';

test('slices stand side by side, in proportion', () => {
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

test('one in a million can be seen, and the bar is full and no longer', () => {
  const slices = slicesOf([
    ['valid', 999_998],
    ['invalid', 1],
    ['unknown', 1],
  ]);
  for (const { length } of slices) expect(length).toBeGreaterThan(1.4);
  const last = slices.at(-1);
  expect((last?.start ?? 0) + (last?.length ?? 0)).toBeCloseTo(100);
});

test('without any count there is no slice', () => {
  expect(slicesOf([['valid', 0]])).toEqual([]);
});
