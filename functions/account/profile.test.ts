import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../shared/model/duration.ts';
import { createAccountHarness, newSourceIp } from '../../tests/support/account-harness.ts';
import { PERSON_PASSWORD, type Person } from '../../tests/support/people.ts';
import { routes } from '../../tests/support/routes.ts';

const { call, context, person, logIn } = createAccountHarness();

const NEW_PASSWORD = 'a better horse 43';
const NAMES = { first_name: 'Grace', last_name: 'Hopper' };
const PASSWORDS = {
  current_password: PERSON_PASSWORD,
  new_password: NEW_PASSWORD,
  confirm_password: NEW_PASSWORD,
};

const edit = ({ headers }: Person, body: object, sourceIp = newSourceIp()) =>
  call(routes.editProfile, { headers, body: { ...NAMES, ...body }, sourceIp });

const refused = (fields: Record<string, string>) => ({
  status: 422,
  body: {
    code: 'validation',
    fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, [text]])),
  },
});

describe('the profile', () => {
  it('changes the names, and no other field that is sent', async () => {
    const someone = await person();
    const sent = {
      email: 'other@mail.example',
      role: 1,
      status: 2,
      available_credit: 1e9,
      current_password: '',
      new_password: '',
      confirm_password: null,
    };
    expect(await edit(someone, sent)).toMatchObject({
      status: 200,
      body: {
        data: {
          password_changed: false,
          user: { ...NAMES, email: someone.user.email, role: 2, status: 1, available_credit: 0 },
        },
      },
    });
    expect(await context().accounts.get(someone.user.id)).toEqual({
      ...someone.user,
      firstName: 'Grace',
      lastName: 'Hopper',
    });
    expect(context().mails).toEqual([]);
  });

  it('changes the password, ends the other sessions and emails the owner once', async () => {
    const someone = await person();
    const other = await logIn(someone.user.email);
    context().clock.advance(1);
    expect(await edit(someone, PASSWORDS)).toMatchObject({
      status: 200,
      body: { data: { password_changed: true, user: NAMES } },
    });
    const otherHeaders = { Authorization: `Bearer ${other.body.data?.['token']}` };
    expect((await call(routes.me, { headers: otherHeaders })).status).toBe(401);
    expect((await call(routes.me, { headers: someone.headers })).status).toBe(200);
    expect((await logIn(someone.user.email)).status).toBe(422);
    expect((await logIn(someone.user.email, NEW_PASSWORD)).status).toBe(200);
    expect(context().mails).toMatchObject([
      { to: someone.user.email, firstName: 'Grace', content: { template: 'password_changed' } },
    ]);
  });

  it('requires all three password fields if one is filled in', async () => {
    const someone = await person();
    const required = 'This field is required';
    expect(await edit(someone, { new_password: NEW_PASSWORD })).toMatchObject(
      refused({ current_password: required, confirm_password: required }),
    );
    expect(await edit(someone, { current_password: PERSON_PASSWORD })).toMatchObject(
      refused({ new_password: required, confirm_password: required }),
    );
    expect(await edit(someone, { ...PASSWORDS, current_password: '' })).toMatchObject(
      refused({ current_password: required }),
    );
    expect((await logIn(someone.user.email)).status).toBe(200);
  });

  it.each([
    [{ current_password: 'wrong horse 42' }, 'current_password', 'The current password is wrong'],
    [
      { new_password: PERSON_PASSWORD, confirm_password: PERSON_PASSWORD },
      'new_password',
      'This is already your password, please choose another one',
    ],
    [
      { new_password: 'Hopper2024', confirm_password: 'Hopper2024' },
      'new_password',
      'This password is too easy to guess, please choose another one',
    ],
    [
      { new_password: 'short1', confirm_password: 'short1' },
      'new_password',
      'Your password must be 8 characters long and must include letters and numbers',
    ],
    [
      { new_password: `${'x'.repeat(128)}1`, confirm_password: `${'x'.repeat(128)}1` },
      'new_password',
      'Your password may have 128 characters at most',
    ],
    [
      { confirm_password: 'a better horse 44' },
      'confirm_password',
      "The confirm password doesn't match the password",
    ],
  ])('rejects %j completely', async (changes, field, text) => {
    const someone = await person();
    expect(await edit(someone, { ...PASSWORDS, ...changes })).toMatchObject(
      refused({ [field]: text }),
    );
    expect(await context().accounts.get(someone.user.id)).toEqual(someone.user);
    expect(context().mails).toEqual([]);
  });

  it('reports a weak password and a different confirmation together', async () => {
    const sent = { ...PASSWORDS, new_password: 'abc', confirm_password: 'abd' };
    const { body } = await edit(await person(), sent);
    expect(Object.keys(body.fields ?? {})).toEqual(['new_password', 'confirm_password']);
  });

  it('counts wrong current passwords as failed logins, and does not count right ones', async () => {
    const someone = await person();
    const from = '192.0.2.61';
    const guess = () => edit(someone, { ...PASSWORDS, current_password: 'wrong 1' }, from);
    for (let time = 0; time < 3; time += 1) expect((await guess()).status).toBe(422);
    for (let time = 0; time < 2; time += 1)
      expect((await logIn(someone.user.email, 'wrong 1', from)).status).toBe(422);
    expect(await guess()).toMatchObject({ status: 429, headers: { 'Retry-After': '180' } });
    expect((await logIn(someone.user.email, PERSON_PASSWORD, from)).status).toBe(429);
    context().clock.advance(3 * MINUTE_MS);
    expect((await edit(someone, PASSWORDS, from)).status).toBe(200);
    expect((await logIn(someone.user.email, NEW_PASSWORD, from)).status).toBe(200);
  });

  it('accepts one of two concurrent changes', async () => {
    const someone = await person();
    const both = ['first of both 1', 'second of both 2'];
    const responses = await Promise.all(
      both.map((text) =>
        edit(someone, { ...PASSWORDS, new_password: text, confirm_password: text }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const winner = both[responses.findIndex(({ status }) => status === 200)];
    expect((await logIn(someone.user.email, winner)).status).toBe(200);
    expect(context().mails).toHaveLength(1);
  });
});

describe('the language', () => {
  it('can be chosen by customers and administrators, even before the terms are accepted', async () => {
    for (const traits of [{ terms: false }, { admin: true }]) {
      const { headers, user } = await person(traits);
      expect(await call(routes.setLanguage, { headers, body: { language: 'fr' } })).toMatchObject({
        status: 200,
        body: { data: { language: 'fr', email: user.email } },
      });
      expect(await call(routes.setLanguage, { headers, body: { language: 'de' } })).toMatchObject(
        refused({ language: 'Choisissez l’anglais ou le français' }),
      );
      expect((await context().accounts.get(user.id))?.language).toBe('fr');
    }
  });
});

describe('the API key', () => {
  it.each([
    ['POST', routes.resetApiKey],
    ['GET', routes.resetApiKeyByGet],
  ] as const)(
    'is reset by %s: the new key is returned, the old one no longer works',
    async (_, route) => {
      const { user, headers, apiKey, testKey } = await person({ paid: true });
      const response = await call(route, { headers });
      const next = String(response.body.data?.['api_key']);
      expect(response.status).toBe(200);
      expect(response.headers['Cache-Control']).toBe('no-store');
      expect(next).toMatch(/^tms_live_[0-9A-Za-z]{36}$/);
      expect((await call(routes.me, { headers })).body.data).toMatchObject({
        api_key: next,
        test_api_key: testKey,
      });
      const uses = async (key: string | null) =>
        (await call(routes.listFiles, { headers: { 'X-Api-Key': key ?? '' } })).status;
      expect([await uses(next), await uses(testKey)]).toEqual([200, 200]);
      expect(
        await call(routes.listFiles, { headers: { 'X-Api-Key': apiKey ?? '' } }),
      ).toMatchObject({
        status: 401,
        body: {
          code: 'wrong_api_key',
          message: [
            'The API key is missing, mistyped, revoked or was reset. Copy it from the API page, and send it in the header X-Api-Key',
          ],
        },
      });
      expect(context().lines.join('')).toContain(`"what":"key_reset","account":"${user.id}"`);
      expect(context().lines.join('')).not.toContain(next);
    },
  );

  it('can be reset only by paying customers', async () => {
    const { headers } = await person();
    for (const route of [routes.resetApiKey, routes.resetApiKeyByGet])
      expect(await call(route, { headers })).toMatchObject({
        status: 403,
        body: { code: 'api_paid_only', message: ['API access is reserved to paid users'] },
      });
  });

  it('is not reset by a prefetching browser, nor without the CSRF header', async () => {
    const { user, headers, apiKey } = await person({ paid: true });
    for (const ahead of ['prefetch', 'prefetch;prerender'])
      expect(
        await call(routes.resetApiKeyByGet, { headers: { ...headers, 'sec-purpose': ahead } }),
      ).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const { Authorization } = headers;
    for (const route of [routes.resetApiKey, routes.resetApiKeyByGet])
      expect(
        await call(route, { headers: { Authorization: String(Authorization) } }),
      ).toMatchObject({ status: 403, body: { code: 'csrf' } });
    expect(await context().apiKeys.findUser(apiKey ?? '')).toBe(user.id);
  });

  it('stops working immediately after a deactivation and after a full refund', async () => {
    const { user, apiKey, testKey } = await person({ paid: true });
    const uses = async (key: string | null) =>
      (await call(routes.listFiles, { headers: { 'X-Api-Key': key ?? '' } })).status;
    await context().accounts.setStatus(user.id, 2);
    expect([await uses(apiKey), await uses(testKey)]).toEqual([403, 403]);
    await context().accounts.setStatus(user.id, 1);
    expect(await uses(apiKey)).toBe(200);
    await context().apiKeys.setPaid(user.id, false);
    expect([await uses(apiKey), await uses(testKey)]).toEqual([401, 200]);
  });
});
