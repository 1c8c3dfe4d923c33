import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { grantCreditsByEmail } from '../../../functions/admin/grant-credits.ts';
import { startClosing } from '../../../functions/privacy/delete-account.ts';
import { openSession } from '../../../functions/access/open-session.ts';
import type { RouteName } from '../../../shared/contract/index.ts';
import { MEMBER_ROLES, USER_STATUS } from '../../../shared/model/account.ts';
import { newSourceIp } from '../../support/account-harness.ts';
import { createApiEvent } from '../../support/api-event.ts';
import { callHandler } from '../../support/call.ts';
import { startFileTable } from '../../support/file-table.ts';
import { invoke } from '../../support/invoke.ts';
import { addMember, createPerson, type Person, type PersonTraits } from '../../support/people.ts';
import { createPipelineHarness, type PipelineHarness } from '../../support/pipeline-harness.ts';
import { routes } from '../../support/routes.ts';
import { testContext } from '../../support/test-context.ts';
import { findPlacesContaining } from '../../support/traces.ts';

/** Tests of logins without an account, and of accounts and logins that are closed. */

/** Advances time until each account closure is complete. */
async function finish(world: PipelineHarness): Promise<void> {
  await world.drain();
  for (let hour = 0; hour < 3; hour += 1) {
    world.context.clock.advance(61 * 60_000);
    await world.sweep();
    await world.drain();
  }
}

const LIST = 'ok1@a.fr\nbad1@a.fr\n';

describe('a person without an account', () => {
  const table = startFileTable();

  /** An account with two members: one with and one without an account. */
  async function team(traits: PersonTraits = { memberOnly: true }) {
    const world = await createPipelineHarness(await table, { paid: true, firstName: 'Quirine' });
    const { context, owner } = world;
    await world.grant(9);
    await world.upload(LIST, { name: 'Guests of Quirine' });
    await world.drain();
    const member = await createPerson(context, { firstName: 'Zoé', ...traits });
    const headers = await addMember(context, owner, member, 'admin');
    const call = (name: 'deleteAccount' | 'exportAccount', who: Person['headers']) =>
      callHandler(context, routes[name], { headers: who, sourceIp: newSourceIp() });
    return { world, context, owner, member, headers, call };
  }

  it('closes their login, and no account of others', async () => {
    const { world, context, owner, member, headers, call } = await team();
    const { id, email } = member.user;
    const second = await createPerson(context);
    await addMember(context, second, member, 'viewer');
    expect(await call('deleteAccount', headers)).toMatchObject({ status: 200 });
    await world.drain();
    expect(await context.accounts.get(id)).toBeUndefined();
    expect(await context.accounts.findByEmail(email)).toBeUndefined();
    for (const { user } of [owner, second]) {
      const account = await context.accounts.get(user.id);
      expect([account?.email, account?.members]).toEqual([user.email, undefined]);
    }
    // The owners are notified, without the address.
    for (const { headers: of, user } of [owner, second]) {
      const notice = { kind: 'access_change', userId: user.id };
      expect(context.accountMessages).toContainEqual(expect.objectContaining(notice));
      const query = { kind: 'member' };
      const { body } = await callHandler(context, routes.listActivity, { headers: of, query });
      const entry = { what: 'removed', name: '', who: { type: 'person', id, name: null } };
      expect(body.data).toMatchObject({ entries: [entry] });
    }
    expect((await context.ledger.balance(owner.user.id)).available).toBe(7);
    expect(await context.lists.list(owner.user.id)).toHaveLength(1);
    expect((await call('deleteAccount', headers)).status).toBe(401);
    await finish(world);
    const places = { table: await table, blobs: world.blobs };
    expect(await findPlacesContaining(places, [email])).toEqual([]);
  });

  it.each(['deleteAccount', 'exportAccount'] as const)(
    'is the only member who may call %s while acting on an account of others',
    async (name) => {
      for (const role of MEMBER_ROLES) {
        const { context, owner, member, call } = await team({});
        const on = await addMember(context, owner, member, role);
        const refused = { status: 403, body: { code: 'role_required', role: 'owner' } };
        expect(await call(name, on)).toMatchObject(refused);
        const { id } = member.user;
        await context.accounts.setPreference(id, { requiresFactor: true });
        const missing = { status: 403, body: { code: 'second_factor_missing' } };
        expect(await call(name, member.headers)).toMatchObject(missing);
        await context.accounts.setPreference(id, { requiresFactor: undefined });
        expect(await call(name, member.headers)).toMatchObject({ status: 200 });
        expect(await context.accounts.get(owner.user.id)).toBeDefined();
        expect(Boolean(await context.accounts.get(member.user.id))).toBe(name === 'exportAccount');
      }
    },
  );

  it('exports their own data, and none of the account on which they act', async () => {
    const { world, owner, member, headers, call } = await team();
    const files = () => [...world.blobs.objects].filter(([key]) => key.startsWith('exports/'));
    for (let times = 0; times < 3; times += 1)
      expect((await call('exportAccount', headers)).status).toBe(200);
    expect((await call('exportAccount', headers)).status).toBe(429);
    await world.drain();
    expect(new Set(world.sent.map(({ to }) => to))).toContain(member.user.email);
    const texts = files().map(([key]) => world.blobs.text(key));
    expect(texts).toHaveLength(3);
    for (const text of texts) {
      expect(JSON.parse(text)).toMatchObject({
        profile: { id: member.user.id, email: member.user.email },
        joined_accounts: [{ name: 'Quirine Martin', email: member.user.email, role: 'admin' }],
        members: [],
        lists: [],
      });
      for (const secret of [owner.user.email, owner.user.id, 'Guests of Quirine', 'ok1@a.fr'])
        expect(text).not.toContain(secret);
    }

    // The limit of a member's exports is not the account's.
    const invitation = { email: 'eve@mail.example', role: 'viewer' };
    await callHandler(world.context, routes.inviteMember, { headers, body: invitation });
    expect((await call('exportAccount', owner.headers)).status).toBe(200);
    await world.drain();
    const [, last] = files()
      .map(([key]) => world.blobs.text(key))
      .toSorted((x, y) => x.length - y.length)
      .slice(-2);
    expect(JSON.parse(last ?? '')).toMatchObject({
      profile: { id: owner.user.id },
      members: [{ email: member.user.email, role: 'admin' }],
      invitations: [invitation],
      joined_accounts: [],
    });
  });
});

describe('closing an account', () => {
  it('includes members who join meanwhile, or leaves them out', async () => {
    const world = await createPipelineHarness(await startFileTable(), { paid: true });
    const { context, owner, userId } = world;
    const people = await Promise.all(
      Array.from({ length: 2 }, () => createPerson(context, { memberOnly: true })),
    );
    const outcomes = await Promise.allSettled([
      ...people.map((each) => addMember(context, owner, each, 'member')),
      startClosing(context, userId),
    ]);
    expect(outcomes.at(-1)).toMatchObject({ status: 'fulfilled' });
    await finish(world);
    for (const { user } of people) {
      const person = await context.accounts.get(user.id);
      expect([person?.id, person?.joined]).toEqual([user.id, undefined]);
    }
  });

  it('and a member at the same time leaves no trace of either', async () => {
    const table = await startFileTable();
    const world = await createPipelineHarness(table, { paid: true });
    const { context, owner, userId } = world;
    const member = await createPerson(context, { memberOnly: true });
    await addMember(context, owner, member, 'member');
    await Promise.all([startClosing(context, userId), startClosing(context, member.user.id)]);
    await finish(world);
    const places = { table, blobs: world.blobs };
    expect(await findPlacesContaining(places, [owner.user.email, member.user.email])).toEqual([]);
  });
});

describe('administrators of the service', () => {
  const table = startFileTable();
  async function stage() {
    const context = testContext(await table);
    const admin = await createPerson(context, { admin: true });
    const owner = await createPerson(context, { paid: true, firstName: 'Quirine' });
    const member = await createPerson(context, { memberOnly: true, firstName: 'Quirine' });
    const on = await addMember(context, owner, member, 'admin');
    const call = async (name: RouteName, parts: object) => {
      context.clock.advance(60_000);
      await context.sessions.recordProof(admin.sessionId, context.clock.now());
      return callHandler(context, routes[name], { headers: admin.headers, ...parts });
    };
    return { context, admin, owner, member, on, call };
  }

  it('see members, but no person without an account among the customers', async () => {
    const { context, admin, owner, member, on, call } = await stage();
    const { id, email } = member.user;
    const found = async (search: string) => {
      const { output } = routes.listUsers.route;
      const event = createApiEvent(routes.listUsers.route, {
        headers: admin.headers,
        query: { search },
      });
      context.clock.advance(60_000);
      const page = z.parse(
        output,
        JSON.parse((await invoke(routes.listUsers, context, event)).body),
      );
      const { total_active: active, total_inactive: inactive } = page;
      return { ids: page.data.map((row) => row.id), others: page.others, active, inactive };
    };
    const before = await found('Quirine');
    expect(before.ids).toEqual([owner.user.id]);
    const person = { kind: 'person', id, email, first_name: member.user.firstName };
    for (const search of [email, ` ${email.toUpperCase()}`, id.toLowerCase()])
      expect(await found(search)).toMatchObject({ ids: [], others: [person] });
    expect(await found(owner.user.id)).toMatchObject({ ids: [owner.user.id], others: [] });
    const since = (await context.accounts.get(owner.user.id))?.members?.[0]?.since;
    expect((await call('getUser', { params: { id: owner.user.id } })).body.data).toMatchObject({
      members: [{ id, email, role: 'admin', since }],
    });
    expect((await call('getUser', { params: { id } })).body.data).toMatchObject({
      profile: { email, available_credit: 0 },
      members: [],
    });

    // Changes to such a person's names and status change no row of the directory.
    const me = { headers: on, sourceIp: newSourceIp() };
    const names = { first_name: 'Quirine', last_name: 'Roux' };
    expect((await call('editProfile', { ...me, body: names })).status).toBe(200);
    for (const [status, code] of [
      [USER_STATUS.inactive, 401],
      [USER_STATUS.active, 401],
    ]) {
      expect(await call('updateUser', { body: { id, status } })).toMatchObject({ status: 200 });
      expect((await call('me', me)).status).toBe(code);
      expect((await call('me', { headers: owner.headers })).status).toBe(200);
      expect(await found('Quirine')).toEqual(before);
    }
    expect((await context.accounts.get(id))?.status).toBe(USER_STATUS.active);

    // Opening an account adds the person to the customers.
    const { token, csrf_token: csrf } = await openSession(context, member.user);
    const headers = { Authorization: `Bearer ${token}`, 'X-CSRF-Token': csrf };
    expect((await call('openAccount', { headers })).status).toBe(200);
    expect((await found('Roux')).ids).toEqual([id]);
    expect((await found('')).active).toBe(before.active + 1);
    expect(await call('updateUser', { body: { id, status: 2 } })).toMatchObject({ status: 200 });
    expect((await found('')).inactive).toBe(before.inactive + 1);
  });

  it('cannot give credits to a person without an account', async () => {
    const { context, owner, member, call } = await stage();
    const { id, email } = member.user;
    const gift = { request: randomUUID(), credits: 5, reason: 'Sorry' };
    expect(await call('giveCredits', { body: { id, ...gift } })).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: [expect.stringContaining('has no account')] },
    });
    const byCommand = { email, credits: 5, why: 'Sorry', grantId: randomUUID() };
    await expect(grantCreditsByEmail(context, byCommand)).rejects.toThrow('No account has');
    expect((await context.ledger.balance(id)).available).toBe(0);
    expect((await context.adjustments.read(id)).all).toEqual([]);
    const given = await call('giveCredits', { body: { id: owner.user.id, ...gift } });
    expect(given).toMatchObject({ status: 200 });
  });
});
