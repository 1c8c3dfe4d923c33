import { expect, test } from 'vitest';
import { createFormatters } from './format.ts';

const en = createFormatters('en', 'Europe/Paris');
const fr = createFormatters('fr', 'Europe/Paris');

test('groups digits as the language does', () => {
  expect(en.number(1_234_567)).toBe('1,234,567');
  expect(fr.number(1_234_567)).toBe('1\u00a0234\u00a0567');
  expect([en.short(1e6), en.short(1e7), fr.short(1e6)]).toEqual(['1M', '10M', '1\u00a0M']);
});

test('rounds a percentage down, so that 100 % means complete', () => {
  expect(en.percent(0.999)).toBe('99%');
  expect(en.percent(1)).toBe('100%');
  expect(en.percent(0.29)).toBe('29%');
  expect(fr.percent(0.42)).toBe('42\u00a0%');
});

test('formats dates in the time zone of the reader', () => {
  expect(en.date('2026-11-19T23:30:00Z')).toBe('20 Nov 2026');
  expect(fr.date('2026-11-19T23:30:00Z')).toBe('20 nov. 2026');
});

test('adds the date to a time only if it differs', () => {
  expect(en.moment('2026-11-20T08:05:00Z', '2026-11-20T08:00:00Z')).toBe('09:05');
  expect(en.moment('2026-11-21T08:05:00Z', '2026-11-20T08:00:00Z')).toBe('21 Nov, 09:05');
  expect(fr.moment('2026-11-21T08:05:00Z', '2026-11-20T08:00:00Z')).toBe('21 nov., 09:05');
});

test('adds the year to a date only if it differs', () => {
  expect(en.moment('2025-11-21T08:05:00Z', '2026-11-20T08:00:00Z')).toBe('21 Nov 2025, 09:05');
  expect(fr.moment('2025-11-21T08:05:00Z', '2026-11-20T08:00:00Z')).toBe('21 nov. 2025, 09:05');
  // In Paris, both are in 2027.
  expect(en.moment('2026-12-31T23:30:00Z', '2027-01-02T08:00:00Z')).toBe('1 Jan, 00:30');
});

test('formats sizes in megabytes, and in French in mégaoctets', () => {
  expect(en.megabytes(100 * 1024 * 1024)).toBe('100 MB');
  expect(fr.megabytes(100 * 1024 * 1024)).toBe('100\u00a0Mo');
});

test.each([
  [5, 14, '5–15\u00a0seconds', '5–15\u00a0secondes'],
  [61, 119, '60–120\u00a0seconds', '60–120\u00a0secondes'],
  [40, 130, '1–3\u00a0minutes', '1–3\u00a0minutes'],
  [13 * 60, 26 * 60, '10–30\u00a0minutes', '10–30\u00a0minutes'],
  [50 * 60, 2 * 3600, '1–2\u00a0hours', '1–2\u00a0heures'],
  [40 * 3600, 80 * 3600, '1–4\u00a0days', '1–4\u00a0jours'],
  [300, 300, '5\u00a0minutes', '5\u00a0minutes'],
  [0, 0, '1\u00a0second', '1\u00a0seconde'],
])('formats %i to %i seconds as rounded figures of one unit', (from, to, english, french) => {
  expect(en.range(from, to)).toBe(english);
  expect(fr.range(from, to)).toBe(french);
});

test('formats a share below ten percent with a decimal, and a past time in its largest unit', () => {
  expect([0, 0.0001, 0.014, 0.0999, 0.514, 1].map(en.share)).toEqual([
    '0%',
    '<\u00a00.1%',
    '1.4%',
    '10%',
    '51%',
    '100%',
  ]);
  expect([30, 240, 5000].map(en.ago)).toEqual(['30 seconds ago', '4 minutes ago', '1 hour ago']);
  expect(fr.ago(240)).toBe('il y a 4 minutes');
});
