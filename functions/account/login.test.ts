import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../shared/model/duration.ts';
import { createAccountHarness, newSourceIp } from '../../tests/support/account-harness.ts';
import { callHandler as callOn } from '../../tests/support/call.ts';
import { runOutsideFunction } from '../../tests/support/invoke.ts';
import { PERSON_PASSWORD } from '../../tests/support/people.ts';
import { testContext } from '../../tests/support/test-context.ts';
import { ROLE, USER_STATUS } from '../../shared/model/account.ts';
import { routes } from '../../tests/support/routes.ts';

const { call, context, person, logIn, signUp, solvedCaptcha, table } = createAccountHarness();

const NEW_PASSWORD = 'a better horse 43';

describe('logging in', () => {
  it('opens a session that lasts seven days', async () => {
    const { user } = await person();
    const { status, body } = await logIn(user.email.toUpperCase());
    expect(status).toBe(200);
    const headers = { Authorization: `Bearer ${body.data?.['token']}` };
    context().clock.advance(7 * DAY_MS - 1);
    expect(await call(routes.me, { headers })).toMatchObject({ status: 200 });
    context().clock.advance(1);
    expect(await call(routes.me, { headers })).toMatchObject({ status: 401 });
  });

  it('creates a test key for a customer who has none', async () => {
    const { accounts, apiKeys, clock, ids, passwords } = context();
    const id = ids.ulid(clock.now());
    const email = `${id}@mail.example`.toLowerCase();
    const passwordHash = await passwords.hash(PERSON_PASSWORD);
    const names = { firstName: 'Ada', lastName: 'Martin' };
    await accounts.create(id, { ...names, email, passwordHash, language: 'en' }, ROLE.customer);
    expect((await logIn(email)).status).toBe(200);
    const user = await accounts.get(id);
    expect(user && (await apiKeys.revealTest(user))).toMatch(/^tms_test_/);
  });

  it('gives the same response, at the same cost, for an unknown address and a wrong password', async () => {
    const { user } = await person();
    const { email: once } = await signUp();
    const { email: often } = await signUp();
    for (let time = 0; time < 4; time += 1) await signUp({ email: often });
    const refused = { message: ['The email or the password is wrong'], code: 'wrong_credentials' };
    for (const email of [user.email, 'nobody@mail.example', once, often]) {
      const before = context().passwords.calls();
      expect(await logIn(email, 'wrong password 1')).toMatchObject({ status: 422, body: refused });
      expect(context().passwords.calls() - before).toBe(1);
    }
  });

  it('reveals that an account is unverified or inactive only after the right password', async () => {
    const unverified = await signUp();
    const { user: inactive } = await person({ active: false });
    for (const email of [unverified.email, inactive.email])
      expect(await logIn(email, 'wrong password 1')).toMatchObject({
        body: { code: 'wrong_credentials' },
      });
    expect(await logIn(unverified.email)).toMatchObject({
      status: 403,
      body: {
        message: [],
        code: 'unverified',
        verified: false,
        data: { email: unverified.email, registration: unverified.registration },
      },
    });
    expect(await logIn(inactive.email)).toMatchObject({
      status: 403,
      body: { message: ['Your account is inactive, contact support'], code: 'account_inactive' },
    });
  });

  it('finds the registration with the password among those of others, with one hash computation', async () => {
    const pw = (password: string) => ({ password, confirm_password: password });
    const { email } = await signUp(pw('stranger 1 pw'));
    const mine = await signUp({ email });
    await signUp({ email, ...pw('stranger 2 pw') });
    const before = context().passwords.calls();
    expect(await logIn(email)).toMatchObject({
      body: { code: 'unverified', data: { email, registration: mine.registration } },
    });
    expect(context().passwords.calls() - before).toBe(1);
  });

  it('upgrades a weak password hash', async () => {
    const { user, passwordHash } = await person();
    const stronger = testContext(table(), {
      passwords: { ...context().passwords, isWeak: (hash) => hash === passwordHash },
    });
    const body = { email: user.email, password: PERSON_PASSWORD };
    expect(await callOn(stronger, routes.login, { body })).toMatchObject({ status: 200 });
    const after = await context().accounts.get(user.id);
    expect(after?.passwordHash).not.toBe(user.passwordHash);
    expect(await logIn(user.email)).toMatchObject({ status: 200 });
  });

  it('succeeds for two concurrent logins that both upgrade a weak hash', async () => {
    const { user, passwordHash } = await person();
    const { passwords } = context();
    const isWeak = (hash: string) => hash === passwordHash;
    const body = { email: user.email, password: PERSON_PASSWORD };
    const fast = testContext(table(), { passwords: { ...passwords, isWeak } });
    const hash = async (password: string) => {
      expect(await callOn(fast, routes.login, { body })).toMatchObject({ status: 200 });
      return passwords.hash(password);
    };
    const slow = testContext(table(), { passwords: { ...passwords, isWeak, hash } });
    const { status, body: opened } = await callOn(slow, routes.login, { body });
    expect(status).toBe(200);
    const headers = { Authorization: `Bearer ${opened.data?.['token']}` };
    expect(await call(routes.me, { headers })).toMatchObject({ status: 200 });
    expect(await context().sessions.list(user.id)).toHaveLength(3);
  });

  it.each(['matches', 'hash'] as const)(
    'opens no session if the password is changed during %s',
    async (slowPart) => {
      const owner = await person();
      const { passwords, clock } = context();
      const change = async () => {
        const body = {
          first_name: 'Ada',
          last_name: 'Martin',
          current_password: PERSON_PASSWORD,
          new_password: NEW_PASSWORD,
          confirm_password: NEW_PASSWORD,
        };
        const { headers } = owner;
        expect(await call(routes.editProfile, { headers, body })).toMatchObject({ status: 200 });
      };
      const late = testContext(table(), {
        clock,
        passwords: {
          ...passwords,
          isWeak: (hash) => slowPart === 'hash' && hash === owner.passwordHash,
          matches: async (password, hash) => {
            const right = await passwords.matches(password, hash);
            if (slowPart === 'matches' && hash === owner.passwordHash) await change();
            return right;
          },
          hash: async (password) => {
            if (slowPart === 'hash') await change();
            return passwords.hash(password);
          },
        },
      });
      const body = { email: owner.user.email, password: PERSON_PASSWORD };
      expect(await callOn(late, routes.login, { body })).toMatchObject({
        status: 422,
        body: { code: 'wrong_credentials' },
      });
      const remaining = await context().sessions.list(owner.user.id);
      expect(remaining.map(({ id }) => id)).toEqual([owner.sessionId]);
      expect((await logIn(owner.user.email, NEW_PASSWORD)).status).toBe(200);
    },
  );

  it('leaves no session that would work again after a deactivation and activation', async () => {
    const { user } = await person();
    const { accounts, clock, passwords, sessions } = context();
    const late = testContext(table(), {
      clock,
      passwords: {
        ...passwords,
        matches: async (password, hash) => {
          const right = await passwords.matches(password, hash);
          await runOutsideFunction(async () => {
            expect(await accounts.setStatus(user.id, USER_STATUS.inactive)).toBe(true);
            await sessions.deleteAll(user.id);
          });
          return right;
        },
      },
    });
    const body = { email: user.email, password: PERSON_PASSWORD };
    expect(await callOn(late, routes.login, { body })).toMatchObject({
      status: 422,
      body: { code: 'wrong_credentials' },
    });
    await accounts.setStatus(user.id, USER_STATUS.active);
    expect(await sessions.list(user.id)).toEqual([]);
    expect((await logIn(user.email)).status).toBe(200);
  });

  it('allows five wrong passwords in 15 minutes for an account from one network', async () => {
    const { user } = await person();
    const from = (sourceIp: string, password: string) => logIn(user.email, password, sourceIp);
    for (let time = 0; time < 5; time += 1)
      expect((await from('192.0.2.7', 'wrong password 1')).status).toBe(422);
    expect(await from('192.0.2.7', PERSON_PASSWORD)).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
      headers: { 'Retry-After': '180' },
    });
    expect((await from('192.0.2.8', PERSON_PASSWORD)).status).toBe(200);
    context().clock.advance(3 * MINUTE_MS);
    expect((await from('192.0.2.7', PERSON_PASSWORD)).status).toBe(200);
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const { user } = await person();
    const statuses = [];
    for (let host = 1; host <= 6; host += 1)
      statuses.push((await logIn(user.email, 'wrong password 1', `2001:db8:7:7::${host}`)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it.each(['login', 'verifyOtp', 'register', 'resendOtp'] as const)(
    'rejects an overlong address immediately, and counts it: %s',
    async (name) => {
      const tight = testContext(table(), {}, { LIMIT_FACTOR: '0.1' });
      const body = { email: `a@${'a.'.repeat(100_000)}@`, password: 'x', otp: '1234' };
      const sourceIp = newSourceIp();
      const send = () => callOn(tight, routes[name], { body, sourceIp });
      const start = process.cpuUsage();
      expect(await send()).toMatchObject({ status: 422, body: { code: 'validation' } });
      expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
      const statuses = new Set<number>();
      for (let time = 0; time < 6; time += 1) statuses.add((await send()).status);
      expect(statuses).toContain(429);
    },
  );

  it('does not count right passwords', async () => {
    const { user } = await person();
    for (let time = 0; time < 60; time += 1)
      expect((await logIn(user.email, PERSON_PASSWORD, '192.0.2.20')).status).toBe(200);
  });

  it('requires a captcha if many networks guess at an account, so that its owner can still log in', async () => {
    const { user } = await person();
    for (let time = 0; time < 30; time += 1) await logIn(user.email, 'wrong password 1');
    expect(await logIn(user.email)).toMatchObject({
      status: 422,
      body: { code: 'captcha_required' },
    });
    const solution = await solvedCaptcha();
    const more = { 'g-recaptcha-response': solution };
    expect(await logIn(user.email, PERSON_PASSWORD, newSourceIp(), more)).toMatchObject({
      status: 200,
    });
  });
});
