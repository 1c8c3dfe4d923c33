import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../shared/model/duration.ts';
import { createAccountHarness, newSourceIp } from '../../tests/support/account-harness.ts';
import { routes } from '../../tests/support/routes.ts';

const { call, context, lastCode, person, submitOtp, registered, logIn, signUp, signupForm } =
  createAccountHarness();

describe('signing up', () => {
  it('leads from the form and the code to a session with welcome credits', async () => {
    const form = await signupForm();
    const response = await call(routes.register, { body: form });
    expect(response.body).toEqual({
      data: { email: form.email, verified: false, registration: expect.any(String) },
    });
    expect(context().mails).toMatchObject([
      { to: form.email, language: 'fr', content: { template: 'otp', params: { minutes: 10 } } },
    ]);

    const verified = await submitOtp(form.email.toUpperCase(), lastCode());
    expect(verified.status).toBe(200);
    const { token, csrf_token } = verified.body.data ?? {};
    const headers = { Authorization: `Bearer ${token}` };
    const withCsrf = { ...headers, 'x-csrf-token': String(csrf_token) };

    expect((await call(routes.me, { headers })).body).toEqual({
      data: {
        email: form.email,
        first_name: 'Ada',
        last_name: 'Martin',
        role: 2,
        account_role: 'owner',
        account_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
        account_name: 'Ada Martin',
        accounts: [{ id: expect.any(String), name: 'Ada Martin', role: 'owner' }],
        status: 1,
        terms_accepted: 0,
        available_credit: 100,
        used_credit: 0,
        api_key: null,
        test_api_key: expect.stringMatching(/^tms_test_[0-9A-Za-z]{36}$/),
        plan: null,
        language: 'fr',
        stripe_customer_id: null,
        csrf_token,
      },
    });

    const accepted = await call(routes.acceptTerms, {
      headers: withCsrf,
      body: { terms_accepted: 1 },
    });
    expect(accepted.body.data).toMatchObject({ terms_accepted: 1, csrf_token });

    const out = await call(routes.logout, { headers: withCsrf });
    expect(out).toMatchObject({ status: 200, body: { data: {} } });
    expect(await call(routes.me, { headers })).toMatchObject({
      status: 401,
      body: { message: ['Please log in again'], code: 'unauthenticated' },
    });
  });

  it('gives the same response for a free, an unverified and a verified address', async () => {
    const { user } = await person();
    const free = `free-${context().ids.token(6)}@mail.example`;
    const responses = new Set<string>();
    const hashes = [];
    for (const email of [free, free, user.email]) {
      const body = await signupForm({ email });
      const before = context().passwords.calls();
      const response = await call(routes.register, { body, sourceIp: newSourceIp() });
      const { registration, ...data } = response.body.data ?? {};
      responses.add(JSON.stringify([response.status, data]).replace(email, ''));
      expect(registration).toMatch(/^[\w-]{69}$/);
      hashes.push(context().passwords.calls() - before);
    }
    expect(responses.size).toBe(1);
    expect(hashes).toEqual([1, 1, 1]);
    expect(context().mails.map(({ to, content }) => [to, content.template])).toEqual([
      [free, 'otp'],
      [free, 'otp'],
      [user.email, 'already_registered'],
    ]);
  });

  it('emails the owner of a taken address at most twice a day', async () => {
    const { user } = await person();
    for (let time = 0; time < 4; time += 1) await registered({ email: user.email });
    expect(context().mails).toHaveLength(2);
  });

  it('requires an unused captcha', async () => {
    const form = await signupForm();
    expect(await call(routes.register, { body: form })).toMatchObject({ status: 200 });
    const again = { ...form, email: 'other@mail.example' };
    const refused = { status: 422, body: { message: ['Captcha is Required'] } };
    expect(await call(routes.register, { body: again })).toMatchObject(refused);
    const without = { ...form, 'g-recaptcha-response': '' };
    expect(await call(routes.register, { body: without })).toMatchObject({
      ...refused,
      body: { fields: { 'g-recaptcha-response': ['Captcha is Required'] } },
    });
  });

  it.each([
    [{ password: 'short1', confirm_password: 'short1' }, 'password', 'field'],
    [{ confirm_password: 'something else 1' }, 'confirm_password', "doesn't match"],
    [{ first_name: '  ' }, 'first_name', 'required'],
    [{ agree_policy: false }, 'agree_policy', 'required'],
    [{ email: 'ada@mail' }, 'email', 'not valid email'],
    [{ email: 'josé@mail.example' }, 'email', 'before the @'],
    [{ language: 'de' }, 'language', 'English or French'],
    [{ password: 'Tamis2026', confirm_password: 'Tamis2026' }, 'password', 'easy to guess'],
    [{ password: 'P4ssw0rd1', confirm_password: 'P4ssw0rd1' }, 'password', 'easy to guess'],
  ])('rejects %o', async (changes, field, part) => {
    const { status, body } = await call(routes.register, {
      body: await signupForm(changes),
      sourceIp: newSourceIp(),
    });
    expect(status).toBe(422);
    expect(Object.keys(body.fields ?? {})).toEqual([field]);
    expect(body.message?.join()).toContain(part === 'field' ? '8 characters' : part);
  });

  it('keeps a well-formed partner key, and drops unknown fields', async () => {
    const proven = async (changes: Record<string, unknown>) => {
      const { email, otp } = await signUp(changes);
      await submitOtp(email, otp);
      return context().accounts.findByEmail(email);
    };
    const good = await proven({ partner_key: 'spring-24', role: 1, status: 2, paid: true });
    expect(good).toMatchObject({ partnerKey: 'spring-24', role: 2, status: 1, paid: false });
    expect(await proven({ partner_key: '<script>' })).not.toHaveProperty('partnerKey');
  });

  it('deletes a registration that was not confirmed within a week', async () => {
    const email = await registered();
    context().clock.advance(7 * DAY_MS + MINUTE_MS);
    expect(await logIn(email)).toMatchObject({ body: { code: 'wrong_credentials' } });
    await registered({ email });
    expect(await submitOtp(email, lastCode())).toMatchObject({ status: 200 });
    context().clock.advance(6 * DAY_MS);
    expect(await logIn(email)).toMatchObject({ status: 200 });
    context().clock.advance(30 * DAY_MS);
    expect(await logIn(email)).toMatchObject({ status: 200 });
  });
});
