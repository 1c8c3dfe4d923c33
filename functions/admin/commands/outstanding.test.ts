import { expect, it } from 'vitest';
import { parseEndOfDay } from './outstanding.ts';

it('accepts the days of the calendar, which end at midnight in Paris', () => {
  const endOf = (day: string) => new Date(parseEndOfDay(day) ?? 0).toISOString();
  expect(endOf('2026-12-31')).toBe('2026-12-31T23:00:00.000Z');
  expect(endOf('2026-03-29')).toBe('2026-03-29T22:00:00.000Z');
  expect(endOf('2028-02-29')).toBe('2028-02-29T23:00:00.000Z');
  for (const text of ['', '2026-11-31', '2026-02-29', '2026-13-01', '2026-00-10', '31/12/2026'])
    expect([text, parseEndOfDay(text)]).toEqual([text, undefined]);
});
