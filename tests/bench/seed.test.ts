import { expect, it } from 'vitest';
import { readSeed } from './seed.ts';

it('reads how many customers, and which', () => {
  expect(readSeed([])).toEqual({ users: 0, seed: 1 });
  expect(readSeed(['--users', '100000', '--seed=7'])).toEqual({ users: 100_000, seed: 7 });
});

it.each([
  [['--users', 'many'], 'Usage'],
  [['--users', '-1'], '--users'],
  [['--users', '1000001'], 'Usage'],
  [['--users', '5', '--seed', '1.5'], 'Usage'],
  [['100000'], '100000'],
])('refuses %j', (args, said) => {
  expect(() => readSeed(args)).toThrow(said);
});
