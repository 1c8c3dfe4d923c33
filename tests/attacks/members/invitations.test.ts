import { beforeEach, describe, expect, it } from 'vitest';
import { computeFormerAddressHmac } from '../../../functions/account/hashes.ts';
import { sendInvitation } from '../../../functions/members/invite-member.ts';
import { MAX_MEMBERS } from '../../../shared/model/account.ts';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { startFileTable } from '../../support/file-table.ts';
import { createMemberHarness } from '../../support/member-harness.ts';
import { addMember, createPerson, type Person } from '../../support/people.ts';
import { createTestSecrets, testContext } from '../../support/test-context.ts';

/** Tests that an invitation lets in only the person that it names, and reveals nothing. */

type Headers = Readonly<Record<string, string>>;

const table = await startFileTable();
const harness = createMemberHarness(table);
const { call, codeOf, context, invite, join, lastLink, newAddress, rolesOf } = harness;
let owner: Person;
let stranger: Person;
let on: Headers;
beforeEach(() => {
  [owner, stranger] = [harness.owner(), harness.stranger()];
  on = { 'X-Account-Id': owner.user.id };
});

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

  it('cannot be accepted by an administrator of the service', async () => {
    const admin = await createPerson(context, { admin: true });
    await invite(admin.user.email);
    const body = lastLink();
    expect(await codeOf('acceptInvitation', admin.headers, { body })).toBe('forbidden');
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
      const body = {
        ...link,
        first_name: 'Eve',
        last_name: 'Droop',
        password: 'a long sieve 8',
        language: 'en',
        block: false,
      };
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

  it('is not sent to a mailbox that refused, whatever the spelling and after a new secret', async () => {
    const before = testContext(table, { secrets: createTestSecrets('first') });
    const hmac = await computeFormerAddressHmac(before.secrets, 'ada@gmail.com');
    await before.invitations.block(hmac, context.clock.now());
    const after = testContext(table, { secrets: createTestSecrets('second', 'first') });
    const caller = { account: owner.user, person: owner.user };
    for (const email of ['A.da+news@googlemail.com', 'bea@gmail.com'])
      await sendInvitation(after, caller, { email, role: 'viewer' });
    expect(after.mails.map(({ to }) => to)).toEqual(['bea@gmail.com']);
  });

  it('is sent 20 times a day, and 3 times a week to a mailbox, whatever the spelling', async () => {
    const answers = [];
    for (const email of ['victim@gmail.com', 'v.ictim+1@gmail.com', 'victim+2@googlemail.com'])
      answers.push((await invite(email)).status);
    for (const email of ['victim+3@gmail.com', 'victim@gmail.com'])
      answers.push((await invite(email)).body.code);
    expect(answers).toEqual([200, 200, 200, 'too_many_requests', 'too_many_requests']);
    const more = [];
    for (let sent = 0; sent < 20; sent += 1) more.push((await invite(newAddress())).status);
    expect(more.lastIndexOf(200)).toBe(14);
  });

  it('is sent to a mailbox 10 times a week, and once by each further account', async () => {
    const target = newAddress();
    const sent = async ({ headers }: Person, times: number) => {
      const codes = [];
      for (let time = 0; time < times; time += 1)
        codes.push((await invite(target, 'viewer', headers)).body.code ?? 200);
      return codes;
    };
    for (let rival = 0; rival < 3; rival += 1)
      expect(await sent(await createPerson(context, { paid: true }), 3)).toEqual([200, 200, 200]);
    expect(await sent(stranger, 1)).toEqual([200]);
    const [first, ...refused] = await sent(owner, 3);
    expect([first, refused]).toEqual([200, ['too_many_requests', 'too_many_requests']]);
    // Names neither the limit nor the calls of the others, and does not count the refused calls.
    const { headers } = await invite(target);
    expect(Object.keys(headers).filter((name) => /^ratelimit/i.test(name))).toEqual([]);
    context.clock.advance(2 * DAY_MS);
    await context.sessions.recordProof(owner.sessionId, context.clock.now());
    expect(await sent(owner, 3)).toEqual([200, 200, 'too_many_requests']);
  });

  it.each([
    ['Win at www.casino.test', 'mail.example'],
    ['casino。test', 'mail.example'],
    ['casino．test', 'mail.example'],
    ['Call +44 20 7946 0958', 'mail.example'],
    ['Call ０８００-１２', 'mail.example'],
    ['Studio 2024', 'Studio 2024'],
    ["Müller & Söhne, l'Été", "Müller & Söhne, l'Été"],
  ])('calls the account %j and its person %s', async (name, shown) => {
    await call('editAccount', owner.headers, { body: { name } });
    await context.accounts.update(owner.user, { firstName: name, lastName: '' });
    await invite(newAddress());
    expect(context.mails.at(-1)?.content.params).toMatchObject({ account: shown, by: shown });
    expect((await call('readInvitation', {}, { body: lastLink() })).body.data).toMatchObject({
      account_name: shown,
      invited_by: shown,
    });
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
