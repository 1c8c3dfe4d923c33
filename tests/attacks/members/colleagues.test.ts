import { describe, expect, it } from 'vitest';
import { billing } from '../../../functions/billing/workers.ts';
import { chargeAndVerify } from '../../../functions/checks/check-email.ts';
import { recipientsOf } from '../../../functions/mail/mail-account.ts';
import { verifyMemberLink } from '../../../functions/access/member-link.ts';
import { computeMac, signLink, verifyLink } from '../../../functions/access/signed.ts';
import { contract, type RouteName } from '../../../shared/contract/index.ts';
import type { Route } from '../../../shared/contract/route.ts';
import { MEMBER_ROLES, type MemberRole, USER_STATUS } from '../../../shared/model/account.ts';
import { newSourceIp } from '../../support/account-harness.ts';
import { createApiEvent } from '../../support/api-event.ts';
import { createBillingHarness } from '../../support/billing-harness.ts';
import type { AllDeps } from '../../support/compose.ts';
import { submitReport } from '../../support/bounce-reports.ts';
import { callHandler } from '../../support/call.ts';
import { startFileTable } from '../../support/file-table.ts';
import { invoke } from '../../support/invoke.ts';
import { addMember, createPerson, type Person } from '../../support/people.ts';
import { createPipelineHarness } from '../../support/pipeline-harness.ts';
import { routes } from '../../support/routes.ts';
import { sqsRecord } from '../../support/sqs-event.ts';

/** Tests of what colleagues of one account learn and keep through emails and links. */

/** Makes a person a member with a role; without a role, removes the person. */
async function joinAs(
  context: AllDeps,
  owner: Pick<Person, 'user'>,
  who: Person,
  role?: MemberRole,
) {
  if (role) return addMember(context, owner, who, role);
  await context.memberships.remove(owner.user.id, who.user.id);
  return who.headers;
}

const LIST = 'ok1@a.fr\nbad1@a.fr\n';

describe('an email about an account', () => {
  const stage = createBillingHarness();
  const table = startFileTable();

  it.each<[role: MemberRole | 'none', active: boolean, money: boolean, lists: boolean]>([
    ['admin', true, false, true],
    ['billing', true, true, false],
    ['billing', false, false, false],
    ['member', true, false, true],
    ['member', false, false, false],
    ['viewer', true, false, true],
    ['none', true, false, false],
  ])('reaches a %s (active: %s) about money: %s, about their list: %s', async (...row) => {
    const [role, active, money, lists] = row;
    const context = stage.context();
    const [owner, member] = [await stage.person(), await stage.person({ active })];
    if (role !== 'none') await joinAs(context, owner, member, role);
    const account = await stage.user(owner);
    const idsFor = async (subject: Parameters<typeof recipientsOf>[2]) =>
      (await recipientsOf(context.accounts, account, subject)).map(({ id }) => id);
    const { id } = member.user;
    expect(await idsFor('money')).toEqual([account.id, ...(money ? [id] : [])]);
    expect(await idsFor({ startedBy: id })).toEqual([lists ? id : account.id]);
    expect(await idsFor({ startedBy: undefined })).toEqual([account.id]);
    expect(await idsFor({ startedBy: account.id })).toEqual([account.id]);
  });

  it('reaches each reader once, in their language, with a link of their own', async () => {
    const context = stage.context();
    const owner = await stage.person({ firstName: 'Ada' });
    const member = await stage.person({ firstName: 'Zoé', language: 'fr' });
    await joinAs(context, owner, member, 'billing');
    await stage.buy(owner, 'pack_1000');
    const events = await stage.events();
    const { send } = context.mailQueue;
    context.mailQueue.send = async (mail) => {
      if (mail.to !== owner.user.email) throw new Error('killed');
      return send(mail);
    };
    for (const event of events) await stage.post(event);
    const isPaid = async () => (await stage.balance(owner)).available === 1000;
    const failed = context.stripeEvents.splice(0);
    for (const message of failed) await invoke(billing, context, { Records: [sqsRecord(message)] });
    expect(await isPaid()).toBe(true);
    context.mailQueue.send = send;
    for (const message of [...failed, ...failed])
      await invoke(billing, context, { Records: [sqsRecord(message)] });

    const mails = context.mails.filter(({ content }) => content.template === 'purchase');
    const byId = new Map(mails.map((mail) => [mail.id, mail]));
    expect(
      [...byId.values()].map(({ to, firstName, language }) => [to, firstName, language]),
    ).toEqual([
      [owner.user.email, 'Ada', 'en'],
      [member.user.email, 'Zoé', 'fr'],
    ]);
    const [ownersId = '', membersId = ''] = byId.keys();
    expect(ownersId).toMatch(/^purchase:\w+$/);
    expect(membersId).toMatch(new RegExp(`^${ownersId}:[0-9a-f]{24}$`));
    const links = [...byId.values()].map(({ content }) =>
      content.template === 'purchase' ? content.params.invoice?.path : undefined,
    );
    const follow = (path = '') => stage.follow(`https://app.tamis.example${path}`);
    const [ownersPage, membersPage] = await Promise.all(links.map(follow));
    expect([ownersPage, membersPage]).toEqual([expect.stringMatching(/invoice/), ownersPage]);
    await joinAs(context, owner, member);
    expect(await Promise.all(links.map(follow))).toEqual([
      ownersPage,
      expect.stringMatching(/error=expired/),
    ]);
  });

  it.each<[change: MemberRole | undefined, isReader: boolean]>([
    ['viewer', true],
    ['billing', false],
    [undefined, false],
  ])('names a list to who started it, who becomes %s: %s', async (role, isReader) => {
    const world = await createPipelineHarness(await table, { paid: true });
    const { context } = world;
    await world.grant(2);
    const member = await createPerson(context, { firstName: 'Zoé', language: 'fr' });
    const headers = await joinAs(context, world.owner, member, 'member');
    const parts = { headers, body: { name: 'Guests', emails: LIST.split('\n') } };
    const { status, body } = await callHandler(context, routes.createList, parts);
    expect([status, body]).toEqual([200, body]);
    await joinAs(context, world.owner, member, role);
    await world.drain();
    await world.advanceMinutes(5);
    const about = world.sent.filter(({ text }) => text.includes('Guests'));
    const reader = isReader ? member.user.email : world.email;
    expect(about.map(({ to }) => to)).toEqual([reader]);
    expect(about[0]?.text).toMatch(isReader ? /^Bonjour Zoé,/ : /^Hello Ada,/);
  });

  it('about a recheck or a watch reaches who started it, not who started the list', async () => {
    const world = await createPipelineHarness(await table, { paid: true });
    const { context } = world;
    await world.grant(6);
    const id = await world.upload('ok1@a.fr\nok2@a.fr\nodd@d.fr\n');
    await world.drain();
    const [checker, watcher] = [await createPerson(context), await createPerson(context)];
    const call = async (who: Person, route: 'recheckFile' | 'watchList', body?: object) => {
      const headers = await joinAs(context, world.owner, who, 'member');
      const parts = { headers, params: { id }, ...(body && { body }) };
      expect(await callHandler(context, routes[route], parts)).toMatchObject({ status: 200 });
    };
    await call(checker, 'recheckFile');
    await world.drain();
    await world.advanceMinutes(30, 30);
    await call(watcher, 'watchList', { every: 'month', max_credits: 100 });
    const month = 31 * 24 * 60;
    await world.advanceMinutes(month, month);
    await world.advanceMinutes(30);
    await world.advanceMinutes(month, month);
    await world.advanceMinutes(30);
    const subjects = new Map(
      [world.email, checker.user.email, watcher.user.email].map((each) => [
        each,
        world.sent.filter(({ to }) => to === each).map(({ subject }) => subject),
      ]),
    );
    expect([...subjects.values()]).toEqual([
      [expect.stringContaining('is ready'), expect.stringContaining('running out')],
      [expect.stringContaining('was rechecked')],
      [expect.stringContaining('no longer watched')],
    ]);
  });
});

describe('a signed link', () => {
  const stage = createBillingHarness();
  const CODE = /[?&]error=(\w+)/;
  const ACCEPTED: ReadonlySet<string | undefined> = new Set(['admin', 'billing']);

  it('ends with the membership or the role of the person that it names', async () => {
    const [owner, member] = [await stage.person(), await stage.person()];
    await stage.buy(owner, 'pack_1000');
    await stage.deliverAll();
    const join = (role?: MemberRole) => joinAs(stage.context(), owner, member, role);
    const headers = await join('billing');
    const { data: plans } = await stage.get(routes.getPlan, { headers });
    const links = {
      receipt: (await stage.get(routes.billings, { headers })).data.data[0]?.receipt_url ?? '',
      checkout: plans.find(({ id }) => id === 'pack_1000')?.payment_url ?? '',
    };
    const codesOf = async () => {
      stage.context().clock.advance(60_000);
      const targets = await Promise.all(Object.values(links).map((link) => stage.follow(link)));
      return targets.map((target) => CODE.exec(target)?.[1] ?? 'ok');
    };
    for (const role of [...MEMBER_ROLES, undefined]) {
      await join(role);
      const expected = ACCEPTED.has(role) ? 'ok' : 'expired';
      expect([role, ...(await codesOf())]).toEqual([role, expected, expected]);
    }
    await join('billing');
    for (const [who, status, expected] of [
      [member, USER_STATUS.inactive, 'expired'],
      [member, USER_STATUS.active, 'ok'],
      [owner, USER_STATUS.inactive, 'expired'],
    ] as const) {
      await stage.setStatus(who, status);
      expect(await codesOf()).toEqual([expected, expected]);
    }
  });

  it('of a member cannot name the owner instead, or another member', async () => {
    const [owner, member, other] = [
      await stage.person(),
      await stage.person(),
      await stage.person(),
    ];
    const context = stage.context();
    await joinAs(context, owner, other, 'billing');
    const target = { purpose: 'receipt', subject: 'in_1' } as const;
    const token = await signLink(context, target, owner.user.id, 60, member.user.id);
    const byOwner = await signLink(context, target, owner.user.id, 60);
    const forged = [
      token,
      token.replace(`.${member.user.id}`, ''),
      token.replace(member.user.id, other.user.id),
      token.replace(member.user.id, owner.user.id),
      `${byOwner}.${other.user.id}`,
      `${byOwner}.`,
    ];
    for (const each of forged)
      expect(await verifyMemberLink(context, target, each, 'billing')).toBeUndefined();
    const { id: accountId } = owner.user;
    expect(await verifyMemberLink(context, target, byOwner, 'billing')).toMatchObject({
      accountId,
      personId: accountId,
    });
    expect(await verifyLink(context, target, byOwner)).toBe(owner.user.id);
    await joinAs(context, owner, member, 'billing');
    expect(await verifyMemberLink(context, target, token, 'billing')).toMatchObject({
      accountId,
      personId: member.user.id,
    });
    expect(await verifyLink(context, target, token)).toBeUndefined();
  });

  it('of an owner works, also if an earlier version signed it', async () => {
    const context = stage.context();
    const target = { purpose: 'receipt', subject: 'in_1' } as const;
    const expires = String(Math.floor(context.clock.now() / 1000) + 60);
    const key = await context.secrets.key('link');
    const mac = computeMac(key, JSON.stringify(['receipt', 'in_1', 'owner-1', expires]));
    const earlier = ['owner-1', expires, mac].join('.');
    expect(await signLink(context, target, 'owner-1', 60)).toBe(earlier);
    expect(await verifyMemberLink(context, target, earlier, 'billing')).toEqual({
      accountId: 'owner-1',
      account: undefined,
      personId: 'owner-1',
    });
    context.clock.advance(61_000);
    expect(await verifyMemberLink(context, target, earlier, 'billing')).toBeUndefined();
  });
});

describe('a member with the role billing', () => {
  it('reads no list name and no address through any route or email', async () => {
    const world = await createPipelineHarness(await startFileTable(), { paid: true });
    const { context, owner } = world;
    const payer = await createPerson(context);
    const headers = await addMember(context, owner, payer, 'billing');
    await world.grant(9);
    const ids = [await world.upload(LIST, { name: 'Guests of Quirine' })];
    await world.drain();
    ids.push(await submitReport(world, { rows: [{ email: 'ok1@a.fr' }] }));
    await world.drain();
    const asOwner = async (name: 'createEndpoint' | 'createForm', body: object) => {
      await context.sessions.recordProof(owner.sessionId, context.clock.now());
      const made = await callHandler(context, routes[name], { headers: owner.headers, body });
      expect([200, 202]).toContain(made.status);
      if (typeof made.body.data?.['id'] === 'string') ids.push(made.body.data['id']);
    };
    const request = { userId: world.userId, email: 'ok2@quirine.fr', by: 'web', waitSeconds: 0 };
    const check = await chargeAndVerify(context, request);
    ids.push(check.verdict ? '' : check.requestId);
    await asOwner('createEndpoint', {
      url: 'https://hooks.quirine.fr/',
      events: ['list.finished'],
    });
    await asOwner('createForm', {
      name: 'Quirine',
      origins: ['https://quirine.fr'],
      daily_checks: 5,
    });
    await context.namedKeys.create(world.userId, { name: 'Quirine', scopes: ['read'] });
    await world.advanceMinutes(30);

    const SECRETS = /quirine|@a\.fr|a\.fr|list\.csv/i;
    const seen: Record<string, number> = {};
    const sessionRoutes = (Object.entries(contract) as [RouteName, Route][]).filter(
      ([, { role }]) => role !== undefined,
    );
    for (const [name, route] of sessionRoutes)
      for (const id of ids) {
        context.clock.advance(600_000);
        await context.sessions.recordProof(payer.sessionId, context.clock.now());
        if (['logout', 'deleteAccount', 'endAccess'].includes(name)) continue;
        const event = createApiEvent(route, {
          headers: { ...headers, 'Idempotency-Key': id },
          sourceIp: newSourceIp(),
          params: { id, delivery: id },
          query: { search: 'quirine', file: id },
          body: { id, file_id: id, type: 'all', list_id: id, name: 'x', emails: ['ok1@a.fr'] },
        });
        const { statusCode, body, headers: sent } = await invoke(routes[name], context, event);
        expect([name, `${body} ${JSON.stringify(sent)}`]).toEqual([
          name,
          expect.not.stringMatching(SECRETS),
        ]);
        seen[name] = statusCode;
      }
    const allowed = Object.entries(seen).flatMap(([name, status]) => (status === 200 ? name : []));
    expect(allowed).toEqual(expect.arrayContaining(['me', 'credits', 'billings', 'getSecurity']));
    expect(allowed).not.toContain('usage');

    await world.drain();
    const received = world.sent.filter(({ to }) => to === payer.user.email);
    expect(received.map(({ subject }) => subject)).toContain('You are running out of credits');
    expect(JSON.stringify(received)).not.toMatch(SECRETS);
    const exported = [...world.blobs.objects].filter(([key]) => key.includes(payer.user.id));
    for (const [key] of exported) expect(world.blobs.text(key)).not.toMatch(SECRETS);
  });
});
