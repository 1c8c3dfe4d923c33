import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../shared/model/duration.ts';
import { mayIssueCode, type OtpHistory, recordIssuedCode } from './otp.ts';

const NOW = 1_800_000_000_000;
const none: OtpHistory = { issuedAt: [], total: 0 };
const history = (total: number, ...minutesAgo: number[]): OtpHistory => ({
  total,
  issuedAt: minutesAgo.map((ago) => NOW - ago * MINUTE_MS).toSorted(),
});

describe('another code', () => {
  it.each([
    ['at first', none, true],
    ['within the minute', history(1, 0.99), false],
    ['after a minute', history(1, 1), true],
    ['as the fifth of a day', history(4, 400, 300, 200, 100), true],
    ['as the sixth of a day', history(5, 500, 400, 300, 200, 100), false],
    ['when the first of five is a day old', history(5, 1440, 400, 300, 200, 100), true],
    ['as the tenth in all', history(9, 5000), true],
    ['as the eleventh in all', history(10, 5000), false],
  ])('is sent %s: %o → %s', (_, given, expected) => {
    expect(mayIssueCode(given, NOW)).toBe(expected);
  });

  it('is sent beyond the lifetime limit within ten minutes of the password', () => {
    const exhausted = history(10, 5000);
    expect(mayIssueCode({ ...exhausted, passwordAt: NOW - 10 * MINUTE_MS + 1 }, NOW)).toBe(true);
    expect(mayIssueCode({ ...exhausted, passwordAt: NOW - 10 * MINUTE_MS }, NOW)).toBe(false);
  });
});

it('keeps the times of the last five codes and counts all codes', () => {
  let given = none;
  for (let day = 0; day < 8; day += 1) given = recordIssuedCode(given, NOW + day * DAY_MS);
  expect(given.total).toBe(8);
  expect(given.issuedAt).toEqual([3, 4, 5, 6, 7].map((day) => NOW + day * DAY_MS));
});
