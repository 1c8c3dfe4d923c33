import { expect, it } from 'vitest';
import { parseGrantArguments } from './grant-credits.ts';

it('parses recipient, amount, reason, and the id of a repeated call', () => {
  const args = ['a@b.fr', '500', '--why', ' defect of 3 May '];
  const first = parseGrantArguments(args);
  expect(first).toEqual({
    email: 'a@b.fr',
    credits: 500,
    why: 'defect of 3 May',
    grantId: expect.any(String),
  });
  expect(parseGrantArguments(args)).not.toEqual(first);
  expect(parseGrantArguments([...args, '--id', first.grantId])).toEqual(first);
  expect(parseGrantArguments(['--why=x', 'a@b.fr', '1']).credits).toBe(1);
  expect(parseGrantArguments(['a@b.fr', '1', '--why', 'PO 7', '--paid', '305.5']).cents).toBe(
    305_50,
  );
});

it.each([
  [['a@b.fr', '5'], 'Give a reason'],
  [['a@b.fr', '0', '--why', 'x'], 'between 1 and'],
  [['a@b.fr', '1e3', '--why', 'x'], 'between 1 and'],
  [['a@b.fr', '100000001', '--why', 'x'], 'between 1 and'],
  [['a@b.fr', '--why', 'x'], 'between 1 and'],
  [['a@b.fr', '5', '--why', 'x', '--paid', '0'], 'Give the amount paid'],
  [['a@b.fr', '5', '--why', 'x', '--paid', '1e3'], 'Give the amount paid'],
  [['a@b.fr', '5', '--why', 'x', '--paid', '1,50'], 'Give the amount paid'],
  [['a@b.fr', '5', '--why', 'x', '--id', ''], 'Give the id'],
  [[], 'Usage'],
  [['a@b.fr', '5', '6', '--why', 'x'], 'Usage'],
  [['a@b.fr', '5', '--because', 'x'], '--because'],
])('refuses %j', (args, message) => {
  expect(() => parseGrantArguments(args)).toThrow(message);
});
