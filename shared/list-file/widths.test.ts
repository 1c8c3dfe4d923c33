import { expect, it } from 'vitest';
import { createWidths } from './widths.ts';

/** The width of a result whose rows are so many cells wide, so many times. */
function aligned(...rows: readonly [cells: number, times: number][]): number {
  const widths = createWidths();
  for (const [cells, times] of rows) for (let row = 0; row < times; row += 1) widths.add(cells);
  return widths.aligned();
}

it('is that of the widest row of any ordinary file', () => {
  expect(aligned()).toBe(1);
  expect(aligned([3, 1])).toBe(3);
  expect(aligned([12, 1], [11, 100_000], [1, 100_000])).toBe(12);
  expect(aligned([512, 1], [1, 190])).toBe(512);
});

it('leaves out rows that would blow up all others', () => {
  expect(aligned([512, 1], [1, 1_000_000])).toBe(1);
  expect(aligned([512, 1], [20, 5], [1, 1_000_000])).toBe(20);
  expect(aligned([60_000, 1], [2, 10])).toBe(512);
});
