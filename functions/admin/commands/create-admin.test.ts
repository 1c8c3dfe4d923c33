import { expect, it } from 'vitest';
import { readAdmin } from './create-admin.ts';

it('reads who becomes an administrator', () => {
  expect(readAdmin(['a@b.fr', '--first-name', 'Ada', '--last-name=Martin'])).toEqual({
    email: 'a@b.fr',
    firstName: 'Ada',
    lastName: 'Martin',
  });
});

it.each([
  [[], 'Usage'],
  [['a@b.fr'], 'Usage'],
  [['nobody', '--first-name=A', '--last-name=B'], 'Usage'],
  [['a@b.fr', 'c@d.fr', '--first-name=A', '--last-name=B'], 'Usage'],
  [['a@b.fr', '--name=A'], '--name'],
])('refuses %j', (args, said) => {
  expect(() => readAdmin(args)).toThrow(said);
});
