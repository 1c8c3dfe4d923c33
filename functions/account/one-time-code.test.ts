import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../shared/model/duration.ts';
import { createAccountHarness, differentCode } from '../../tests/support/account-harness.ts';
import { callHandler as callOn } from '../../tests/support/call.ts';
import { testContext } from '../../tests/support/test-context.ts';
import { routes } from '../../tests/support/routes.ts';
import { getWeeklyFigures } from '../admin/weekly-figures.ts';

const { codes, context, lastCode, person, submitOtp, registered, resend, logIn, signUp, table } =
  createAccountHarness();

const wrongCode = {
  status: 422,
  body: { message: ['This code is wrong or no longer valid'], code: 'wrong_code' },
};

describe('the one-time code', () => {
  it('is void after five wrong tries, even concurrent ones', async () => {
    const email = await registered();
    const bad = differentCode(lastCode());
    const tries = await Promise.all(Array.from({ length: 5 }, () => submitOtp(email, bad)));
    expect(tries.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(await submitOtp(email, lastCode())).toMatchObject(wrongCode);
  });

  it('still works on the fifth try', async () => {
    const email = await registered();
    for (let time = 0; time < 4; time += 1) await submitOtp(email, differentCode(lastCode()));
    expect(await submitOtp(email, lastCode())).toMatchObject({ status: 200 });
  });

  it('expires after ten minutes', async () => {
    const [late, early] = [await registered(), await registered()];
    const [lateCode = '', earlyCode = ''] = codes();
    context().clock.advance(10 * MINUTE_MS - 1);
    expect(await submitOtp(early, earlyCode)).toMatchObject({ status: 200 });
    context().clock.advance(1);
    expect(await submitOtp(late, lateCode)).toMatchObject(wrongCode);
  });

  it('works once, does not log in a verified user, grants the welcome credits and is counted once', async () => {
    const signups = async () => (await getWeeklyFigures(context())).at(-1)?.signups ?? 0;
    const before = await signups();
    const email = await registered();
    const responses = await Promise.all([
      submitOtp(email, lastCode()),
      submitOtp(email, lastCode()),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await submitOtp(email, lastCode())).toMatchObject(wrongCode);
    const user = await context().accounts.findByEmail(email);
    const entries = await Array.fromAsync(context().ledger.entries(user?.id ?? ''));
    expect(entries).toMatchObject([{ id: `grant:welcome:${user?.id}`, amount: 100 }]);
    expect((await signups()) - before).toBe(1);
  });

  it('can be replaced after a minute', async () => {
    const email = await registered();
    await resend(email);
    expect(codes()).toHaveLength(1);
    context().clock.advance(MINUTE_MS);
    expect(await resend(email)).toMatchObject({ status: 200, body: { data: { language: 'en' } } });
    const [first = '', second = ''] = codes();
    expect(await submitOtp(email, first)).toMatchObject(wrongCode);
    expect(await submitOtp(email, second)).toMatchObject({ status: 200 });
  });

  it('is sent five times a day and ten times in total, and more often only after the password', async () => {
    const email = await registered();
    const askFor = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        context().clock.advance(MINUTE_MS);
        await resend(email);
      }
      return codes().length;
    };
    expect(await askFor(8)).toBe(5);
    context().clock.advance(DAY_MS);
    expect(await askFor(8)).toBe(10);
    context().clock.advance(DAY_MS);
    expect(await askFor(3)).toBe(10);
    expect(await logIn(email)).toMatchObject({ status: 403, body: { code: 'unverified' } });
    expect(await askFor(1)).toBe(11);
    context().clock.advance(8 * MINUTE_MS - 1);
    expect(await askFor(2)).toBe(12);
    expect(await submitOtp(email, lastCode())).toMatchObject({ status: 200 });
  });

  it('is not sent for verified or unknown addresses, with the same response', async () => {
    const { user } = await person();
    const french = { 'Accept-Language': 'fr-CH, fr;q=0.9, en;q=0.8' };
    for (const email of [user.email, 'nobody@mail.example'])
      expect(await resend(email, french)).toMatchObject({
        status: 200,
        body: { data: { language: 'fr' } },
      });
    expect(context().mails).toEqual([]);
  });

  it('is rejected for an unknown address with the same response as a wrong code', async () => {
    expect(await submitOtp('nobody@mail.example', '1234')).toMatchObject(wrongCode);
  });

  it('may be guessed thirty times an hour from one network', async () => {
    for (let time = 0; time < 30; time += 1)
      expect((await submitOtp('nobody@mail.example', '1234', '192.0.2.1')).status).toBe(422);
    expect(await submitOtp('nobody@mail.example', '1234', '192.0.2.1')).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '120' },
    });
  });

  it('is not counted against the limit when it is right', async () => {
    const tight = testContext(table(), {}, { LIMIT_FACTOR: '0.1' });
    for (let time = 0; time < 6; time += 1) {
      const body = { email: await registered(), otp: lastCode() };
      const response = await callOn(tight, routes.verifyOtp, { body, sourceIp: '192.0.2.60' });
      expect(response.status).toBe(200);
    }
  });

  it('works again after an interrupted try, which leaves nothing half done', async () => {
    const { email, otp } = await signUp();
    const body = { email, otp };
    const { ledger } = context();
    const broken = testContext(table(), {
      ledger: {
        ...ledger,
        grant: async () => {
          throw new Error('the function was killed');
        },
      },
    });
    expect(await callOn(broken, routes.verifyOtp, { body })).toMatchObject({ status: 500 });
    expect(await context().accounts.findByEmail(email)).toBeUndefined();
    expect(await submitOtp(email, otp)).toMatchObject({ status: 200 });
    const user = await context().accounts.findByEmail(email);
    expect(await ledger.balance(user?.id ?? '')).toMatchObject({ available: 100 });
  });
});
