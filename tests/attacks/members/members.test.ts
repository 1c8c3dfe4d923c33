import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract, type RouteName } from '../../../shared/contract/index.ts';
import type { Route } from '../../../shared/contract/route.ts';
import { includesRole, MEMBER_ROLES } from '../../../shared/model/account.ts';
import { HOUR_MS } from '../../../shared/model/duration.ts';
import { startFileTable } from '../../support/file-table.ts';
import { createMemberHarness } from '../../support/member-harness.ts';
import { addMember, createPerson, type Person } from '../../support/people.ts';

/** Tests that people share an account only as far as their membership and their role allow. */

type Headers = Readonly<Record<string, string>>;

const harness = createMemberHarness(await startFileTable());
const { call, codeOf, context, invite, join, lastLink, newAddress, rolesOf } = harness;
let owner: Person;
let stranger: Person;
let on: Headers;
beforeEach(() => {
  [owner, stranger] = [harness.owner(), harness.stranger()];
  on = { 'X-Account-Id': owner.user.id };
});

describe('a call', () => {
  /**
   * Callers by their relation to the account, with the response that every route must give them.
   */
  const outsiders: Readonly<Record<string, () => Promise<Headers>>> = {
    'a member of another account': async () => {
      const other = await createPerson(context);
      await addMember(context, stranger, other, 'admin');
      return { ...other.headers, ...on };
    },
    'a removed member': async () => {
      const headers = await addMember(context, owner, stranger, 'admin');
      await call('removeMember', owner.headers, { params: { id: stranger.user.id } });
      return headers;
    },
    'an invited person': async () => {
      await invite(stranger.user.email, 'admin');
      return { ...stranger.headers, ...on };
    },
    'somebody who names no account': async () => ({ ...owner.headers, 'X-Account-Id': 'none' }),
    'a member of a deactivated account': async () => {
      const headers = await addMember(context, owner, stranger, 'admin');
      await context.accounts.setStatus(owner.user.id, 2);
      return headers;
    },
  };
  const sessionRoutes = (Object.entries(contract) as [RouteName, Route][]).filter(
    ([, { role }]) => role !== undefined,
  );

  /**
   * Routes that only the owner of an account may call. A person without an account may also call
   * them.
   */
  const isOwners = (name: string): boolean => ['deleteAccount', 'exportAccount'].includes(name);

  it.each(Object.keys(outsiders))(
    'by %s is refused on every route that does not ignore the account, in the same way',
    async (who) => {
      const headers = (await outsiders[who]?.()) ?? {};
      const answers = new Set<string>();
      for (const [name, { ignoresAccount }] of sessionRoutes) {
        if (ignoresAccount) continue;
        const { status, body } = await call(name, headers, {
          body: {},
          params: { id: 'x', delivery: 'x' },
        });
        answers.add(JSON.stringify([status, body.code, body.message]));
      }
      expect([...answers]).toEqual([
        JSON.stringify([403, 'not_a_member', ['You are not a member of this account']]),
      ]);
    },
  );

  it.each(MEMBER_ROLES)('by %s passes exactly on the routes of the role', async (role) => {
    const headers = await addMember(context, owner, stranger, role);
    const passed: Record<string, boolean> = {};
    for (const [name] of sessionRoutes) {
      if (name === 'logout' || name === 'endAccess') continue;
      context.clock.advance(HOUR_MS);
      await context.sessions.recordProof(stranger.sessionId, context.clock.now());
      const code = await codeOf(name, headers, { body: {}, params: { id: 'x', delivery: 'x' } });
      passed[name] = code !== 'role_required';
      expect([name, code]).not.toContain('not_a_member');
    }
    const allowed = Object.keys(passed).map((name) => {
      const { role: least } = contract[name as RouteName] as Route;
      // Members remove only themselves.
      const isOwn = name === 'removeMember' && role !== 'admin';
      return [name, includesRole(role, isOwners(name) ? 'owner' : least) && !isOwn];
    });
    expect(passed).toEqual(Object.fromEntries(allowed));
  });

  it('without the second factor that the account requires sees and changes nothing of the account', async () => {
    const require = { body: { requires_factor: true } };
    expect(await codeOf('editAccount', owner.headers, require)).toBe('second_factor_missing');
    const addFactorTo = ({ user, sessionId: except }: Person) =>
      context.db.transact([
        context.accounts.factorsWrite(user, { factors: ['totp'], at: context.clock.now(), except }),
      ]);
    await addFactorTo(owner);
    expect(await codeOf('editAccount', owner.headers, require)).toBe(200);
    const headers = await addMember(context, owner, stranger, 'admin');
    const other = await createPerson(context);
    await addMember(context, owner, other, 'viewer');
    for (const [name, { withoutFactor, ignoresAccount }] of sessionRoutes) {
      if (name === 'logout') continue;
      const code = await codeOf(name, headers, { body: {}, params: { id: 'x', delivery: 'x' } });
      expect([name, code === 'second_factor_missing']).toEqual([
        name,
        !withoutFactor && !ignoresAccount,
      ]);
    }
    const params = { id: other.user.id };
    expect(await codeOf('removeMember', headers, { params })).toBe('role_required');
    const language = { body: { language: 'en' } };
    const shown = [
      (await call('me', headers)).body.data,
      (await call('setLanguage', headers, language)).body.data,
      (await call('getSecurity', headers)).body.data,
    ];
    const nothing = { api_key: null, test_api_key: null, available_credit: 0, plan: null };
    expect(shown.slice(0, 2)).toMatchObject([
      { factor_required: true, account_role: 'admin', ...nothing },
      nothing,
    ]);
    for (const secret of [other.user.email, owner.apiKey ?? '', owner.testKey ?? ''])
      expect(JSON.stringify(shown)).not.toContain(secret);
    expect(await codeOf('removeMember', headers, { params: { id: 'me' } })).toBe(200);
    await addMember(context, owner, stranger, 'admin');
    expect(await codeOf('listLists', stranger.headers)).toBe(200);
    await addFactorTo(stranger);
    expect(await codeOf('listLists', headers)).toBe(200);
  });

  it('acts on the account of its tab, in two tabs of one person', async () => {
    const headers = await addMember(context, owner, stranger, 'admin');
    await context.sessions.recordProof(stranger.sessionId, context.clock.now());
    const key = (name: string) => ({ body: { name, scopes: ['read'] } });
    await Promise.all([
      call('createKey', headers, key('shared')),
      call('createKey', stranger.headers, key('own')),
    ]);
    const namesOf = async ({ user: { id } }: Person) => {
      const user = await context.accounts.get(id);
      return user && (await context.namedKeys.list(user)).map(({ name }) => name);
    };
    expect([await namesOf(owner), await namesOf(stranger)]).toEqual([['shared'], ['own']]);
  });

  it('with an API key ignores the account that it names', async () => {
    const headers = { 'X-Api-Key': owner.apiKey ?? '', 'X-Account-Id': stranger.user.id };
    const { body } = await call('credits', headers);
    expect(body).toEqual((await call('credits', { 'X-Api-Key': owner.apiKey ?? '' })).body);
  });
});

describe('a membership', () => {
  it('ends with the next call, and leaves keys and sessions of the person alone', async () => {
    const headers = await addMember(context, owner, stranger, 'viewer');
    expect(await codeOf('listLists', headers)).toBe(200);
    const me = { params: { id: 'me' } };
    expect(await codeOf('removeMember', headers, me)).toBe(200);
    expect(await codeOf('removeMember', owner.headers, me)).toBe('not_found');
    expect(await codeOf('listLists', headers)).toBe('not_a_member');
    expect(await codeOf('listLists', stranger.headers)).toBe(200);
    expect((await context.accounts.get(stranger.user.id))?.joined).toBeUndefined();
  });

  it('cannot be raised, removed or transferred by whoever does not manage it', async () => {
    const admin = await createPerson(context);
    const asAdmin = await addMember(context, owner, admin, 'admin');
    const asMember = await addMember(context, owner, stranger, 'member');
    const [own, others] = [stranger, admin].map(({ user: { id } }) => ({ params: { id } }));
    const raise = { body: { role: 'admin' } };
    expect(await codeOf('changeMember', asMember, { ...own, ...raise })).toBe('role_required');
    expect(await codeOf('removeMember', asMember, others)).toBe('role_required');
    const theOwner = { params: { id: owner.user.id } };
    expect(await codeOf('removeMember', asAdmin, theOwner)).toBe('not_found');
    expect(await codeOf('removeMember', owner.headers, theOwner)).toBe('not_found');
    expect(await codeOf('changeMember', asAdmin, { ...theOwner, ...raise })).toBe('not_found');
    const toOwner = { ...own, body: { role: 'owner' } };
    expect(await codeOf('changeMember', asAdmin, toOwner)).toBe('role_required');
    expect(await rolesOf()).toEqual([
      [admin.user.email, 'admin'],
      [stranger.user.email, 'member'],
    ]);
  });

  it('keeps every change of concurrent calls', async () => {
    const people = await Promise.all([1, 2, 3].map(() => createPerson(context)));
    for (const each of people) await addMember(context, owner, each, 'viewer');
    const [first, second, third] = people.map(({ user: { id } }) => ({ params: { id } }));
    const codes = await Promise.all([
      codeOf('changeMember', owner.headers, { ...first, body: { role: 'billing' } }),
      codeOf('removeMember', owner.headers, { ...second }),
      codeOf('changeMember', owner.headers, { ...third, body: { role: 'admin' } }),
    ]);
    expect(codes).toEqual([200, 200, 200]);
    expect((await rolesOf())?.map(([, role]) => role)).toEqual(['billing', 'admin']);
  });

  it('is announced to the owner and ends with what was added since a time', async () => {
    const since = new Date(context.clock.now()).toISOString();
    await invite(stranger.user.email);
    await call('acceptInvitation', stranger.headers, { body: lastLink() });
    const changes = await context.accessChanges.list(owner.user.id);
    expect(changes.at(-1)).toMatchObject({
      kind: 'member',
      what: 'added',
      name: stranger.user.email,
    });
    const { access } = z
      .object({ access: z.array(z.looseObject({ kind: z.string(), name: z.string() })) })
      .parse((await call('getSecurity', owner.headers)).body.data);
    expect(access).toContainEqual(
      expect.objectContaining({ kind: 'member', name: stranger.user.email }),
    );
    const end = { body: { since, reset_keys: false } };
    expect(await codeOf('endAccess', owner.headers, end)).toBe(200);
    expect(await rolesOf()).toBeUndefined();
    expect(await codeOf('listLists', { ...stranger.headers, ...on })).toBe('not_a_member');
  });

  it('without another account leaves a login that can open one, with welcome credits once', async () => {
    const email = newAddress();
    await invite(email);
    const { token, csrf_token } = (await join(lastLink())).body.data ?? {};
    const headers = {
      Authorization: `Bearer ${String(token)}`,
      'X-CSRF-Token': String(csrf_token),
    };
    const person = await context.accounts.findByEmail(email);
    await call('removeMember', owner.headers, { params: { id: person?.id ?? '' } });
    expect((await call('me', headers)).body.data).toMatchObject({ accounts: [], plan: null });
    for (const name of ['listLists', 'createKey', 'usage', 'getPlan'] as const)
      expect(await codeOf(name, headers, { body: {} })).toBe('not_a_member');
    const opened = await Promise.all([1, 2, 3].map(() => codeOf('openAccount', headers)));
    expect(opened.filter((code) => code === 200)).toHaveLength(1);
    expect((await call('me', headers)).body.data).toMatchObject({
      account_role: 'owner',
      accounts: [{ role: 'owner' }],
      available_credit: 100,
    });
    expect(await codeOf('openAccount', headers)).toBe('wrong_state');
  });
});

describe('a daily limit of the account', () => {
  it('is used up by half by a colleague, and not at all by calls with wrong input', async () => {
    const headers = await addMember(context, owner, stranger, 'admin');
    for (let calls = 0; calls < 25; calls += 1)
      expect(await codeOf('inviteMember', headers, { body: {} })).toBe('validation');
    const inviteBy = async (by: Headers) => {
      let invited = 0;
      while (invited < 25 && (await invite(newAddress(), 'viewer', by)).status === 200)
        invited += 1;
      return invited;
    };
    expect(await inviteBy(headers)).toBe(10);
    expect(await inviteBy(owner.headers)).toBe(10);
  });
});
