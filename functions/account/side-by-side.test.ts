import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../shared/model/duration.ts';
import { createAccountHarness, newSourceIp } from '../../tests/support/account-harness.ts';
import { PERSON_PASSWORD } from '../../tests/support/people.ts';

const { codes, context, person, submitOtp, resend, logIn, signUp } = createAccountHarness();

const refused = { status: 422, body: { code: 'wrong_code' } };
const STRANGER = {
  first_name: 'Mallory',
  password: 'stranger 1 pw',
  confirm_password: 'stranger 1 pw',
};

describe('an address that a stranger registers too', () => {
  it.each(['before', 'after'])(
    'is confirmed for its owner, who registered %s the stranger',
    async (order) => {
      const early = order === 'before' ? await signUp() : await signUp(STRANGER);
      const { email } = early;
      const late = await signUp(order === 'before' ? { email, ...STRANGER } : { email });
      const [mine, other] = order === 'before' ? [early, late] : [late, early];

      expect(await submitOtp(email, mine.otp)).toMatchObject({
        status: 422,
        body: { code: 'registration_required' },
      });
      const { registration } = mine;
      expect(await submitOtp(email, other.otp, newSourceIp(), { registration })).toMatchObject(
        refused,
      );
      const proven = await submitOtp(email, mine.otp, newSourceIp(), { registration });
      expect(proven).toMatchObject({ status: 200 });
      expect(await context().accounts.findByEmail(email)).toMatchObject({ firstName: 'Ada' });

      expect(await logIn(email)).toMatchObject({ status: 200 });
      expect(await logIn(email, STRANGER.password)).toMatchObject({
        body: { code: 'wrong_credentials' },
      });
      for (const more of [
        {},
        { registration: other.registration },
        { password: STRANGER.password },
      ])
        expect(await submitOtp(email, other.otp, newSourceIp(), more)).toMatchObject(refused);
    },
  );

  it('is confirmed by the password if the secret is lost', async () => {
    const { email } = await signUp(STRANGER);
    const { otp } = await signUp({ email });
    const proveWith = (password: string) => submitOtp(email, otp, newSourceIp(), { password });
    expect(await proveWith(STRANGER.password)).toMatchObject(refused);
    expect(await proveWith('no such password 1')).toMatchObject(refused);
    expect(await proveWith(PERSON_PASSWORD)).toMatchObject({ status: 200 });
    expect(await context().accounts.findByEmail(email)).toMatchObject({ firstName: 'Ada' });
  });

  it('is not revealed by a password as known, taken or registered several times', async () => {
    const { user } = await person();
    const { email } = await signUp();
    await signUp({ email });
    const responses = new Set<string>();
    for (const address of [user.email, email, 'nobody@mail.example']) {
      const before = context().passwords.calls();
      const password = 'no such password 1';
      const { status, body } = await submitOtp(address, '9999', newSourceIp(), { password });
      responses.add(JSON.stringify([status, body]));
      expect(context().passwords.calls() - before).toBe(1);
    }
    expect([...responses]).toEqual([expect.stringContaining('wrong_code')]);
  });

  it('needs no secret if it has only one registration', async () => {
    const { email, otp } = await signUp();
    expect(await submitOtp(email, otp)).toMatchObject({ status: 200 });
  });

  it('is not lost if strangers register it fifty times, before and after its owner', async () => {
    const before = await signUp();
    const { email } = before;
    for (let time = 0; time < 50; time += 1) await signUp({ email, ...STRANGER });
    const { registration, otp } = await signUp({ email });
    expect(otp).toMatch(/^\d{4}$/);
    expect((await context().registrations.list(email)).length).toBe(52);
    expect(await submitOtp(email, otp, newSourceIp(), { registration })).toMatchObject({
      status: 200,
    });
    expect(await context().registrations.list(email)).toEqual([]);
  });

  it('is sent five codes a day per network, and its earlier code still works', async () => {
    const { email, registration, otp } = await signUp({}, '192.0.2.200');
    for (let time = 0; time < 8; time += 1) await signUp({ email, ...STRANGER }, '192.0.2.200');
    expect(codes()).toHaveLength(5);
    const line = '"what":"limit_reached","network":"192.0.2.200"';
    expect(context().lines.filter((each) => each.includes(line))).toHaveLength(4);
    expect((await signUp({ email }, '192.0.2.201')).otp).toMatch(/^\d{4}$/);
    expect(await submitOtp(email, otp, newSourceIp(), { registration })).toMatchObject({
      status: 200,
    });
  });
});

describe('the secret of a registration', () => {
  it('works for no other registration and no other address', async () => {
    const one = await signUp();
    const two = await signUp();
    const { email, otp } = one;
    for (const registration of [
      two.registration,
      one.registration.slice(0, 26) + two.registration.slice(26),
      one.registration.slice(0, -1),
      `${one.registration}A`,
      '',
    ])
      expect(await submitOtp(email, otp, newSourceIp(), { registration })).toMatchObject(refused);
    const { registration } = one;
    expect(await submitOtp(email, otp, newSourceIp(), { registration })).toMatchObject({
      status: 200,
    });
  });

  it('is also returned for a taken address, and is then worthless', async () => {
    const { user } = await person();
    const { registration } = await signUp({ email: user.email });
    expect(await context().registrations.list(user.email)).toEqual([]);
    expect(await submitOtp(user.email, '0001', newSourceIp(), { registration })).toMatchObject(
      refused,
    );
    context().clock.advance(MINUTE_MS);
    expect(await resend(user.email, {}, { registration })).toMatchObject({
      body: { data: { language: 'en' } },
    });
    expect(codes()).toEqual([]);
  });

  it('gives the response in the language of the registration, instead of the caller’s', async () => {
    const { email, registration } = await signUp({ language: 'fr' });
    const responseLanguage = async (more = {}) =>
      (await resend(email, {}, more)).body.data?.['language'];
    for (const [more, language] of [
      [{}, 'en'],
      [{ registration }, 'fr'],
      [{ registration: 'A'.repeat(69) }, 'en'],
    ] as const) {
      context().clock.advance(MINUTE_MS);
      expect(await responseLanguage(more)).toBe(language);
    }
  });

  it('is returned again with the right password, for the code that the page then requires', async () => {
    const { email } = await signUp(STRANGER);
    const { registration } = await signUp({ email });
    await signUp({ email, ...STRANGER });
    const { body } = await logIn(email);
    expect(body.data).toEqual({ email, registration });
    context().clock.advance(MINUTE_MS);
    await resend(email);
    const code = codes().at(-1) ?? '';
    expect(await submitOtp(email, code, newSourceIp(), { registration })).toMatchObject({
      status: 200,
    });
  });
});
