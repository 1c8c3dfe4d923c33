import { expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { testContext } from '../../../tests/support/test-context.ts';
import { createAdmin, parseAdminArguments } from './create-admin.ts';

const table = await startFileTable();

it('creates administrators with random passwords, and does not change an existing account', async () => {
  const context = testContext(table);
  const make = (email: string) =>
    createAdmin(context, { email, firstName: 'Ada', lastName: 'Martin' });
  const passwords = [await make('one@mail.example'), await make('two@mail.example')];
  expect(new Set(passwords).size).toBe(2);
  for (const password of passwords) expect(password).toMatch(/^[\w-]{24}a1$/);
  const admin = await context.accounts.findByEmail('one@mail.example');
  expect(admin?.role).toBe(1);
  const hash = await context.accounts.readPasswordHash(admin);
  expect(await context.passwords.matches(passwords[0] ?? '', hash)).toBe(true);
  await expect(make('one@mail.example')).rejects.toThrow('has an account already');
});

it('parses the address and name of the administrator', () => {
  expect(parseAdminArguments(['a@b.fr', '--first-name', 'Ada', '--last-name=Martin'])).toEqual({
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
])('refuses %j', (args, message) => {
  expect(() => parseAdminArguments(args)).toThrow(message);
});
