import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../shared/model/duration.ts';
import { startScriptedDns, type Zone } from '../../packages/verifier/tests/scripted-dns.ts';
import { createAccountHarness } from '../../tests/support/account-harness.ts';
import { testContext, testSecrets } from '../../tests/support/test-context.ts';
import { API_RATE_LIMITS } from '../../shared/contract/limits/limits.ts';
import { createDnsLookup } from '../platform/dns-lookup.ts';
import { computeGiftDomainHmac } from './hashes.ts';
import { completeRegistration } from './verify-otp.ts';

const stage = createAccountHarness();

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
    stage.context().clock.advance(10 * DAY_MS);
    expect([await creditsOf('f@acme.co.uk'), await creditsOf('g@acme.co.uk')]).toEqual([100, 0]);
  });

  it('count once for an account that two calls open at the same time', async () => {
    const { clock } = stage.context();
    const context = testContext(stage.table(), { clock });
    const { email, otp } = await stage.signUp({ email: 'a@twice.co.uk' });
    const open = () => completeRegistration(context, { email, otp, sourceIp: '198.51.100.1' });
    const { grant } = context.ledger;
    Object.assign(context.ledger, {
      async grant(...args: Parameters<typeof grant>) {
        Object.assign(context.ledger, { grant });
        await open();
        return grant(...args);
      },
    });
    await expect(open()).rejects.toMatchObject({ code: 'wrong_code' });
    const credits = [];
    for (const name of ['b', 'c', 'd']) credits.push(await creditsOf(`${name}@twice.co.uk`));
    expect(credits).toEqual([100, 100, 0]);
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
    await completeRegistration(tight, { email, otp, sourceIp: '198.51.100.1' });
    const user = await tight.accounts.findByEmail(email);
    expect(await tight.ledger.balance(user?.id ?? '')).toMatchObject({ available: 0 });
    expect(tight.lines.join('\n')).toContain('welcome_gifts_exhausted');
  });

  describe('by the mail host of a domain', () => {
    const zone: Zone = Object.fromEntries(
      Array.from({ length: API_RATE_LIMITS.gift_mail_host.calls + 2 }, (_, at) => [
        `domain${at}.example`,
        { MX: [[20, 'aspmx.l.google.com'] as const, [10, `h${at}.Cheap-Host.example`] as const] },
      ]),
    );
    const creditsAt = async (domain: string, more: Zone = {}): Promise<number> => {
      const dns = await startScriptedDns({ ...zone, ...more });
      const publicDns = createDnsLookup(`127.0.0.1:${dns.port}`, 100);
      const { clock } = stage.context();
      const context = testContext(stage.table(), { clock, publicDns });
      const { email, otp } = await stage.signUp({ email: `zoe@${domain}` });
      await completeRegistration(context, { email, otp, sourceIp: '198.51.100.1' });
      await dns.close();
      const user = await context.accounts.findByEmail(email);
      return (await context.ledger.balance(user?.id ?? '')).available;
    };

    it('go to fifty accounts a day whose domains share a host that is no provider', async () => {
      const credits = [];
      for (const domain of Object.keys(zone)) credits.push(await creditsAt(domain));
      expect(credits.filter((each) => each === 100)).toHaveLength(
        API_RATE_LIMITS.gift_mail_host.calls,
      );
      expect(credits.slice(-2)).toEqual([0, 0]);
      const google: Zone = { 'honest.example': { MX: [[1, 'ASPMX.L.Google.com']] } };
      expect(await creditsAt('honest.example', google)).toBe(100);
      expect(
        await creditsAt('other.example', { 'other.example': { MX: [[1, 'mx.two.example']] } }),
      ).toBe(100);
    });

    it('never go to a domain that a disposable service hosts', async () => {
      const hidden: Zone = { 'hidden.example': { MX: [[1, 'mail.mailinator.com']] } };
      expect(await creditsAt('hidden.example', hidden)).toBe(0);
    });

    it('share one limit among domains whose lookup fails or finds no host', async () => {
      for (let at = 1; at < API_RATE_LIMITS.gift_mail_host.calls; at += 1)
        await stage
          .context()
          .limits.consume('gift_mail_host', await computeGiftDomainHmac(testSecrets, ''));
      const broken: Zone = { 'broken.example': { rcode: 2 }, 'silent.example': { silent: true } };
      expect(await creditsAt('broken.example', broken)).toBe(100);
      expect(await creditsAt('silent.example', broken)).toBe(0);
      expect(await creditsAt('missing.example')).toBe(0);
    });
  });
});
