import { expect, test } from 'vitest';
import { wilsonInterval } from './wilson.ts';

test.each([
  [9, 4213],
  [0, 10],
  [10, 10],
  [1, 1],
])('contains every rate that is compatible with %i of %i', (count, total) => {
  const rate = count / total;
  const [low, high] = wilsonInterval(count, total);
  // At an end, the observed rate is 1.96 standard errors away, unless the end is 0 or 1.
  const errors = [low, high]
    .filter((end) => end > 1e-9 && end < 1 - 1e-9)
    .map((end) => Math.abs(rate - end) - 1.96 * Math.sqrt((end * (1 - end)) / total));
  expect(errors.length).toBeGreaterThan(0);
  expect(Math.max(...errors.map(Math.abs))).toBeLessThan(1e-9);
  expect(low).toBeGreaterThanOrEqual(0);
  expect(high).toBeLessThanOrEqual(1);
  expect(low).toBeLessThan(high);
});
