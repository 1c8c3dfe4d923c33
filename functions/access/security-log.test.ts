import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createAccountHarness, differentCode } from '../../tests/support/account-harness.ts';
import { callHandler as callOn } from '../../tests/support/call.ts';
import { PERSON_PASSWORD } from '../../tests/support/people.ts';
import { testContext } from '../../tests/support/test-context.ts';
import { routes } from '../../tests/support/routes.ts';

const { call, context, person, submitOtp, logIn, signUp, table } = createAccountHarness();

const logged = z.object({
  level: z.string(),
  event: z.string(),
  what: z.optional(z.string()),
  account: z.optional(z.string()),
  network: z.optional(z.string()),
});

const events = (lines = context().lines) =>
  lines.map((line) => logged.parse(JSON.parse(line))).filter((line) => line.event === 'security');
const event = (what: string, account: string | undefined, network: string) => ({
  level: 'warn',
  event: 'security',
  what,
  ...(account !== undefined && { account }),
  network,
});

const V4 = '192.0.2.77';
const V6 = '2001:db8:1:2:3:4:5:6';

describe('the security log contains account and network', () => {
  it('of a failed login, even without an account', async () => {
    const { user } = await person();
    await logIn(user.email, 'wrong password 1', V6);
    await logIn('nobody@mail.example', 'wrong password 1', V4);
    expect(events()).toEqual([
      event('login_failed', user.id, '2001:db8:1:2::/64'),
      event('login_failed', undefined, V4),
    ]);
  });

  it('of a wrong code', async () => {
    const { email, otp } = await signUp();
    const [pending] = await context().registrations.list(email);
    await submitOtp(email, differentCode(otp), V4);
    expect(events()).toEqual([event('code_failed', pending?.id, V4)]);
  });

  it('of a call without the CSRF header, and of an ended session', async () => {
    const { user, headers } = await person();
    const { Authorization = '' } = headers;
    await call(routes.logout, { headers: { Authorization }, sourceIp: V4 });
    await call(routes.logout, { headers, sourceIp: V4 });
    expect(events()).toEqual([
      event('csrf_refused', user.id, V4),
      event('session_ended', user.id, V4),
    ]);
  });

  it('of an exceeded limit', async () => {
    const tight = testContext(table(), {}, { LIMIT_FACTOR: '0.02' });
    for (let time = 0; time < 2; time += 1)
      await callOn(tight, routes.captcha, { sourceIp: '192.0.2.78' });
    expect(events(tight.lines)).toEqual([event('limit_reached', undefined, '192.0.2.78')]);
  });

  it('of a rejected key', async () => {
    const { user, apiKey } = await person({ paid: true, active: false });
    const key = { 'X-Api-Key': apiKey ?? '' };
    await call(routes.listFiles, { headers: key, sourceIp: V4 });
    await call(routes.listFiles, { headers: { 'X-Api-Key': 'tms_live_x' }, sourceIp: V4 });
    expect(events()).toEqual([
      event('key_refused', user.id, V4),
      event('key_refused', undefined, V4),
    ]);
  });

  it('and never an address, a password, a code or a secret', async () => {
    const { email, otp, registration } = await signUp();
    await submitOtp(email, differentCode(otp), V4, { registration });
    await logIn(email, 'wrong password 1', V4);
    await logIn(email, PERSON_PASSWORD, V4);
    const log = context().lines.join('');
    expect(log).toContain('login_failed');
    for (const secret of [
      email,
      PERSON_PASSWORD,
      'wrong password 1',
      registration,
      `"${differentCode(otp)}"`,
    ])
      expect(log).not.toContain(secret);
  });
});
