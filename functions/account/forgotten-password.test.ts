import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../shared/model/duration.ts';
import { createAccountHarness, newSourceIp } from '../../tests/support/account-harness.ts';
import { callHandler as callOn } from '../../tests/support/call.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { PERSON_PASSWORD, type Person } from '../../tests/support/people.ts';
import { sqsRecord } from '../../tests/support/sqs-event.ts';
import { testContext } from '../../tests/support/test-context.ts';
import type { AccountMessage } from '../../shared/messages/account.ts';
import { routes } from '../../tests/support/routes.ts';
import { account as worker } from './workers.ts';

const { call, context, person, registered, logIn, table } = createAccountHarness();

const NEW_PASSWORD = 'a better horse 43';

const forget = (email: string, sourceIp = newSourceIp()) =>
  call(routes.forgetPassword, { body: { email }, sourceIp });

const deliver = async (...messages: readonly AccountMessage[]) => {
  const Records = messages.map((message, at) => sqsRecord(message, { messageId: `m${at}` }));
  expect(await invoke(worker, context(), { Records })).toEqual({
    batchItemFailures: [],
  });
};

function lastAsked(): AccountMessage & { kind: 'password_reset' } {
  const message = context().accountMessages.at(-1);
  if (message?.kind !== 'password_reset') throw new Error('no link was requested');
  return message;
}

async function linkFor({ user }: Person): Promise<{ token: string; email: string }> {
  await forget(user.email);
  await deliver(lastAsked());
  const content = context().mails.at(-1)?.content;
  if (content?.template !== 'password_reset') throw new Error('no link was emailed');
  return content.params;
}

const choose = (link: { token: string; email: string }, password = NEW_PASSWORD, more = {}) =>
  call(routes.resetPassword, {
    body: { ...link, new_password: password, confirm_password: password, ...more },
    sourceIp: newSourceIp(),
  });

const EXPIRED = { status: 410, body: { code: 'link_expired' } };

describe('a forgotten password', () => {
  it('is replaced through a link, and the owner is notified', async () => {
    const owner = await person();
    const link = await linkFor(owner);
    expect(context().mails.at(-1)).toMatchObject({
      to: owner.user.email,
      language: 'en',
      content: { params: { minutes: 30, email: owner.user.email } },
    });
    expect(link.token).toMatch(/^[\w-]{43}$/);

    expect(await choose(link)).toMatchObject({ status: 200, body: { data: {} } });
    expect(await logIn(owner.user.email)).toMatchObject({ status: 422 });
    expect(await logIn(owner.user.email, NEW_PASSWORD)).toMatchObject({ status: 200 });
    const notified = context().mails.filter(
      ({ content }) => content.template === 'password_changed',
    );
    expect(notified.map(({ to }) => to)).toEqual([owner.user.email]);
    expect(context().lines.join('')).toMatch(/"what":"password_changed","account":"\w+"/);
  });

  it('gets the same response for any address, with the same work', async () => {
    const { user } = await person();
    const responses = [];
    for (const email of [user.email, 'nobody@mail.example', await registered()]) {
      const before = context().passwords.calls();
      const { status, body } = await forget(email);
      responses.push({ status, body, hashes: context().passwords.calls() - before });
    }
    const alike = { status: 200, body: { data: {} }, hashes: 0 };
    expect(responses).toEqual([alike, alike, alike]);
    const messages = context().accountMessages;
    expect(messages).toHaveLength(3);
    const mails = context().mails.length;
    await deliver(...messages);
    expect(
      context()
        .mails.slice(mails)
        .map(({ to }) => to),
    ).toEqual([user.email]);
    expect(context().lines.join('')).not.toContain(lastAsked().token);
  });

  it('can be reported three times an hour for each address, in any spelling, whether known or not', async () => {
    const { user } = await person();
    for (const email of [user.email, 'nobody.else@mail.example']) {
      const before = context().accountMessages.length;
      for (const spelling of [email, email.toUpperCase(), ` ${email} `, email, email])
        expect(await forget(spelling)).toMatchObject({ status: 200, body: { data: {} } });
      expect(context().accountMessages.length - before).toBe(3);
    }
    context().clock.advance(HOUR_MS);
    const before = context().accountMessages.length;
    await forget(user.email);
    expect(context().accountMessages).toHaveLength(before + 1);
  });

  it('can be reported twenty times per hour from one network', async () => {
    const statuses = [];
    for (let time = 0; time < 21; time += 1)
      statuses.push((await forget(`n${time}@mail.example`, '192.0.2.90')).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });

  it('of an inactive account can be replaced too; the login then reports the inactive account', async () => {
    const owner = await person({ active: false });
    expect((await choose(await linkFor(owner))).status).toBe(200);
    expect(await logIn(owner.user.email, NEW_PASSWORD)).toMatchObject({
      body: { code: 'account_inactive' },
    });
  });
});

describe('a reset link', () => {
  it('works once, within thirty minutes, and only with its address', async () => {
    const owner = await person();
    const link = await linkFor(owner);
    expect(await choose({ ...link, email: 'other@mail.example' })).toMatchObject(EXPIRED);
    expect(await choose({ ...link, token: `${link.token.slice(0, -1)}_` })).toMatchObject(EXPIRED);
    context().clock.advance(30 * MINUTE_MS - 1);
    expect((await choose({ ...link, email: owner.user.email.toUpperCase() })).status).toBe(200);
    expect(await choose(link, 'yet another horse 44')).toMatchObject(EXPIRED);

    const late = await linkFor(owner);
    context().clock.advance(30 * MINUTE_MS);
    expect(await choose(late)).toMatchObject(EXPIRED);
    expect((await logIn(owner.user.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('serves only one of two concurrent calls', async () => {
    const owner = await person();
    const link = await linkFor(owner);
    const passwords = ['first of both 1', 'second of both 2', 'third of both 3'];
    const responses = await Promise.all(passwords.map((password) => choose(link, password)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
    const winningPassword = passwords[responses.findIndex(({ status }) => status === 200)] ?? '';
    for (const password of passwords)
      expect((await logIn(owner.user.email, password)).status).toBe(
        password === winningPassword ? 200 : 422,
      );
  });

  it('is void after the password was changed in another way', async () => {
    const owner = await person();
    const [older, newer] = [await linkFor(owner), await linkFor(owner)];
    expect(older.token).not.toBe(newer.token);
    expect((await choose(older)).status).toBe(200);
    expect(await choose(newer, 'yet another horse 44')).toMatchObject(EXPIRED);
  });

  it('can still be used after a rejected password', async () => {
    const owner = await person();
    const link = await linkFor(owner);
    const refused: [string, object, object][] = [
      ['password1', {}, { new_password: [expect.stringContaining('too easy')] }],
      ['Martin2024', {}, { new_password: [expect.stringContaining('too easy')] }],
      ['short1', {}, { new_password: [expect.stringContaining('8 characters')] }],
      [NEW_PASSWORD, { confirm_password: 'x' }, { confirm_password: [expect.any(String)] }],
    ];
    for (const [password, more, fields] of refused)
      expect(await choose(link, password, more)).toMatchObject({
        status: 422,
        body: { code: 'validation', fields },
      });
    expect((await choose(link)).status).toBe(200);
  });

  it('is emailed once, however often its message is delivered, and stays used', async () => {
    const owner = await person();
    await forget(owner.user.email);
    const message = lastAsked();
    await deliver(message, message);
    const ids = context().mails.map(({ id }) => id);
    expect(new Set(ids.slice(-2)).size).toBe(1);

    expect((await choose({ token: message.token, email: owner.user.email })).status).toBe(200);
    await deliver(message);
    expect(await choose({ token: message.token, email: owner.user.email })).toMatchObject(EXPIRED);
    context().clock.advance(30 * MINUTE_MS);
    const before = context().mails.length;
    await deliver(message);
    expect(context().mails).toHaveLength(before);
    expect(context().lines.join('')).toContain('"outcome":"stale"');
  });

  it('is stored without its token and without the password hash', async () => {
    const owner = await person();
    const { token } = await linkFor(owner);
    const { client, name: TableName } = table();
    const put = JSON.stringify((await client.send(new ScanCommand({ TableName }))).Items);
    expect(put).toContain('RESET#');
    expect(put).not.toContain(token);
    expect(put.split(owner.passwordHash)).toHaveLength(2);
  });
});

describe('a new password set through a link', () => {
  it('ends every session', async () => {
    const owner = await person();
    const other = await logIn(owner.user.email);
    const headers = { Authorization: `Bearer ${other.body.data?.['token']}` };
    context().clock.advance(1);
    await choose(await linkFor(owner));
    for (const each of [owner.headers, headers])
      expect((await call(routes.me, { headers: each })).status).toBe(401);
  });

  it('ends them even if the process stops right after the change', async () => {
    const owner = await person();
    const link = await linkFor(owner);
    context().clock.advance(1);
    const broken = testContext(table(), {
      clock: context().clock,
      sessions: {
        ...context().sessions,
        deleteAll: async () => {
          throw new Error('killed');
        },
      },
    });
    const body = { ...link, new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
    expect((await callOn(broken, routes.resetPassword, { body })).status).toBe(500);
    // No retry sends the email later, because the link is used up.
    expect(broken.mails.map(({ to, content }) => [to, content.template])).toEqual([
      [owner.user.email, 'password_changed'],
    ]);
    expect((await call(routes.me, { headers: owner.headers })).status).toBe(401);
    expect((await logIn(owner.user.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('prevents a session that was being opened with the old password', async () => {
    const owner = await person();
    const link = await linkFor(owner);
    const { clock, passwords } = context();
    // Resets the password after the old one is verified and before the session is created.
    const slow = testContext(table(), {
      clock,
      passwords: {
        ...passwords,
        matches: async (password, hash) => {
          const right = await passwords.matches(password, hash);
          expect((await choose(link)).status).toBe(200);
          return right;
        },
      },
    });
    const body = { email: owner.user.email, password: PERSON_PASSWORD };
    expect(await callOn(slow, routes.login, { body })).toMatchObject({
      status: 422,
      body: { code: 'wrong_credentials' },
    });
    expect(await context().sessions.list(owner.user.id)).toEqual([]);
    expect((await logIn(owner.user.email, NEW_PASSWORD)).status).toBe(200);
  });
});
