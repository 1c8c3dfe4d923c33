import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openSession as openPasswordSession } from '../../../functions/access/open-session.ts';
import { sessionIdOf } from '../../../functions/access/session.ts';
import { contract, type RouteName } from '../../../shared/contract/index.ts';
import type { Route } from '../../../shared/contract/route.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/model/duration.ts';
import { startFileTable } from '../../support/file-table.ts';
import { addMember, createPerson, PERSON_PASSWORD, type Person } from '../../support/people.ts';
import { createSsoHarness, failed } from '../../support/sso-harness.ts';

/** Tests what a single sign-on session can access, and how an existing login is linked. */

const harness = await createSsoHarness(await startFileTable());
const {
  address,
  answerOf,
  codeOf,
  complete,
  context,
  logIn,
  openSession,
  owner,
  provider,
  read,
  save,
  setUp,
  start,
  stranger,
} = harness;

describe('a transfer', () => {
  /** Transfers the account to an administrator with the address. */
  async function transfer(email: string, keepSso?: boolean) {
    const buyer = await createPerson(context, { email });
    const headers = await addMember(context, owner(), buyer, 'admin');
    const offer = { params: { id: buyer.user.id }, body: { role: 'owner' } };
    expect(await codeOf('changeMember', owner().headers, offer)).toBe(200);
    const body = { accept: true, terms_accepted: 1, keep_sso: keepSso };
    const { sso } = await read('answerTransfer', headers, { body });
    return { headers, sso };
  }

  it('ends single sign-on, its requirement and its sessions, and the former domain gets nothing', async () => {
    await setUp({ required: true });
    const [session, flow] = [await openSession(), await start()];
    // The buyer has no address at the domain, so the choice to keep it has no effect.
    const { headers, sso } = await transfer(`buyer-${address()}.example`, true);
    expect(sso).toBeNull();
    expect(await codeOf('listLists', session)).toBe('unauthenticated');
    expect(await complete(flow)).toEqual(failed('disabled'));
    expect(await start()).toMatchObject({ url: '' });
    const member = await createPerson(context);
    const asMember = await addMember(context, owner(), member, 'member');
    expect(await codeOf('listLists', asMember)).toBe(200);
    const { access } = await read('getSecurity', headers);
    expect(JSON.stringify(access)).not.toContain('"kind":"sso"');
  });

  it('keeps single sign-on only for a new owner at its domain, who chooses it', async () => {
    await setUp();
    const session = await openSession();
    const { sso } = await transfer(`boss@${address().split('@')[1]}`, true);
    expect(sso).toMatchObject({ verified: true });
    expect(await codeOf('listLists', session)).toBe(200);
  });

  it('ends single sign-on for a new owner at its domain who does not choose', async () => {
    await setUp();
    const { sso } = await transfer(`chief@${address().split('@')[1]}`);
    expect(sso).toBeNull();
    expect(await context.ssoSettings.get(owner().user.id)).toBeUndefined();
  });
});

describe('a session', () => {
  let session: Record<string, string>;
  beforeEach(async () => {
    await setUp();
    session = await openSession();
  });

  const PERSONAL = Object.entries<Route>(contract).filter(
    ([, { role, withSso }]) => role === 'any' && !withSso,
  );

  it('reaches nothing of the person', async () => {
    expect(PERSONAL.length).toBeGreaterThan(8);
    for (const [name, { method }] of PERSONAL) {
      const parts = method === 'GET' ? {} : { body: {}, params: { id: 'x' } };
      expect([name, await codeOf(name as RouteName, session, parts)]).toEqual([name, 'forbidden']);
    }
  });

  it('reaches no other account of the person', async () => {
    const person = await context.accounts.findByEmail(address());
    if (!person) throw new Error('there is no person');
    const member = { user: person, headers: session } as unknown as Person;
    const headers = await addMember(context, stranger(), member, 'admin');
    expect(await codeOf('me', headers)).toBe('not_a_member');
    expect(await read('me', session)).toMatchObject({ accounts: [{ id: owner().user.id }] });
  });

  it('ends after twelve hours', async () => {
    context.clock.advance(11 * HOUR_MS);
    expect(await codeOf('me', session)).toBe(200);
    context.clock.advance(HOUR_MS);
    expect(await codeOf('me', session)).toBe('unauthenticated');
  });

  it('ends when the client changes, whose subjects are other people', async () => {
    expect(await save({ client_id: 'other' })).toMatchObject({ code: 200 });
    expect(await codeOf('me', session)).toBe('unauthenticated');
    provider.answer({ claims: { email: address(), sub: 'another person' } });
    expect(await logIn()).toMatchObject({ code: 'sso_link_required' });
  });

  it('shows and ends the own sessions and, to an administrator, the access to the account', async () => {
    const linked = await context.accounts.findByEmail(address());
    if (!linked) throw new Error('there is no person');
    const other = await openSession();
    const password = await openPasswordSession(context, linked);
    const kinds = async (headers: Record<string, string>) => {
      const { access } = await read('getSecurity', headers);
      return z.array(z.object({ kind: z.string(), id: z.string() })).parse(access);
    };
    const own = await kinds(session);
    expect(own.map(({ kind }) => kind)).toEqual(['session', 'session']);
    const end = (kind: string, id = '') =>
      codeOf('endAccess', session, { body: { kind, id: id || 'none' } });
    expect(await end('session', sessionIdOf(password.token))).toBe('not_found');
    expect(await end('key', 'first')).toBe('not_found');
    expect(await end('session', own[1]?.id)).toBe(200);
    expect(await codeOf('me', other)).toBe('unauthenticated');
    const params = { id: linked.id };
    const body = { role: 'admin' };
    expect(await codeOf('changeMember', owner().headers, { params, body })).toBe(200);
    expect((await kinds(session)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['session', 'member', 'key']),
    );
    expect((await kinds(session)).map(({ kind }) => kind)).not.toContain('sso');
    expect(await end('key', 'first')).toBe(200);
    const since = new Date(context.clock.now()).toISOString();
    expect(await codeOf('endAccess', session, { body: { since, reset_keys: false } })).toBe(200);
    const headers = { Authorization: `Bearer ${password.token}` };
    expect(await codeOf('me', headers)).toBe(200);
  });

  it('cannot accept the ownership of the account', async () => {
    const { id } = (await context.accounts.findByEmail(address())) ?? { id: '' };
    const params = { id };
    expect(await codeOf('changeMember', owner().headers, { params, body: { role: 'admin' } })).toBe(
      200,
    );
    expect(await codeOf('changeMember', owner().headers, { params, body: { role: 'owner' } })).toBe(
      200,
    );
    const body = { accept: true, terms_accepted: 1 };
    expect(await codeOf('answerTransfer', session, { body })).toBe('forbidden');
  });

  describe('that needs a proof', () => {
    const callSensitive = () =>
      answerOf('createKey', session, { body: { name: 'key', scopes: ['read'] } });
    /** Logs in at the provider again, for the challenge of a refused call. */
    async function reprove(authTime: number, by = session) {
      context.clock.advance(11 * MINUTE_MS);
      const refused = await callSensitive();
      expect(refused).toMatchObject({ code: 'reauthentication_required', methods: ['sso'] });
      const { challenge } = refused as unknown as { challenge: string };
      const started = await start(address(), challenge);
      expect(new URL(started.url).searchParams.get('max_age')).toBe('0');
      const seconds = Math.floor(context.clock.now() / 1000) + authTime;
      provider.answer({ claims: { email: address(), auth_time: seconds } });
      const completed = await complete(started);
      const { data } = completed as { data?: { proof: string } };
      const proof = { method: 'sso', proof: data?.proof ?? 'bm9uZQ' };
      const body = { challenge, proof };
      return { completed, body, code: await codeOf('reauthenticate', by, { body }) };
    }

    it('gets it by a new login at the provider', async () => {
      const proven = await reprove(0);
      expect(proven).toMatchObject({ code: 200 });
      expect(await codeOf('reauthenticate', session, { body: proven.body })).toBe('wrong_factor');
      expect(await callSensitive()).toMatchObject({ code: 200 });
    });

    it('does not get it by an earlier login, nor by a login of unknown time', async () => {
      expect((await reprove(-3600)).completed).toEqual(failed('stale'));
      expect(await callSensitive()).toMatchObject({ code: 'reauthentication_required' });
      expect(await reprove(Number.NaN)).toMatchObject({ code: 'wrong_factor' });
    });

    it('does not get it by another person, another session or a password', async () => {
      const { body } = await reprove(0);
      const other = await openSession();
      expect(await codeOf('reauthenticate', other, { body })).toBe('challenge_expired');
      context.clock.advance(11 * MINUTE_MS);
      const { challenge } = (await callSensitive()) as unknown as { challenge: string };
      const password = { method: 'password', password: PERSON_PASSWORD };
      expect(
        await codeOf('reauthenticate', session, { body: { challenge, proof: password } }),
      ).toBe('wrong_factor');
      const replayed = { ...body, challenge };
      expect(await codeOf('reauthenticate', session, { body: replayed })).toBe('wrong_factor');
      provider.answer({ claims: { email: address(), sub: 'another person' } });
      expect(await complete(await start(address(), challenge))).toEqual(failed('stale'));
    });

    it('does not count an old login at the provider as a proof', async () => {
      const seconds = Math.floor(context.clock.now() / 1000) - 3600;
      provider.answer({ claims: { email: address(), auth_time: seconds } });
      session = await openSession();
      expect(await callSensitive()).toMatchObject({ code: 'reauthentication_required' });
    });
  });
});

describe('a login with a password', () => {
  let colleague: Person;
  beforeEach(async () => {
    colleague = await createPerson(context, { email: address(), paid: true });
    await setUp();
  });
  const link = (challenge: string, by: Person) =>
    codeOf('linkSso', by.headers, { body: { challenge } });
  async function linkChallenge(): Promise<string> {
    const refused = await logIn();
    expect(refused).toMatchObject({ code: 'sso_link_required' });
    return (refused as unknown as { challenge: string }).challenge;
  }

  it('is linked only from its own session, and only for this account', async () => {
    const challenge = await linkChallenge();
    expect(await link(challenge, stranger())).toBe('challenge_expired');
    expect(await link(challenge, colleague)).toBe(200);
    expect(await link(challenge, colleague)).toBe('challenge_expired');
    const session = await openSession();
    expect(await read('me', session)).toMatchObject({
      email: address(),
      account_id: owner().user.id,
      accounts: [{ id: owner().user.id }],
    });
    const own = { ...session, 'X-Account-Id': colleague.user.id };
    expect(await codeOf('me', own)).toBe('not_a_member');
  });

  it('keeps the role that it had as a member', async () => {
    await addMember(context, owner(), colleague, 'billing');
    expect(await link(await linkChallenge(), colleague)).toBe(200);
    expect(await read('me', await openSession())).toMatchObject({ account_role: 'billing' });
    const changes = await context.accessChanges.list(owner().user.id);
    expect(changes.at(-1)).toMatchObject({ kind: 'member', target: colleague.user.id });
  });

  it('is not linked after single sign-on was removed', async () => {
    const challenge = await linkChallenge();
    await answerOf('saveSso', owner().headers, { body: { sso: null } });
    expect(await link(challenge, colleague)).toBe('challenge_expired');
  });

  it('stays open in ten sessions of single sign-on, which end each other', async () => {
    expect(await link(await linkChallenge(), colleague)).toBe(200);
    const first = await openSession();
    for (let i = 0; i < 10; i += 1) await openSession();
    expect(await codeOf('me', colleague.headers)).toBe(200);
    expect(await codeOf('me', first)).toBe('unauthenticated');
  });

  it('leaves an account that requires single sign-on, and logs out of it', async () => {
    const headers = await addMember(context, owner(), colleague, 'admin');
    const other = await createPerson(context);
    await addMember(context, owner(), other, 'member');
    expect(await save({ required: true })).toMatchObject({ code: 200 });
    const params = { id: other.user.id };
    expect(await codeOf('removeMember', headers, { params })).toBe('sso_required');
    expect(await codeOf('removeMember', headers, { params: { id: colleague.user.id } })).toBe(
      'sso_required',
    );
    expect(await codeOf('removeMember', headers, { params: { id: 'me' } })).toBe(200);
    expect(await codeOf('me', headers)).toBe('not_a_member');
    expect(await codeOf('logout', headers)).toBe(200);
    expect(await codeOf('me', colleague.headers)).toBe('unauthenticated');
  });

  it('is invited only with an address of the domain, if single sign-on is required', async () => {
    const { headers } = owner();
    expect(await save({ required: true })).toMatchObject({ code: 200 });
    const invite = (email: string) =>
      codeOf('inviteMember', headers, { body: { email, role: 'viewer' } });
    expect(await invite('accountant@other.test')).toBe('sso_domain_only');
    expect(await invite(`bea@${address().split('@')[1]}`)).toBe(200);
  });

  it('does not reach an account that requires single sign-on, except as its owner', async () => {
    const headers = await addMember(context, owner(), colleague, 'admin');
    expect(await codeOf('listFiles', headers)).toBe(200);
    expect(await save({ required: true })).toMatchObject({ code: 200 });
    expect(await codeOf('listFiles', headers)).toBe('sso_required');
    expect(await codeOf('listFiles', colleague.headers)).toBe(200);
    expect(await codeOf('listFiles', owner().headers)).toBe(200);
    // An offer of the account needs the password.
    const params = { id: colleague.user.id };
    const body = { role: 'owner' };
    expect(await codeOf('changeMember', owner().headers, { params, body })).toBe(200);
    expect(await codeOf('answerTransfer', headers, { body: { accept: false } })).toBe(200);
    expect(await codeOf('listFiles', headers)).toBe('sso_required');
    expect(await link(await linkChallenge(), colleague)).toBe(200);
    expect(await codeOf('listFiles', await openSession())).toBe(200);
  });
});
