import { expect, it } from 'vitest';
import { weekOf, weeksUpTo } from './figures.ts';

it.each([
  ['2026-11-23T00:00:00.000Z', '2026-11-23'],
  ['2026-11-24T20:45:00.000Z', '2026-11-23'],
  ['2026-11-29T23:59:59.999Z', '2026-11-23'],
  ['2026-11-30T00:00:00.000Z', '2026-11-30'],
  ['2027-01-02T12:00:00.000Z', '2026-12-28'],
])('the week of %s starts on Monday, %s', (at, monday) =>
  expect(weekOf(Date.parse(at))).toBe(monday),
);

it('lists weeks oldest first', () =>
  expect(weeksUpTo(Date.parse('2027-01-05'), 3)).toEqual([
    '2026-12-21',
    '2026-12-28',
    '2027-01-04',
  ]));
