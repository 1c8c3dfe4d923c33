import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../shared/model/duration.ts';
import { createAccountHarness, newSourceIp, differentCode } from '../support/account-harness.ts';
import { PERSON_PASSWORD } from '../support/people.ts';

/** Attacks on the one-time code of an account by a stranger who knows its email address. */

const { codes, context, lastCode, person, submitOtp, resend, signUp } = createAccountHarness();

const STRANGER = {
  first_name: 'Mallory',
  password: 'stranger 1 pw',
  confirm_password: 'stranger 1 pw',
};

it.each([
  ['secret', ({ registration }: { registration: string }) => ({ registration })],
  ['password', () => ({ password: PERSON_PASSWORD })],
])(
  'wrong codes from a stranger do not use up the attempts of an owner with the %s',
  async (_, shown) => {
    const mine = await signUp();
    for (let time = 0; time < 6; time += 1) await submitOtp(mine.email, differentCode(mine.otp));
    expect(await submitOtp(mine.email, mine.otp)).toMatchObject({ body: { code: 'wrong_code' } });
    const proven = await submitOtp(mine.email, mine.otp, newSourceIp(), shown(mine));
    expect(proven.status).toBe(200);
  },
);

it('a stranger who requests another code does not invalidate the owner’s code', async () => {
  const { email, otp, registration } = await signUp();
  context().clock.advance(MINUTE_MS);
  expect((await resend(email)).status).toBe(200);
  expect(codes()).toHaveLength(2);
  expect((await submitOtp(email, otp, newSourceIp(), { registration })).status).toBe(200);
});

it('a stranger who requests codes all day does not use up the owner’s codes', async () => {
  const { email, registration } = await signUp();
  for (let time = 0; time < 9; time += 1) {
    context().clock.advance(MINUTE_MS);
    await resend(email);
  }
  context().clock.advance(MINUTE_MS);
  const before = codes().length;
  expect((await resend(email, {}, { registration })).status).toBe(200);
  expect(codes().length).toBe(before + 1);
  expect((await submitOtp(email, lastCode(), newSourceIp(), { registration })).status).toBe(200);
});

it('the code that a stranger requested also works for the owner, who cannot tell it apart', async () => {
  const { email, registration } = await signUp();
  context().clock.advance(MINUTE_MS);
  await resend(email);
  const [, last = ''] = codes();
  expect((await submitOtp(email, last, newSourceIp(), { registration })).status).toBe(200);
});

describe('an address that was registered twice', () => {
  const required = { status: 422, body: { code: 'registration_required' } };

  it.each([0, 1])(
    'reports a missing registration secret to a caller who has the right code',
    async (at) => {
      const one = await signUp();
      const both = [one, await signUp({ ...STRANGER, email: one.email })];
      const { email, otp, registration } = both[at] ?? one;
      expect(await submitOtp(email, otp)).toMatchObject({
        ...required,
        body: { message: [expect.stringContaining('`registration`')] },
      });
      expect((await submitOtp(email, otp, newSourceIp(), { registration })).status).toBe(200);
    },
  );

  it('reports it to no one without a valid code, so that the address is not revealed', async () => {
    const { user } = await person();
    const { email, otp } = await signUp();
    const other = await signUp({ ...STRANGER, email });
    const neither = [otp, other.otp].includes('1234') ? '4321' : '1234';
    for (const address of [email, user.email, 'nobody@mail.example'])
      expect(await submitOtp(address, neither)).toMatchObject({ body: { code: 'wrong_code' } });
    // The only attempt is used up, so even the correct code is rejected.
    expect(await submitOtp(email, otp)).toMatchObject({ body: { code: 'wrong_code' } });
  });
});

describe('a request for another code within the minute', () => {
  const soon = (seconds: number) => ({
    status: 429,
    headers: { 'Retry-After': String(seconds) },
    body: { code: 'code_on_its_way' },
  });

  it('sends nothing, and does not claim to', async () => {
    const { email, registration } = await signUp();
    context().clock.advance(20_000);
    expect(await resend(email)).toMatchObject(soon(40));
    expect(await resend(email, {}, { registration })).toMatchObject(soon(40));
    context().clock.advance(40_000);
    expect((await resend(email, {}, { registration })).status).toBe(200);
    expect(codes()).toHaveLength(2);
    context().clock.advance(1000);
    expect(await resend(email, {}, { registration })).toMatchObject(soon(59));
    expect(await resend(email)).toMatchObject(soon(59));
    expect(codes()).toHaveLength(2);
  });

  it('is rejected identically for every address, so that the response reveals nothing', async () => {
    const { user } = await person();
    const taken = await signUp({ email: user.email });
    const free = await signUp();
    for (const { email, registration } of [taken, free]) {
      expect(await resend(email)).toMatchObject(soon(60));
      expect(await resend(email, {}, { registration })).toMatchObject(soon(60));
    }
    expect((await resend('nobody@mail.example')).status).toBe(200);
    expect(await resend('nobody@mail.example')).toMatchObject(soon(60));
  });

  it('is not delayed for an owner with the secret by strangers who register the address', async () => {
    const { email, registration } = await signUp();
    context().clock.advance(MINUTE_MS);
    await signUp({ ...STRANGER, email });
    expect((await resend(email, {}, { registration })).status).toBe(200);
    expect(codes()).toHaveLength(3);
  });
});
