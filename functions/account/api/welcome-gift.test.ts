import { describe, expect, it } from 'vitest';
import { accountStage, DAY } from '../../../tests/support/account-stage.ts';
import { testContext } from '../../../tests/support/test-context.ts';
import { verifyOtp } from '../verify-otp.ts';

const stage = accountStage();

async function creditsOf(email: string): Promise<number> {
  const { otp } = await stage.signUp({ email });
  expect(await stage.submitOtp(email, otp)).toMatchObject({ status: 200 });
  const { accounts, ledger } = stage.context();
  const user = await accounts.findByEmail(email);
  return (await ledger.balance(user?.id ?? '')).available;
}

describe('welcome credits', () => {
  it('go to three accounts of a domain, its subdomains included, and to one every ten days', async () => {
    const credits = [];
    for (const email of ['a@acme.co.uk', 'b@acme.co.uk', 'c@mail.acme.co.uk', 'd@acme.co.uk'])
      credits.push(await creditsOf(email));
    expect(credits).toEqual([100, 100, 100, 0]);
    expect(await creditsOf('e@other.co.uk')).toBe(100);
    stage.context().clock.advance(10 * DAY);
    expect([await creditsOf('f@acme.co.uk'), await creditsOf('g@acme.co.uk')]).toEqual([100, 0]);
  });

  it('never go to a disposable domain, and to every mailbox of a free provider', async () => {
    expect(await creditsOf('ada@mailinator.com')).toBe(0);
    expect(await creditsOf('ada@any.mailinator.com')).toBe(0);
    for (const name of ['ada', 'bob', 'cyd', 'dan', 'eve'])
      expect(await creditsOf(`${name}.lovelace@orange.fr`)).toBe(100);
  });

  it('end after a number of gifts a day, with an alarm', async () => {
    const tight = testContext(stage.table(), {}, { LIMIT_FACTOR: '0.0005' });
    const email = 'zoe.day@orange.fr';
    const { otp } = await stage.signUp({ email });
    const today = new Date(tight.clock.now()).toISOString().slice(0, 10);
    await tight.limits.consume('gift_day', today);
    await verifyOtp(tight, { email, otp, sourceIp: '198.51.100.1' });
    const user = await tight.accounts.findByEmail(email);
    expect(await tight.ledger.balance(user?.id ?? '')).toMatchObject({ available: 0 });
    expect(tight.lines.join('\n')).toContain('welcome_gifts_exhausted');
  });
});
