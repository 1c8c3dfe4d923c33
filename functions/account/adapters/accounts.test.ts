import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable, type TestTable } from '../../../tests/support/dynamo.ts';
import { testClock } from '../../../tests/support/test-context.ts';
import { createAccounts } from './accounts.ts';
import { createOtps } from './otps.ts';

const DAY = 24 * 3600 * 1000;
const TERMS = { version: '2024-10-10', at: '2026-11-20T08:00:00.000Z', ip: '192.0.2.1' };

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

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
    otps: createOtps(db),
  };
}

const challenge = (id: string, now: number) => ({ id, mac: 'mac', expiresAt: now + 600_000 });
const NEVER = { issuedAt: [], total: 0 };

describe('an account', () => {
  it('is an unverified customer at first, found by its address in any spelling', async () => {
    const { accounts, registration, ids, clock } = stage();
    const user = await accounts.create(ids.first, registration);
    expect(user).toEqual({
      ...registration,
      id: ids.first,
      role: 2,
      status: 1,
      verified: false,
      paid: false,
      createdAt: new Date(clock.now()).toISOString(),
    });
    expect(await accounts.findByEmail(registration.email.toUpperCase())).toEqual(user);
    expect(await accounts.get(ids.first)).toEqual(user);
    expect(await accounts.get('nobody')).toBeUndefined();
    expect(await accounts.findByEmail('nobody@mail.example')).toBeUndefined();
  });

  it('is the only one of its address, also among many at once', async () => {
    const { accounts, registration, ids } = stage();
    const created = await Promise.all(
      Array.from({ length: 8 }, (_, at) => accounts.create(`${ids.first}-${at}`, registration)),
    );
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await accounts.findByEmail(registration.email)).toEqual(created.find(Boolean));
  });

  it('goes after a week unless it was verified, and its address is free again', async () => {
    const { accounts, registration, ids, clock } = stage();
    await accounts.create(ids.first, registration);
    clock.advance(7 * DAY - 1000);
    expect(await accounts.get(ids.first)).toBeDefined();
    expect(await accounts.create(ids.second, registration)).toBeUndefined();
    clock.advance(2000);
    expect(await accounts.get(ids.first)).toBeUndefined();
    expect(await accounts.create(ids.second, registration)).toMatchObject({ id: ids.second });
    expect(await accounts.findByEmail(registration.email)).toMatchObject({ id: ids.second });
  });

  it('is verified by the live challenge alone, once, and stays', async () => {
    const { accounts, otps, registration, ids, clock } = stage();
    await accounts.create(ids.first, registration);
    await otps.issue(ids.first, challenge('a', clock.now()), NEVER, clock.now());
    expect(await accounts.verify(ids.first, 'b')).toBe(false);
    expect(await accounts.verify('nobody', 'a')).toBe(false);
    const both = await Promise.all([
      accounts.verify(ids.first, 'a'),
      accounts.verify(ids.first, 'a'),
    ]);
    expect(both.toSorted()).toEqual([false, true]);
    clock.advance(400 * DAY);
    expect(await accounts.findByEmail(registration.email)).toMatchObject({ verified: true });
    expect(await otps.takeTry(ids.first, clock.now())).toBeUndefined();
  });

  it('is replaced as long as it is unverified, with its challenge', async () => {
    const { accounts, otps, registration, ids, clock } = stage();
    const user = await accounts.create(ids.first, { ...registration, partnerKey: 'spring' });
    if (!user) throw new Error('taken');
    await otps.issue(ids.first, challenge('a', clock.now()), NEVER, clock.now());
    clock.advance(6 * DAY);
    const again = { ...registration, firstName: 'Eve', passwordHash: 'hash-2' };
    expect(await accounts.reregister(user, again)).toMatchObject({
      id: ids.first,
      firstName: 'Eve',
    });
    const stored = await accounts.get(ids.first);
    expect(stored).toMatchObject({ passwordHash: 'hash-2' });
    expect(stored).not.toHaveProperty('partnerKey');
    expect(await otps.takeTry(ids.first, clock.now())).toBeUndefined();
    expect((await otps.history(ids.first)).total).toBe(1);
    expect(await accounts.reregister({ ...user, status: 2 }, again)).toMatchObject({ status: 2 });
    await accounts.reregister(user, again);

    await otps.issue(
      ids.first,
      challenge('b', clock.now()),
      await otps.history(ids.first),
      clock.now(),
    );
    clock.advance(2 * DAY);
    expect(await accounts.verify(ids.first, 'b')).toBe(true);
    expect(await accounts.reregister(user, again)).toBeUndefined();
  });

  it('changes its hash only from the one that was read', async () => {
    const { accounts, registration, ids } = stage();
    await accounts.create(ids.first, registration);
    expect(await accounts.replacePasswordHash(ids.first, 'hash-0', 'x')).toBe(false);
    expect(await accounts.replacePasswordHash(ids.first, 'hash-1', 'hash-2')).toBe(true);
    expect(await accounts.replacePasswordHash('nobody', 'hash-1', 'x')).toBe(false);
    expect(await accounts.get(ids.first)).toMatchObject({ passwordHash: 'hash-2' });
  });

  it('accepts a version of the terms once, and the next one again', async () => {
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

describe('a challenge', () => {
  it('is stored once for a moment: of two codes at once one is sent', async () => {
    const { otps, ids, clock } = stage();
    const now = clock.now();
    const both = await Promise.all([
      otps.issue(ids.first, challenge('a', now), NEVER, now),
      otps.issue(ids.first, challenge('b', now), NEVER, now),
    ]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(await otps.history(ids.first)).toEqual({ issuedAt: [now], total: 1 });
  });

  it('gives five tries, also to guesses at once', async () => {
    const { otps, ids, clock } = stage();
    const now = clock.now();
    await otps.issue(ids.first, challenge('a', now), NEVER, now);
    const tries = await Promise.all(Array.from({ length: 12 }, () => otps.takeTry(ids.first, now)));
    expect(tries.filter(Boolean)).toHaveLength(5);
    expect(tries.find(Boolean)).toEqual(challenge('a', now));
    expect(await otps.takeTry('nobody', now)).toBeUndefined();
  });

  it('remembers a proven password, also before the first code', async () => {
    const { otps, ids, clock } = stage();
    const now = clock.now();
    await otps.notePassword(ids.first, now);
    const history = await otps.history(ids.first);
    expect(history).toEqual({ issuedAt: [], total: 0, passwordAt: now });
    expect(await otps.issue(ids.first, challenge('a', now), history, now)).toBe(true);
    expect(await otps.history(ids.first)).toMatchObject({ total: 1, passwordAt: now });
  });
});
