import { expect, it } from 'vitest';
import { areAdjacentKeys } from './suggest-correction.ts';

it.each([
  ['g', 'f', true],
  ['g', 't', true],
  ['g', 'y', true],
  ['g', 'v', true],
  ['g', 'b', true],
  ['a', 'z', true],
  ['q', 'a', true],
  ['y', 'x', true],
  ['g', 'r', false],
  ['g', 'n', false],
  ['q', 'p', false],
  ['t', 'v', false],
  ['g', '1', false],
])('%s and %s: %s', (one, other, expected) => {
  expect(areAdjacentKeys(one, other)).toBe(expected);
  expect(areAdjacentKeys(other, one)).toBe(expected);
});
