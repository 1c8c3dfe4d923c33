import { expect, test } from 'vitest';
import { addDuration } from './duration.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
const iso = (seconds: number | undefined): string =>
  new Date((seconds ?? NaN) * 1000).toISOString().slice(0, 19);

test.each([
  ['P1M', '2026-02-28T00:00:00'],
  ['P1Y2M3W4DT5H6M7S', '2027-04-25T05:06:07'],
  ['PT30M', '2026-01-31T00:30:00'],
])('%s after 31 January is %s', (duration, end) => {
  expect(iso(addDuration(at('2026-01-31T00:00:00Z'), duration))).toBe(end);
});

test.each(['', 'P', 'PT', 'P1MT', '1M', 'P-1M', 'P1.5D'])(
  'rejects "%s" as a duration',
  (duration) => {
    expect(addDuration(0, duration)).toBeUndefined();
  },
);
