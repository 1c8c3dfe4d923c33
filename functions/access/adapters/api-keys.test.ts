import { describe, expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { createPerson } from '../../../tests/support/people.ts';
import { createTestSecrets, testContext } from '../../../tests/support/test-context.ts';
import type { User } from './user.ts';
import { resealKeys } from '../../account/reseal-keys.ts';
import { keyCopiesKey } from '../../platform/secrets/account-secrets.ts';

const table = await startFileTable();
const context = testContext(table);

const reload = async ({ id }: User): Promise<User> => {
  const user = await context.accounts.get(id);
  if (!user) throw new Error('the account is gone');
  return user;
};
const keyOf = async (user: User) => context.apiKeys.reveal(await reload(user));

describe('an API key', () => {
  it('exists while its user is paid, and is replaced when the user pays again', async () => {
    const { apiKeys } = context;
    const { user, apiKey: first } = await createPerson(context, { paid: true });
    expect(await apiKeys.findUser(first ?? '')).toBe(user.id);
    await apiKeys.setPaid(user.id, true);
    expect(await keyOf(user)).toBe(first);

    await apiKeys.setPaid(user.id, false);
    await apiKeys.setPaid(user.id, false);
    expect(await keyOf(user)).toBeNull();
    expect(await reload(user)).toMatchObject({ paid: false });
    expect(await apiKeys.findUser(first ?? '')).toBeUndefined();

    await apiKeys.setPaid(user.id, true);
    const second = await keyOf(user);
    expect(second).not.toBe(first);
    expect(await apiKeys.findUser(second ?? '')).toBe(user.id);
  });

  it('is created once for concurrent purchases', async () => {
    const { user } = await createPerson(context);
    await Promise.all([1, 2, 3, 4].map(() => context.apiKeys.setPaid(user.id, true)));
    const key = await keyOf(user);
    expect(await context.apiKeys.findUser(key ?? '')).toBe(user.id);
  });

  it('is stored as a hash and a sealed copy, never in the clear', async () => {
    const { user, apiKey } = await createPerson(context, { paid: true });
    const items = [];
    for await (const item of table.db().query({ partition: `USER#${user.id}`, prefix: '' }))
      items.push(item);
    expect(items.length).toBeGreaterThan(1);
    expect(JSON.stringify(items)).not.toContain(apiKey ?? 'no key');
    expect((await context.db.get(keyCopiesKey(user.id)))?.['apiKeySealed']).toMatch(
      /^[\w-]{8}\.[\w-]{90,}$/,
    );
  });

  it('is not found by a text that is not a key', async () => {
    for (const key of ['', 'tms_live_', `tms_live_${'0'.repeat(36)}`, 'PK#SK'])
      expect(await context.apiKeys.findUser(key)).toBeUndefined();
    await context.apiKeys.setPaid('nobody', true);
  });

  it('is replaced by a reset in one step: the previous key stops working immediately', async () => {
    const { apiKeys } = context;
    const { user, apiKey: first, testKey } = await createPerson(context, { paid: true });
    const second = await apiKeys.reset(user.id);
    expect(second).toMatch(/^tms_live_/);
    expect(second).not.toBe(first);
    expect(await keyOf(user)).toBe(second);
    expect(await apiKeys.findUser(first ?? '')).toBeUndefined();
    expect(await apiKeys.findUser(second ?? '')).toBe(user.id);
    expect(await apiKeys.revealTest(await reload(user))).toBe(testKey);
  });

  it('is not reset for an unpaid or unknown user', async () => {
    const { user } = await createPerson(context);
    expect(await context.apiKeys.reset(user.id)).toBeUndefined();
    expect(await keyOf(user)).toBeNull();
    expect(await context.apiKeys.reset('nobody')).toBeUndefined();
  });

  it('is unique after concurrent resets and refunds; all other keys stop working', async () => {
    const { user, apiKey } = await createPerson(context, { paid: true });
    const made = await Promise.all([1, 2, 3].map(() => context.apiKeys.reset(user.id)));
    const alive = [];
    for (const key of [apiKey, ...made])
      if (await context.apiKeys.findUser(key ?? '')) alive.push(key);
    expect(alive).toEqual([await keyOf(user)]);

    const [late] = await Promise.all([
      context.apiKeys.reset(user.id),
      context.apiKeys.setPaid(user.id, false),
    ]);
    expect(await keyOf(user)).toBeNull();
    for (const key of [...alive, late])
      expect(await context.apiKeys.findUser(key ?? '')).toBeUndefined();
  });
});

describe('a test key', () => {
  it('exists once for every customer, and not for administrators', async () => {
    const { user, testKey } = await createPerson(context);
    expect(testKey).toMatch(/^tms_test_[0-9A-Za-z]{36}$/);
    await Promise.all([1, 2, 3].map(() => context.apiKeys.ensureTest(user.id)));
    expect(await context.apiKeys.revealTest(await reload(user))).toBe(testKey);
    expect(await context.apiKeys.findUser(testKey ?? '')).toBe(user.id);
    expect((await createPerson(context, { admin: true })).testKey).toBeNull();
    await context.apiKeys.ensureTest('nobody');
  });

  it('is created once for concurrent logins', async () => {
    const names = { firstName: 'Ada', lastName: 'Martin', language: 'en' } as const;
    const registration = { ...names, email: 'first@mail.example', passwordHash: 'h' };
    await context.accounts.create('user-first', registration);
    await Promise.all([1, 2, 3, 4].map(() => context.apiKeys.ensureTest('user-first')));
    const user = await context.accounts.get('user-first');
    const key = user && (await context.apiKeys.revealTest(user));
    expect(await context.apiKeys.findUser(key ?? '')).toBe('user-first');
  });
});

describe('after the application secret was replaced', () => {
  it('keys are still displayed, and new ones are sealed with the new secret', async () => {
    const old = testContext(table, { secrets: createTestSecrets('first') });
    const { user, apiKey, testKey } = await createPerson(old, { paid: true });
    const rotated = testContext(table, { secrets: createTestSecrets('second', 'first') });
    expect(await rotated.apiKeys.reveal(user)).toBe(apiKey);
    expect(await rotated.apiKeys.revealTest(user)).toBe(testKey);
    const next = await rotated.apiKeys.reset(user.id);
    const twice = testContext(table, { secrets: createTestSecrets('third', 'second') });
    expect(await twice.apiKeys.reveal(await reload(user))).toBe(next);
  });

  it('and the copies were resealed, it can be replaced again and again', async () => {
    const old = testContext(table, { secrets: createTestSecrets('first') });
    const people = [await createPerson(old, { paid: true }), await createPerson(old)];
    const mine = people.map(({ user }) => user.id);
    // The other tests of this file leave copies that are sealed with other secrets.
    const directory = { ...old.directory, list: async () => old.directory.read(mine) };
    for (const [next, last] of [
      ['second', 'first'],
      ['third', 'second'],
      ['fourth', 'third'],
    ] as const) {
      const { apiKeys } = testContext(table, { secrets: createTestSecrets(next, last) });
      const counts = { customers: 2, unreadable: 0 };
      expect(await resealKeys({ directory }, [apiKeys])).toEqual({
        ...counts,
        resealed: 3,
      });
      expect(await resealKeys({ directory }, [apiKeys])).toEqual({
        ...counts,
        resealed: 0,
      });
      for (const { user, apiKey, testKey } of people) {
        expect(await apiKeys.reveal(await reload(user))).toBe(apiKey);
        expect(await apiKeys.revealTest(await reload(user))).toBe(testKey);
      }
    }
    const { apiKeys } = testContext(table, { secrets: createTestSecrets('sixth', 'fifth') });
    expect(await resealKeys({ directory }, [apiKeys])).toMatchObject({
      resealed: 0,
      unreadable: 3,
    });
  });

  it('a key whose copy cannot be decrypted still works, and its user can still log in', async () => {
    const { user, apiKey } = await createPerson(context, { paid: true });
    const other = testContext(table, { secrets: createTestSecrets('another secret') });
    expect(await other.apiKeys.reveal(user)).toBeNull();
    expect(other.lines.join('')).toContain('api_key_unreadable');
    expect(await other.apiKeys.findUser(apiKey ?? '')).toBe(user.id);
  });
});
