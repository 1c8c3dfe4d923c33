import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import type { Route } from '../../shared/contract/route.ts';
import { includesRole, MAX_MEMBERS, MEMBER_ROLES } from '../../shared/model/account.ts';
import { DAY_MS, HOUR_MS } from '../../shared/model/duration.ts';
import { newSourceIp } from '../support/account-harness.ts';
import { createApiEvent } from '../support/api-event.ts';
import { callHandler } from '../support/call.ts';
import { startFileTable } from '../support/file-table.ts';
import { invoke } from '../support/invoke.ts';
import { addMember, createPerson, type Person } from '../support/people.ts';
import { routes } from '../support/routes.ts';
import { testContext } from '../support/test-context.ts';

/** Tests that people share an account only as far as their membership and their role allow. */

type Headers = Readonly<Record<string, string>>;

const context = testContext(await startFileTable());
let owner: Person;
let stranger: Person;
let on: Headers;
beforeEach(async () => {
  // Long enough for every rate limit used by an earlier test to recover.
  context.clock.advance(8 * DAY_MS);
  owner = await createPerson(context, { paid: true });
  stranger = await createPerson(context, { paid: true });
  on = { 'X-Account-Id': owner.user.id };
});

async function call(name: RouteName, headers: Headers, parts: object = {}) {
  context.clock.advance(1000);
  return callHandler(context, routes[name], { headers, sourceIp: newSourceIp(), ...parts });
}
/** Returns the error code, or 200. */
async function codeOf(name: RouteName, headers: Headers, parts: object = {}) {
  context.clock.advance(1000);
  const event = createApiEvent(routes[name].route, { headers, sourceIp: newSourceIp(), ...parts });
  const { statusCode, body } = await invoke(routes[name], context, event);
  const { code } = z.looseObject({ code: z.optional(z.string()) }).parse(JSON.parse(body));
  return code ?? statusCode;
}
const accountOf = async () => {
  const account = await context.accounts.get(owner.user.id);
  if (!account) throw new Error('the account is gone');
  return account;
};
const rolesOf = async () => (await accountOf()).members?.map(({ email, role }) => [email, role]);

const invite = (email: string, role = 'member', headers = owner.headers) =>
  call('inviteMember', headers, { body: { email, role } });
/** Returns the link of the last invitation that was sent. */
function lastLink() {
  const mail = context.mails.findLast(({ content }) => content.template === 'invitation');
  const { path } = z.object({ path: z.string() }).parse(mail?.content.params);
  const query = new URL(path, 'https://app.test').searchParams;
  return { id: query.get('id') ?? '', t: query.get('t') ?? '' };
}
const LOGIN = {
  first_name: 'Grace',
  last_name: 'Bernard',
  password: 'a long sieve 7',
  language: 'fr',
} as const;
const join = (link: { id: string; t: string }) =>
  call('joinAccount', {}, { body: { ...link, ...LOGIN } });
let guests = 0;
const newAddress = () => `guest-${(guests += 1)}@guests.example`;

describe('an invitation', () => {
  it('lets a person without a login join, and opens the session on that account', async () => {
    const email = newAddress();
    const { body } = await invite(email);
    expect(body.data).toMatchObject({ invitations: [{ email, role: 'member' }] });
    const link = lastLink();
    expect((await call('readInvitation', {}, { body: link })).body.data).toMatchObject({
      account_name: 'Ada Martin',
      invited_by: 'Ada Martin',
      email,
      has_login: false,
    });
    const { token, csrf_token } = (await join(link)).body.data ?? {};
    const headers = {
      Authorization: `Bearer ${String(token)}`,
      'X-CSRF-Token': String(csrf_token),
    };
    expect((await call('me', headers)).body.data).toMatchObject({
      email,
      first_name: 'Grace',
      account_id: owner.user.id,
      account_role: 'member',
      accounts: [{ id: owner.user.id, name: 'Ada Martin', role: 'member' }],
      test_api_key: null,
      terms_accepted: 1,
    });
    expect(await codeOf('listMembers', headers)).toBe('role_required');
    expect((await call('listMembers', owner.headers)).body.data).toMatchObject({
      members: [
        { email: owner.user.email, role: 'owner', since: null, has_factor: false },
        { email, name: 'Grace Bernard', role: 'member' },
      ],
      invitations: [],
    });
  });

  it('lets the login of its address join, which then has two accounts', async () => {
    await invite(stranger.user.email.toUpperCase(), 'admin');
    const link = lastLink();
    expect((await call('readInvitation', {}, { body: link })).body.data).toMatchObject({
      has_login: true,
    });
    const accepted = await call('acceptInvitation', stranger.headers, { body: link });
    expect(accepted.body.data).toEqual({ account_id: owner.user.id });
    const { body } = await call('me', stranger.headers);
    expect(body.data).toMatchObject({
      account_role: 'owner',
      accounts: [
        { id: stranger.user.id, role: 'owner' },
        { id: owner.user.id, role: 'admin' },
      ],
    });
    expect((await call('me', { ...stranger.headers, ...on })).body.data).toMatchObject({
      account_role: 'admin',
      account_id: owner.user.id,
    });
  });

  it('works once, for its address, in one account, until it is withdrawn or expires', async () => {
    const [first, second] = [newAddress(), newAddress()];
    await invite(first);
    const link = lastLink();
    const forged = [
      { ...link, t: `${link.t.slice(0, -1)}${link.t.endsWith('A') ? 'B' : 'A'}` },
      { ...link, t: link.t.replace(owner.user.id, stranger.user.id) },
      { ...link, id: 'another' },
      { ...link, t: '' },
    ];
    for (const each of forged)
      expect(await codeOf('readInvitation', {}, { body: each })).toBe('link_expired');
    expect(await codeOf('acceptInvitation', stranger.headers, { body: link })).toBe('wrong_login');
    expect((await join(link)).status).toBe(200);
    for (const name of ['joinAccount', 'readInvitation', 'declineInvitation'] as const) {
      const body = { ...link, ...LOGIN, block: false };
      expect(await codeOf(name, {}, { body })).toBe('link_expired');
    }
    const { body } = await invite(second);
    const [{ id = '' } = {}] = (body.data?.['invitations'] ?? []) as { id?: string }[];
    const withdrawn = lastLink();
    expect(await codeOf('withdrawInvitation', owner.headers, { params: { id } })).toBe(200);
    expect((await join(withdrawn)).body.code).toBe('link_expired');
    await invite(second);
    context.clock.advance(7 * DAY_MS);
    expect((await join(lastLink())).body.code).toBe('link_expired');
    expect(await rolesOf()).toEqual([[first, 'member']]);
  });

  it('is accepted once by concurrent calls, or withdrawn, but never both', async () => {
    await invite(stranger.user.email);
    const link = lastLink();
    const accept = () => codeOf('acceptInvitation', stranger.headers, { body: link });
    const answers = await Promise.all([accept(), accept(), accept()]);
    expect(answers.filter((each) => each === 200)).toHaveLength(1);
    const other = newAddress();
    await invite(other);
    const second = lastLink();
    const [joined, withdrawn] = await Promise.all([
      join(second).then(({ status }) => status),
      codeOf('withdrawInvitation', owner.headers, { params: { id: second.id } }),
    ]);
    const isMember = (await rolesOf())?.some(([email]) => email === other);
    expect([joined === 200, withdrawn === 200]).toEqual([isMember, !isMember]);
  });

  it('of a sender who is no administrator any more lets nobody in', async () => {
    const accomplice = newAddress();
    const headers = await addMember(context, owner, stranger, 'admin');
    await invite(accomplice, 'admin', headers);
    const link = lastLink();
    const params = { id: stranger.user.id };
    await call('changeMember', owner.headers, { params, body: { role: 'member' } });
    expect((await join(link)).body.code).toBe('link_expired');
    await call('removeMember', owner.headers, { params });
    expect((await join(link)).body.code).toBe('link_expired');
    expect((await call('listMembers', owner.headers)).body.data?.['invitations']).toEqual([]);
  });

  it('reveals neither a login nor a refusal to the sender', async () => {
    const refusing = newAddress();
    await invite(refusing);
    const body = { ...lastLink(), block: true };
    expect(await codeOf('declineInvitation', {}, { body })).toBe(200);
    const sent = context.mails.length;
    const answers = [];
    for (const email of [refusing, stranger.user.email, newAddress()]) {
      const { status, body: answer } = await invite(email);
      const rows = (answer.data?.['invitations'] ?? []) as { email: string }[];
      answers.push([status, rows.at(-1)?.email === email]);
    }
    expect(answers).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ]);
    expect(context.mails.slice(sent).map(({ to }) => to)).not.toContain(refusing);
  });

  it('is no way to send mail to strangers: 20 a day, 3 per address and week, no text', async () => {
    const target = newAddress();
    const codes = [];
    for (const sender of [owner, stranger, owner, stranger])
      codes.push((await invite(target, 'viewer', sender.headers)).body.code ?? 200);
    expect(codes).toEqual([200, 200, 200, 'too_many_requests']);
    const more = [];
    for (let sent = 0; sent < 21; sent += 1) more.push((await invite(newAddress())).status);
    expect(more.lastIndexOf(200)).toBe(17);
    expect(more.slice(18)).toEqual([429, 429, 429]);
    context.clock.advance(2 * DAY_MS);
    await call('editAccount', owner.headers, { body: { name: 'Win at www.casino.test' } });
    await invite(newAddress());
    expect(JSON.stringify(context.mails.at(-1)?.content)).not.toContain('casino');
  });

  it('is sent only by paid accounts, and fills an account with at most fifty members', async () => {
    const free = await createPerson(context);
    expect((await invite(newAddress(), 'member', free.headers)).body.code).toBe(
      'invitations_paid_only',
    );
    await invite(stranger.user.email);
    const link = lastLink();
    const since = new Date(context.clock.now()).toISOString();
    const full = Array.from({ length: MAX_MEMBERS }, (_, index) => ({
      id: `member-${index}`,
      email: `member-${index}@mail.example`,
      role: 'viewer' as const,
      since,
    }));
    await context.memberships.update(owner.user.id, 'nobody', async () => ({ members: full }));
    expect((await invite(newAddress())).body.code).toBe('too_many_members');
    expect((await invite('member-7@mail.example')).body.code).toBe('already_member');
    expect(await codeOf('acceptInvitation', stranger.headers, { body: link })).toBe(
      'too_many_members',
    );
  });
});

describe('a call', () => {
  /** Callers by what they are to the account, with the answer that every route must give them. */
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

  /** Routes that, on an account, only its owner may call: a person without one calls them, too. */
  const isOwners = (name: string): boolean => ['deleteAccount', 'exportAccount'].includes(name);

  it.each(Object.keys(outsiders))(
    'by %s is refused on every route, in the same way',
    async (who) => {
      const headers = (await outsiders[who]?.()) ?? {};
      const answers = new Set<string>();
      for (const [name] of sessionRoutes) {
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

  it('without the second factor that the account requires passes only on routes for every role', async () => {
    const require = { body: { requires_factor: true } };
    expect(await codeOf('editAccount', owner.headers, require)).toBe('second_factor_missing');
    const addFactorTo = ({ user, sessionId: except }: Person) =>
      context.db.transact([
        context.accounts.factorsWrite(user, { factors: ['totp'], at: context.clock.now(), except }),
      ]);
    await addFactorTo(owner);
    expect(await codeOf('editAccount', owner.headers, require)).toBe(200);
    const headers = await addMember(context, owner, stranger, 'admin');
    for (const [name, { role, auth }] of sessionRoutes) {
      if (name === 'logout') continue;
      const code = await codeOf(name, headers, { body: {}, params: { id: 'x', delivery: 'x' } });
      const isClosed = role !== 'any' || isOwners(name);
      expect([name, auth, code === 'second_factor_missing']).toEqual([name, auth, isClosed]);
    }
    expect((await call('me', headers)).body.data).toMatchObject({ factor_required: true });
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
