import { expect, it } from 'vitest';
import { createWidthTracker } from './scan.ts';

const ADDRESS = 'firstname.surname@company.test';

/** Returns the padded width for rows of these widths, with cells empty except the first. */
function aligned(...rows: readonly [cells: number, times: number, first?: string][]): number {
  const widths = createWidthTracker();
  for (const [cells, times, first = ADDRESS] of rows) {
    const row = Array.from({ length: cells }, (_, column) => (column === 0 ? first : ''));
    for (let time = 0; time < times; time += 1) widths.add(row);
  }
  return widths.paddedWidth();
}

it('is the width of the widest row of an ordinary file', () => {
  expect(aligned()).toBe(1);
  expect(aligned([3, 1])).toBe(3);
  expect(aligned([12, 1], [11, 100_000], [1, 100_000])).toBe(12);
  expect(aligned([512, 1], [1, 190])).toBe(512);
});

it('ignores rows to which padding all others would cost too much', () => {
  expect(aligned([512, 1], [1, 1_000_000])).toBe(1);
  expect(aligned([512, 1], [20, 5], [1, 1_000_000])).toBe(20);
  expect(aligned([60_000, 1], [2, 10])).toBe(512);
});

it('pads by at most twice the size of the file', () => {
  // Rows of 31 bytes may be padded with 20 empty cells, rows of 8 bytes only with 5.
  expect(aligned([21, 60], [1, 100_000])).toBe(21);
  expect(aligned([25, 60], [1, 100_000])).toBe(1);
  expect(aligned([25, 60], [6, 1], [1, 100_000, 'a@b.com'])).toBe(6);
});
