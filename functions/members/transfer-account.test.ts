import { expect, it } from 'vitest';
import { verifyMemberLink } from '../access/member-link.ts';
import { signLink } from '../access/signed.ts';
import { collectPersonalData } from '../privacy/collect-personal-data.ts';
import { closeAccount } from '../privacy/close-account.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import {
  createFactorHarness,
  parseChallenge,
  parseSessionHeaders,
} from '../../tests/support/factor-harness.ts';
import { addMember, type Person } from '../../tests/support/people.ts';
import { routes } from '../../tests/support/routes.ts';

const { addPasskey, addTotp, call, codeOf, complete, context, logIn, passkeyChallenge, person } =
  createFactorHarness();

const on = ({ user }: Person) => ({ 'X-Account-Id': user.id });

/** Creates an owner whose account is offered to an administrator. */
async function offer() {
  const [owner, admin] = [await person({ paid: true }), await person()];
  await addMember(context(), owner, admin, 'admin');
  expect((await changeRole(owner.headers, admin.user.id, 'owner')).status).toBe(200);
  return { owner, admin };
}
const changeRole = (headers: Person['headers'], id: string, role: string) =>
  call(routes.changeMember, { headers, params: { id }, body: { role } });
const answer = (
  someone: Person,
  account: Person,
  accept = true,
  terms: object = { terms_accepted: 1 },
) =>
  call(routes.answerTransfer, {
    headers: { ...someone.headers, ...on(account) },
    body: { accept, ...terms },
  });
const remove = (owner: Person, { user: { id } }: Person) =>
  call(routes.removeMember, { headers: owner.headers, params: { id } });
const me = async (headers: Readonly<Record<string, string>>) =>
  (await call(routes.me, { headers })).body.data;

it('makes an administrator the owner, and moves the login of the former owner with its factors', async () => {
  const [owner, admin, friend] = [await person({ paid: true }), await person(), await person()];
  const elsewhere = await addMember(context(), friend, owner, 'viewer');
  const { secret } = await addTotp(owner);
  const passkey = await addPasskey(owner);
  await addMember(context(), owner, admin, 'admin');
  const { body: offered } = await changeRole(owner.headers, admin.user.id, 'owner');
  expect(offered.data?.['transfer']).toMatchObject({ to: admin.user.id });
  expect(context().mails.at(-1)).toMatchObject({
    to: admin.user.email,
    content: { template: 'account_offered' },
  });
  expect((await answer(admin, owner)).body.data).toMatchObject({
    members: [
      { id: admin.user.id, email: admin.user.email, role: 'owner' },
      { email: owner.user.email, role: 'admin', has_factor: true },
    ],
    transfer: null,
  });
  expect(context().mails.at(-1)).toMatchObject({
    to: owner.user.email,
    content: { template: 'account_transferred' },
  });

  // The account keeps its id, keys and payments; the former owner's sessions have ended.
  expect(await me({ ...admin.headers, ...on(owner) })).toMatchObject({
    email: admin.user.email,
    account_role: 'owner',
    account_id: owner.user.id,
    account_transferred: true,
    terms_accepted: 1,
    api_key: expect.stringMatching(/^tms_live_/),
  });
  expect((await call(routes.me, { headers: owner.headers })).status).toBe(401);
  const byKey = { headers: { 'X-Api-Key': owner.apiKey ?? '' } };
  expect((await call(routes.credits, byKey)).status).toBe(200);

  // The login works with its password, app and passkey, under a new id.
  const challenge = parseChallenge((await logIn(owner)).body);
  const opened = await complete(challenge, { method: 'totp', code: codeOf(secret) });
  const former = parseSessionHeaders(opened.body);
  expect(await me(former)).toMatchObject({
    email: owner.user.email,
    account_role: expect.stringMatching(/viewer|admin/),
    accounts: [
      { id: friend.user.id, role: 'viewer' },
      { id: owner.user.id, role: 'admin' },
    ],
  });
  const asked = await passkeyChallenge();
  expect((await complete(asked, passkey.prove(asked))).status).toBe(200);
  expect((await call(routes.listLists, { headers: { ...former, ...on(friend) } })).status).toBe(
    200,
  );
  expect((await call(routes.listLists, { headers: elsewhere })).status).toBe(401);
  const own = await context().accounts.findByEmail(owner.user.email);
  expect(own).toMatchObject({ memberOnly: true, paid: false, factors: ['totp', 'passkey'] });
  expect(own?.id).not.toBe(owner.user.id);
});

it('exports nothing of the factors and sessions of the former owner', async () => {
  const { owner, admin } = await offer();
  await addTotp(owner);
  const by = 'Edge · 198.51.100.0/24';
  const change = { kind: 'session', what: 'added', target: 's', name: '', by } as const;
  await context().accessChanges.record(owner.user.id, change);
  const exported = async () => {
    const account = await context().accounts.get(owner.user.id);
    if (!account) throw new Error('the account is missing');
    const { access_changes: changes, networks } = await collectPersonalData(context(), account);
    const kinds = (await Array.fromAsync(changes())).map(([, entry]) => entry?.kind);
    return [new Set(kinds), JSON.stringify(await Array.fromAsync(networks()))];
  };
  const [before, network] = await exported();
  expect(before).toEqual(new Set(['session', 'factor']));
  expect(network).toContain('198.51.100.0/24');
  await answer(admin, owner);
  expect(await exported()).toEqual([
    new Set(['member']),
    expect.not.stringContaining('198.51.100.0/24'),
  ]);
});

it('moves nothing the second time, and can come back to the first owner', async () => {
  const { owner, admin } = await offer();
  await answer(admin, owner);
  const first = parseSessionHeaders((await logIn(owner)).body);
  const back = (await context().accounts.findByEmail(owner.user.email))?.id ?? '';
  const headers = { ...admin.headers, ...on(owner) };
  await changeRole(headers, back, 'owner');
  const accepted = await call(routes.answerTransfer, {
    headers: { ...first, ...on(owner) },
    body: { accept: true, terms_accepted: 1 },
  });
  expect(accepted.body.data).toMatchObject({
    members: [
      { id: back, email: owner.user.email, role: 'owner' },
      { id: admin.user.id, email: admin.user.email, role: 'admin' },
    ],
  });
  expect((await call(routes.me, { headers })).status).toBe(401);
  expect((await logIn(admin)).status).toBe(200);
  expect(await me({ ...first, ...on(owner) })).toMatchObject({ account_role: 'owner' });
});

it('closes with the account, not with a login, and ends the links of the former owner', async () => {
  const { owner, admin } = await offer();
  const sign = (personId?: string) =>
    signLink(context(), { purpose: 'receipt', subject: 'p1' }, owner.user.id, 60, personId);
  const verify = async (token: Promise<string>) => {
    const target = { purpose: 'receipt', subject: 'p1' } as const;
    return (await verifyMemberLink(context(), target, await token, 'billing'))?.accountId;
  };
  const before = sign();
  expect(await verify(before)).toBe(owner.user.id);
  await answer(admin, owner);
  const headers = { ...admin.headers, ...on(owner) };
  const former = await context().accounts.findByEmail(owner.user.email);
  expect(await verify(before)).toBe(owner.user.id);
  await call(routes.removeMember, { headers, params: { id: former?.id ?? '' } });
  expect(await verify(before)).toBeUndefined();
  expect(await verify(sign(admin.user.id))).toBe(owner.user.id);

  // A login that owns another account is kept until that account is closed or transferred.
  const closeOwn = () => call(routes.deleteAccount, { headers: admin.headers });
  expect((await closeOwn()).body.code).toBe('owns_other_account');
  expect((await call(routes.deleteAccount, { headers })).status).toBe(200);
  await closeAccount(context(), { userId: owner.user.id }, Number.POSITIVE_INFINITY);
  expect((await logIn(admin)).status).toBe(200);
  expect((await context().accounts.get(admin.user.id))?.joined).toBeUndefined();
  const closing = context().mails.map(({ to, content }) => [to, content.template]);
  expect(closing).toContainEqual([admin.user.email, 'account_deleted']);
  expect(closing).not.toContainEqual([admin.user.email, 'account_closed_member']);
  expect((await closeOwn()).status).toBe(200);
});

it('is offered by the owner to an administrator, and accepted by nobody else, with the terms', async () => {
  const { owner, admin } = await offer();
  const other = await person();
  const headers = await addMember(context(), owner, other, 'admin');
  expect((await changeRole(headers, other.user.id, 'owner')).body.code).toBe('role_required');
  expect((await answer(other, owner)).body.code).toBe('wrong_state');
  expect((await answer(owner, owner)).body.code).toBe('wrong_state');
  expect((await answer(admin, owner, true, {})).body.fields).toHaveProperty('terms_accepted');
  expect((await answer(admin, admin)).body.code).toBe('wrong_state');
  await changeRole(owner.headers, other.user.id, 'member');
  expect((await changeRole(owner.headers, other.user.id, 'owner')).body.code).toBe('wrong_state');
  expect((await me({ ...admin.headers, ...on(owner) }))?.['account_role']).toBe('admin');
});

it.each([
  ['declined', ({ admin, owner }: Pair) => answer(admin, owner, false)],
  ['withdrawn', ({ admin, owner }: Pair) => changeRole(owner.headers, admin.user.id, 'admin')],
  ['made to a removed member', ({ admin, owner }: Pair) => remove(owner, admin)],
  [
    'made to a member who was demoted',
    ({ admin, owner }: Pair) => changeRole(owner.headers, admin.user.id, 'member'),
  ],
  [
    'seven days old',
    async ({ admin }: Pair) => {
      context().clock.advance(7 * DAY_MS - 1000);
      await context().sessions.recordProof(admin.sessionId, context().clock.now());
      context().clock.advance(1000);
    },
  ],
] as const)('cannot be accepted if it was %s', async (_, act) => {
  const pair = await offer();
  await act(pair);
  expect((await answer(pair.admin, pair.owner)).status).not.toBe(200);
  expect(await context().accounts.get(pair.owner.user.id)).not.toHaveProperty('owner');
  expect((await logIn(pair.owner)).status).toBe(200);
});

it.each([
  ['a removal', ({ admin, owner }: Pair) => remove(owner, admin)],
  [
    'leaving',
    ({ admin, owner }: Pair) =>
      call(routes.removeMember, {
        headers: { ...admin.headers, ...on(owner) },
        params: { id: 'me' },
      }),
  ],
  ['a demotion', ({ admin, owner }: Pair) => changeRole(owner.headers, admin.user.id, 'member')],
  [
    'the end of the access',
    ({ admin, owner }: Pair) =>
      call(routes.endAccess, {
        headers: owner.headers,
        body: { kind: 'member', id: admin.user.id },
      }),
  ],
  [
    'closing the login',
    ({ admin }: Pair) => call(routes.deleteAccount, { headers: admin.headers }),
  ],
] as const)('ends with %s, as do invitations, also if the person returns', async (_, act) => {
  const { admin, owner } = await offer();
  const invite = (by: Person, email: string) =>
    call(routes.inviteMember, {
      headers: { ...by.headers, ...on(owner) },
      body: { email, role: 'admin' },
    });
  const kept = `kept-${owner.user.email}`;
  await invite(owner, kept);
  // An invitation that is sent meanwhile ends, too.
  const during = invite(admin, `during-${admin.user.email}`);
  await invite(admin, `before-${admin.user.email}`);
  const [, ended] = await Promise.all([during, act({ admin, owner })]);
  expect(ended.status).toBe(200);
  expect(await context().accounts.get(owner.user.id)).not.toHaveProperty('transfer');
  await addMember(context(), owner, admin, 'admin');
  expect((await answer(admin, owner)).status).not.toBe(200);
  const { body } = await call(routes.listMembers, { headers: owner.headers });
  expect(body.data).toMatchObject({
    transfer: null,
    invitations: [{ email: kept }],
  });
});

it('keeps the invitations of the former owner as those of an administrator', async () => {
  const { admin, owner } = await offer();
  const email = 'colleague@guests.example';
  await call(routes.inviteMember, { headers: owner.headers, body: { email, role: 'member' } });
  const mail = context().mails.find(({ to }) => to === email);
  const link = /id=(\w+)&t=([\w.-]+)/.exec(JSON.stringify(mail?.content.params)) ?? [];
  const read = () => call(routes.readInvitation, { body: { id: link[1] ?? '', t: link[2] ?? '' } });
  await answer(admin, owner);
  const headers = { ...admin.headers, ...on(owner) };
  const { body } = await call(routes.listMembers, { headers });
  expect(body.data).toMatchObject({ invitations: [{ email }] });
  expect((await read()).body.data).toMatchObject({ invited_by: 'Ada Martin' });
  const former = await context().accounts.findByEmail(owner.user.email);
  await call(routes.removeMember, { headers, params: { id: former?.id ?? '' } });
  expect((await read()).body.code).toBe('link_expired');
  expect(await context().invitations.list(owner.user.id)).toEqual([]);
});
type Pair = Awaited<ReturnType<typeof offer>>;

it('leaves one owner and one login if it races with itself, a withdrawal or a new factor', async () => {
  for (const rival of [
    ({ admin, owner }: Pair) => answer(admin, owner),
    ({ admin, owner }: Pair) => remove(owner, admin),
    ({ owner }: Pair) => addTotp(owner).catch(() => undefined),
  ]) {
    const pair = await offer();
    await Promise.all([answer(pair.admin, pair.owner), rival(pair)]);
    const account = await context().accounts.get(pair.owner.user.id);
    const login = await context().accounts.findByEmail(pair.owner.user.email);
    const isMoved = account?.owner !== undefined;
    expect(login?.id === pair.owner.user.id).toBe(!isMoved);
    expect(
      account?.members?.filter(({ email }) => email === pair.owner.user.email) ?? [],
    ).toHaveLength(isMoved ? 1 : 0);
    expect((await logIn(pair.owner)).body.code ?? 'second_factor_required').toBe(
      'second_factor_required',
    );
  }
});
