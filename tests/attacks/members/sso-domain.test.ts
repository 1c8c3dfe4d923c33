import { beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../functions/access/adapters/user.ts';
import { openSession as openPasswordSession } from '../../../functions/access/open-session.ts';
import { hashResetToken } from '../../../functions/account/hashes.ts';
import { requestFactorReset } from '../../../functions/factors/factor-reset.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/model/duration.ts';
import { startFileTable } from '../../support/file-table.ts';
import { addMember, createPerson, type Person } from '../../support/people.ts';
import { createSsoHarness, failed } from '../../support/sso-harness.ts';

/** Tests what happens to single sign-on and its people if the domain loses its record or its account. */

const harness = await createSsoHarness(await startFileTable());
const {
  address,
  answerOf,
  codeOf,
  context,
  domain,
  logIn,
  mailnet,
  openSession,
  owner,
  prove,
  publish,
  read,
  save,
  setUp,
  stranger,
} = harness;

/** Opens a session as a person with a password. */
async function logInWithPassword(user: User): Promise<Readonly<Record<string, string>>> {
  const { token, csrf_token } = await openPasswordSession(context, user);
  return { Authorization: `Bearer ${token}`, 'X-CSRF-Token': csrf_token };
}

/** Uses a new reset link. */
async function resetPassword({ user: { id, email } }: Person) {
  const { passwordHash = '' } = (await context.accounts.get(id)) ?? {};
  const token = context.ids.token(32);
  const expiresAt = context.clock.now() + HOUR_MS;
  const tokenHash = hashResetToken(token);
  await context.passwordResets.create({ tokenHash, userId: id, passwordHash, expiresAt });
  const password = 'another long sieve 8';
  const body = { email, token, new_password: password, confirm_password: password };
  return codeOf('resetPassword', {}, { body });
}

async function findAnna(): Promise<User> {
  const anna = await context.accounts.findByEmail(address());
  if (!anna) throw new Error('there is no person');
  return anna;
}

describe('a domain', () => {
  beforeEach(() => setUp());

  it('is checked again every twelve hours, and stops without its record', async () => {
    await publish(owner(), false);
    expect(await logIn()).toMatchObject({ code: 200 });
    context.clock.advance(13 * HOUR_MS);
    mailnet.setTexts(`_tamis.${domain()}`, 'failing');
    expect(await answerOf('startSso', {}, { body: { email: address() } })).toEqual(
      failed('domain'),
    );
    await prove(owner());
    expect(await save()).toMatchObject({ data: { sso: { verified: true } } });
    await publish(owner(), false);
    expect(await answerOf('startSso', {}, { body: { email: address() } })).toEqual(
      failed('domain'),
    );
    expect(await read('listMembers', owner().headers)).toMatchObject({ sso: { verified: false } });
    expect(await save()).toMatchObject({ data: { sso: { verified: false } } });
    await publish();
    expect(await save()).toMatchObject({ data: { sso: { verified: true } } });
    expect(await logIn()).toMatchObject({ code: 200 });
  });

  it('keeps its requirement and open sessions without a record, but lets nobody log in', async () => {
    const colleague = await createPerson(context);
    const headers = await addMember(context, owner(), colleague, 'admin');
    expect(await save({ required: true })).toMatchObject({ code: 200 });
    const session = await openSession();
    await publish(owner(), false);
    expect(await save({ required: true, role: 'viewer' })).toMatchObject({
      data: { sso: { verified: false, required: true, locked: true } },
    });
    expect(await codeOf('listFiles', session)).toBe(200);
    expect(await codeOf('listFiles', headers)).toBe('sso_required');
    expect(await codeOf('listFiles', owner().headers)).toBe(200);
    expect(await answerOf('startSso', {}, { body: { email: address() } })).toEqual(
      failed('domain'),
    );
    await publish();
    // Each login checks again.
    expect(await logIn()).toMatchObject({ code: 200 });
    await publish(owner(), false);
    expect(await save({ required: true, domain: `new.${domain()}` })).toMatchObject({
      data: { sso: { verified: false, locked: true } },
    });
    expect(await codeOf('listFiles', session)).toBe('unauthenticated');
    expect(await codeOf('listFiles', headers)).toBe('sso_required');
    expect(await save({ required: false })).toMatchObject({ data: { sso: { locked: false } } });
    expect(await codeOf('listFiles', headers)).toBe(200);
  });

  it('locks nobody out before it was verified', async () => {
    const colleague = await createPerson(context);
    const headers = await addMember(context, stranger(), colleague, 'admin');
    const changes = { required: true, domain: `other-${domain()}` };
    expect(await save(changes, stranger())).toMatchObject({
      data: { sso: { required: true, locked: false, verified: false } },
    });
    expect(await codeOf('listFiles', headers)).toBe(200);
  });

  it('ends with its requirement only by the owner', async () => {
    const colleague = await createPerson(context);
    const headers = await addMember(context, owner(), colleague, 'admin');
    const { access } = await read('getSecurity', owner().headers);
    const { id } = access.find(({ kind }: { kind: string }) => kind === 'sso');
    const body = { kind: 'sso', id };
    expect(await codeOf('endAccess', headers, { body })).toBe('not_found');
    expect(await save({ required: true })).toMatchObject({ code: 200 });
    expect(await codeOf('endAccess', owner().headers, { body })).toBe(200);
    expect(await codeOf('listFiles', headers)).toBe(200);
  });

  it('holds people of the former account, if another account takes it', async () => {
    const session = await openSession();
    const anna = await findAnna();
    const outsider = await createPerson(context);
    const headers = await addMember(context, owner(), outsider, 'admin');
    expect(await save({ required: true })).toMatchObject({ code: 200 });
    await publish(owner(), false);
    await save({}, stranger());
    await publish(stranger());
    expect(await save({}, stranger())).toMatchObject({ data: { sso: { verified: true } } });
    expect(await codeOf('me', session)).toBe('not_a_member');
    expect(await codeOf('listFiles', headers)).toBe('sso_required');
    const team = await read('listMembers', owner().headers);
    expect(team['sso']).toMatchObject({ verified: false, locked: true });
    expect(team['members']).toMatchObject([
      { role: 'owner' },
      { email: address(), held: true },
      { email: outsider.user.email },
    ]);
    // Whoever reads the emails of the domain now can choose a password for the login.
    const password = await logInWithPassword(anna);
    expect(await save({ required: false })).toMatchObject({ data: { sso: { locked: false } } });
    expect(await codeOf('listFiles', headers)).toBe(200);
    const own = { ...password, 'X-Account-Id': owner().user.id };
    expect(await codeOf('listFiles', own)).toBe('not_a_member');
    const params = { id: anna.id };
    const body = { role: 'viewer' };
    expect(await codeOf('changeMember', headers, { params, body })).toBe(200);
    expect(await codeOf('listFiles', own)).toBe('not_a_member');
    await prove(owner());
    expect(await codeOf('changeMember', owner().headers, { params, body })).toBe(200);
    expect(await codeOf('listFiles', own)).toBe(200);
  });

  it('resets no password of an owner by email, if another account takes it', async () => {
    const [, own = ''] = owner().user.email.split('@');
    await setUp({ domain: own });
    await publish(owner(), false);
    await save({ domain: own }, stranger());
    await publish(stranger());
    const reset = () => resetPassword(owner());
    expect(await reset()).toBe(200);
    await prove(stranger());
    expect(await save({ domain: own }, stranger())).toMatchObject({
      data: { sso: { verified: true } },
    });
    expect(await reset()).toBe('address_lost');
    const why = 'Proved the ownership of the company';
    const { user } = owner();
    expect(await requestFactorReset(context, user, { why })).toEqual(expect.any(String));
    expect(await reset()).toBe('address_lost');
    context.clock.advance(DAY_MS);
    expect(await reset()).toBe(200);
  });

  it('belongs to one account, until its record is gone', async () => {
    expect(await save({}, stranger())).toMatchObject({ data: { sso: { verified: false } } });
    const { sso } = await read('listMembers', stranger().headers);
    const { sso: first } = await read('listMembers', owner().headers);
    const { record_name: name = '', record_value: theirs = '' } = sso;
    mailnet.setTexts(name, [theirs, first['record_value'] ?? '']);
    expect(await save({}, stranger())).toEqual(failed('domain_taken'));
    const session = await openSession();
    mailnet.setTexts(name, [theirs]);
    expect(await save({}, stranger())).toMatchObject({ data: { sso: { verified: true } } });
    expect(await codeOf('me', session)).toBe('not_a_member');
    const holder = { kind: 'access_change', userId: owner().user.id };
    expect(context.accountMessages.at(-2)).toMatchObject(holder);
    expect(await logIn()).toEqual(failed('disabled'));
    const accountId = stranger().user.id;
    expect(await logIn({ accountId })).toMatchObject({ code: 'sso_link_required' });
  });
});
