import { z } from 'zod/mini';
import { expect, it } from 'vitest';
import { typedNumberSchema } from './typed-number.ts';

it.each([
  ['', null],
  [' 500 ', 500],
  ['1,000,000', 1_000_000],
  ['1.000', 1000],
  ['1\u202f000', 1000],
  ['12’000', 12_000],
  ['1.5', 1.5],
  ['1,5', NaN],
  ['10 00', NaN],
])('parses %j as %s', (typed, number) => {
  expect(z.parse(typedNumberSchema, typed)).toBe(number);
});
