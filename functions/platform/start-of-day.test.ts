import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startOfDay } from './start-of-day.ts';

const start = (now: string, zone?: string) =>
  new Date(startOfDay(Date.parse(now), zone)).toISOString();

it.each([
  ['2026-07-14T12:00:00Z', undefined, '2026-07-13T22:00:00.000Z'],
  ['2026-01-14T22:59:59Z', 'Europe/Paris', '2026-01-13T23:00:00.000Z'],
  ['2026-01-14T23:00:00Z', 'Europe/Paris', '2026-01-14T23:00:00.000Z'],
  // The days on which daylight saving time starts and ends.
  ['2026-03-29T20:00:00Z', 'Europe/Paris', '2026-03-28T23:00:00.000Z'],
  ['2026-10-25T20:00:00Z', 'Europe/Paris', '2026-10-24T22:00:00.000Z'],
  // A day that started at one o'clock.
  ['2018-11-04T20:00:00Z', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['2026-01-14T12:00:00Z', 'Asia/Kathmandu', '2026-01-13T18:15:00.000Z'],
  ['2026-01-14T12:00:00Z', 'No/Where', '2026-01-13T23:00:00.000Z'],
])('start of day of %s in %s is %s', (now, zone, expected) => {
  expect(start(now, zone)).toBe(expected);
});

it('returns the first moment of the day, at most 25 hours ago', () => {
  const zones = ['Europe/Paris', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata', 'UTC'];
  const moment = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) });
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (now, zone) => {
      const dayStart = startOfDay(now, zone);
      const day = (at: number) => new Date(at).toLocaleDateString('en-GB', { timeZone: zone });
      expect(now - dayStart).toBeGreaterThanOrEqual(0);
      expect(now - dayStart).toBeLessThan(25 * 3_600_000);
      expect(day(dayStart)).toBe(day(now));
      expect(day(dayStart - 1)).not.toBe(day(now));
    }),
    { seed: 1440 },
  );
});
