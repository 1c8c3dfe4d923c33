import { expect, it } from 'vitest';
import { readGift } from './grant-credits.ts';

it('reads who gets how much, and why', () => {
  expect(readGift(['a@b.fr', '500', '--why', ' defect of 3 May '])).toEqual({
    email: 'a@b.fr',
    credits: 500,
    why: 'defect of 3 May',
  });
  expect(readGift(['--why=x', 'a@b.fr', '1']).credits).toBe(1);
});

it.each([
  [['a@b.fr', '5'], 'Say why'],
  [['a@b.fr', '0', '--why', 'x'], 'between 1 and'],
  [['a@b.fr', '1e3', '--why', 'x'], 'between 1 and'],
  [['a@b.fr', '100000001', '--why', 'x'], 'between 1 and'],
  [['a@b.fr', '--why', 'x'], 'between 1 and'],
  [[], 'Usage'],
  [['a@b.fr', '5', '6', '--why', 'x'], 'Usage'],
  [['a@b.fr', '5', '--because', 'x'], '--because'],
])('refuses %j', (args, said) => {
  expect(() => readGift(args)).toThrow(said);
});
