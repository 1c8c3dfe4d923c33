import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import type { PendingRegistration } from './registrations.ts';
import { createAccounts } from '../../access/adapters/accounts.ts';
import { createRegistrations } from './registrations.ts';

const table = await startFileTable();

let people = 0;
function stage() {
  people += 1;
  const clock = testClock();
  const db = table.db(clock);
  const address = `ada.${people}@mail.example`;
  const registration = (id: string): PendingRegistration => ({
    id: `${id}-${people}`,
    address,
    email: address.toUpperCase(),
    firstName: 'Ada',
    lastName: 'Martin',
    language: 'fr',
    passwordHash: 'hash',
    partnerKey: 'spring',
    history: { issuedAt: [], total: 0 },
  });
  const challenge = (id: string, tries = 5) => ({
    id,
    mac: 'mac',
    expiresAt: clock.now() + 600_000,
    tries,
  });
  return {
    clock,
    db,
    address,
    registration,
    challenge,
    accounts: createAccounts(db, clock),
    registrations: createRegistrations(db),
  };
}

describe('registrations of one address', () => {
  it('exist in parallel, oldest first, for a week', async () => {
    const { registrations, registration, challenge, address, clock } = stage();
    const start = clock.now();
    await registrations.create(registration('a'), challenge('c1'), clock.now());
    clock.advance(DAY_MS);
    await registrations.create(registration('b'), challenge('c2'), clock.now());
    const [first, second, ...rest] = await registrations.list(address);
    expect(rest).toEqual([]);
    expect(first).toEqual({ ...registration('a'), history: { issuedAt: [start], total: 1 } });
    expect(second?.id).toBe(registration('b').id);
    expect(await registrations.find(address, registration('a').id)).toEqual(first);
    expect(await registrations.find('other@mail.example', registration('a').id)).toBeUndefined();

    clock.advance(6 * DAY_MS + 1000);
    expect(await registrations.list(address)).toEqual([second]);
    expect(await registrations.find(address, registration('a').id)).toBeUndefined();
  });

  it('replace only their own challenge, and only one of two concurrent replacements takes effect', async () => {
    const { registrations, registration, challenge, address, clock } = stage();
    await registrations.create(registration('a'), challenge('c1'), clock.now());
    await registrations.create(registration('b'), challenge('c2'), clock.now());
    const a = await registrations.find(address, registration('a').id);
    if (!a) throw new Error('the registration is gone');
    clock.advance(60_000);
    const issued = await Promise.all([
      registrations.replaceChallenge(a, 'owner', challenge('c3'), clock.now()),
      registrations.replaceChallenge(a, 'owner', challenge('c4'), clock.now()),
    ]);
    expect(issued.toSorted()).toEqual([false, true]);
    expect(['c3', 'c4']).toContain((await registrations.takeTry(a, 'owner', clock.now()))?.id);
    expect((await registrations.takeTry(registration('b'), 'owner', clock.now()))?.id).toBe('c2');
    expect((await registrations.find(address, a.id))?.history.total).toBe(2);
    clock.advance(600_000);
    expect(await registrations.takeTry(a, 'owner', clock.now())).toBeUndefined();
  });

  it('record a proven password, unless they no longer exist', async () => {
    const { registrations, registration, challenge, address, clock } = stage();
    const a = registration('a');
    await registrations.recordPasswordProof(a, clock.now());
    expect(await registrations.list(address)).toEqual([]);
    await registrations.create(a, challenge('c1'), clock.now());
    await registrations.recordPasswordProof(a, clock.now());
    expect((await registrations.find(address, a.id))?.history.passwordAt).toBe(clock.now());
  });

  it('become one account, once, and only through a live challenge', async () => {
    const { accounts, db, registrations, registration, challenge, address, clock } = stage();
    const [a, b] = [registration('a'), registration('b')];
    await registrations.create(a, challenge('c1'), clock.now());
    await registrations.create(b, challenge('c2'), clock.now());
    const confirm = async (one: PendingRegistration, challengeId: string) => {
      const { writes } = accounts.draft(one.id, one);
      return (
        (await db.transact([...writes, registrations.deleteRegistration(one, challengeId)])) ===
        undefined
      );
    };
    expect(await confirm(a, 'c2')).toBe(false);
    const won = await Promise.all([confirm(a, 'c1'), confirm(a, 'c1'), confirm(b, 'c2')]);
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await accounts.findByEmail(address)).toMatchObject({ email: a.email });
    await registrations.deleteAll(address);
    expect(await registrations.list(address)).toEqual([]);
  });
});
