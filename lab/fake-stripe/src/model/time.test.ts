import { expect, test } from 'vitest';
import { addMonths, computePeriodEnd } from './time.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
const iso = (seconds: number | undefined): string =>
  new Date((seconds ?? NaN) * 1000).toISOString().slice(0, 19);

test.each([
  ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00'],
  ['2026-01-31T10:00:00Z', 2, '2026-03-31T10:00:00'],
  ['2028-01-30T00:00:00Z', 1, '2028-02-29T00:00:00'],
  ['2026-11-30T23:59:59Z', 3, '2027-02-28T23:59:59'],
])('%s plus %i months is %s', (start, months, end) => {
  expect(iso(addMonths(at(start), months))).toBe(end);
});

test('returns to the day of the anchor after a shorter month', () => {
  const anchor = at('2026-01-31T10:00:00Z');
  expect(iso(computePeriodEnd(anchor, at('2026-02-28T10:00:00Z'), 1))).toBe('2026-03-31T10:00:00');
});
