import { expect, test } from 'vitest';
import { afterCheck, toneOf } from './verdict.ts';

test.each([
  ['deliverable', 'valid', 9],
  ['undeliverable', 'invalid', 9],
  ['risky', 'invalid', 9],
  ['unknown', 'unknown', 10],
] as const)('%s looks %s and leaves %i of 10 credits', (status, tone, left) => {
  expect(toneOf(status)).toBe(tone);
  expect(afterCheck({ available_credit: 10 }, status)).toEqual({ available_credit: left });
});
