import { expect, test } from 'vitest';
import { parseRetryAfter } from './api-error.ts';

const NOW = Date.parse('2026-11-20T08:00:00.500Z');

test.each([
  ['12', 12],
  [' 0 ', 0],
  ['Fri, 20 Nov 2026 08:01:00 GMT', 60],
  ['Fri, 20 Nov 2026 07:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('parses Retry-After %j as %s seconds', (header, seconds) => {
  expect(parseRetryAfter(header, NOW)).toBe(seconds);
});
