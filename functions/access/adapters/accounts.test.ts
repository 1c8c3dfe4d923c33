import { describe, expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { createAccounts } from './accounts.ts';
import { passwordIdOf } from '../../platform/secrets/account-secrets.ts';

const TERMS = { version: '2024-10-10', at: '2026-11-20T08:00:00.000Z', ip: '192.0.2.1' };

const table = await startFileTable();

let people = 0;
function stage() {
  people += 1;
  const clock = testClock();
  const db = table.db(clock);
  const registration = {
    email: `Ada.${people}@Mail.Example`,
    firstName: 'Ada',
    lastName: 'Martin',
    language: 'fr' as const,
    passwordHash: 'hash-1',
  };
  const ids = { first: `first-${people}`, second: `second-${people}` };
  return {
    clock,
    db,
    registration,
    ids,
    accounts: createAccounts(db, clock),
  };
}

describe('an account', () => {
  it('belongs to a customer and is found by its address in any spelling', async () => {
    const { accounts, registration, ids, clock } = stage();
    const user = await accounts.create(ids.first, registration);
    expect(user).toEqual({
      ...registration,
      passwordHash: passwordIdOf(registration.passwordHash),
      id: ids.first,
      role: 2,
      status: 1,
      paid: false,
      createdAt: new Date(clock.now()).toISOString(),
    });
    expect(await accounts.findByEmail(registration.email.toUpperCase())).toEqual(user);
    expect(await accounts.get(ids.first)).toEqual(user);
    expect(await accounts.get('nobody')).toBeUndefined();
    expect(await accounts.findByEmail('nobody@mail.example')).toBeUndefined();
  });

  it('is the only one for its address, even among concurrent registrations', async () => {
    const { accounts, registration, ids } = stage();
    const created = await Promise.all(
      Array.from({ length: 8 }, (_, at) => accounts.create(`${ids.first}-${at}`, registration)),
    );
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await accounts.findByEmail(registration.email)).toEqual(created.find(Boolean));
  });

  it('has either role', async () => {
    const { accounts, registration, ids } = stage();
    expect(await accounts.create(ids.first, registration, 1)).toMatchObject({ role: 1 });
  });

  it.each([
    'x1<victim@v.test>',
    'victim(c)@v.test',
    'victim@v.test..',
    'vic..tim@v.test',
    'victim',
    '@v.test',
  ])('is never created for %s', async (email) => {
    const { accounts, registration, ids } = stage();
    await expect(accounts.create(ids.first, { ...registration, email })).rejects.toThrow(TypeError);
    expect(await accounts.findByEmail(email)).toBeUndefined();
  });

  it('has one mailbox, whatever the spelling of its address', async () => {
    const { accounts, registration, ids } = stage();
    const name = `é.${ids.first}`;
    const user = await accounts.create(ids.first, {
      ...registration,
      email: `${name}@Bücher.test`,
    });
    for (const email of [
      `${name}@bücher.test`,
      `${name.normalize('NFD').toUpperCase()}@xn--bcher-kva.TEST`,
      `"${name}"@bücher.test`,
    ]) {
      expect(await accounts.findByEmail(email)).toEqual(user);
      expect(await accounts.create(ids.second, { ...registration, email })).toBeUndefined();
    }
  });

  it('replaces its password hash only if it is still the hash that was read', async () => {
    const { accounts, registration, ids } = stage();
    const { passwordHash: from = '' } = (await accounts.create(ids.first, registration)) ?? {};
    expect(await accounts.replacePasswordHash(ids.first, 'hash-0', 'x')).toBe(false);
    expect(await accounts.replacePasswordHash(ids.first, from, 'hash-2')).toBe(true);
    expect(await accounts.replacePasswordHash('nobody', from, 'x')).toBe(false);
    const user = await accounts.get(ids.first);
    expect(user).toMatchObject({ passwordHash: passwordIdOf('hash-2') });
    expect(await accounts.readPasswordHash(user)).toBe('hash-2');
  });

  it('records the acceptance of each version of the terms once', async () => {
    const { accounts, registration, ids } = stage();
    await accounts.create(ids.first, registration);
    expect((await accounts.acceptTerms(ids.first, TERMS))?.terms).toEqual(TERMS);
    const later = { ...TERMS, at: '2027-01-01T00:00:00.000Z' };
    expect((await accounts.acceptTerms(ids.first, later))?.terms).toEqual(TERMS);
    const newer = { ...later, version: '2027-01-01' };
    expect((await accounts.acceptTerms(ids.first, newer))?.terms).toEqual(newer);
    expect(await accounts.acceptTerms('nobody', TERMS)).toBeUndefined();
  });
});
