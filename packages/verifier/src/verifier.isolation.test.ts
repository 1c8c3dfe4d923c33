import { setImmediate as nextTurn } from 'node:timers/promises';
import { RECURSION_AVAILABLE, decode, encode } from 'dns-packet';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMemoryFacts } from './facts/memory-facts.ts';
import {
  useHarnesses,
  countConnections,
  userAddresses,
  acceptUnlessNo,
  summarize,
} from '../tests/harness.ts';
import type { Harness } from '../tests/harness.ts';
import { startScriptedDns } from '../tests/scripted-dns.ts';
import type { ZoneEntry, Zone } from '../tests/scripted-dns.ts';
import type { SmtpScript } from '../tests/scripted-smtp.ts';

/** Tests of how far a hostile customer or mail server can affect other customers and servers. */

const start = useHarnesses();

const BLOCKED = '550 5.7.1 Client host [192.0.2.1] blocked using Spamhaus';
const MINUTE = 60_000;

/** Domains that each have their own mail host, all at one provider and one IP address. */
const tenants = (count: number, address = '127.0.0.1'): Zone =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i): [string, ZoneEntry][] => [
      [`d${i}.test`, { MX: [[1, `d${i}-test.mail.protection.outlook.com`]] }],
      [`d${i}-test.mail.protection.outlook.com`, { A: [address] }],
    ]).flat(),
  );

async function ask(it: Harness, customer: string, domains: readonly string[]): Promise<string[]> {
  const results: string[] = [];
  for (const domain of domains)
    results.push(...summarize(await it.verify([`a@${domain}`], { customer })));
  return results;
}

async function startWithClock(options: { zone: Zone; smtp: SmtpScript }) {
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const it = await start({ ...options, config: { now, facts: createMemoryFacts(now) } });
  return Object.assign(it, { clock });
}

describe('the replies of a server', () => {
  test('count only for the address that was connected to, not for others of the host', async () => {
    const zone = {
      'evil.test': { MX: [[1, 'mx.evil.test']] as const },
      // The first address belongs to an unrelated server, which refuses connections at first.
      'mx.evil.test': { A: ['127.0.0.1', '127.0.0.2'] },
      'good.test': { MX: [[1, 'mx.good.test']] as const },
      'mx.good.test': { A: ['127.0.0.1'] },
    };
    let isUp = false;
    const good: SmtpScript = {
      greeting: () => (isUp ? '220 mx.good.test' : 'BYE:'),
      rcpt: acceptUnlessNo,
    };
    const smtp = { '127.0.0.1': good, '127.0.0.2': { greeting: `BYE:554 ${BLOCKED.slice(4)}` } };
    const it = await start({ zone, smtp, limits: { deadHostMs: 0 } });
    expect(await ask(it, 'mallory', ['evil.test'])).toEqual(['unknown ip_blocked']);
    isUp = true;
    expect(await ask(it, 'alice', ['good.test'])).toEqual(['deliverable accepted']);
    expect(countConnections(it, '127.0.0.2')).toBe(1);
  });

  test('count for a provider only if the host name is not a customer’s', async () => {
    const zone: Zone = {
      'vps1.test': { MX: [[1, 'vps-00000001.vps.ovh.net']] },
      'vps2.test': { MX: [[1, 'vps-00000002.vps.ovh.net']] },
      'vps3.test': { MX: [[1, 'vps-00000003.vps.ovh.net']] },
      'vps-00000001.vps.ovh.net': { A: ['127.0.0.1'] },
      'vps-00000002.vps.ovh.net': { A: ['127.0.0.1'] },
      'vps-00000003.vps.ovh.net': { A: ['127.0.0.1'] },
      'good.test': { MX: [[1, 'mx1.mail.ovh.net']] },
      'mx1.mail.ovh.net': { A: ['127.0.0.2'] },
    };
    const smtp = { '127.0.0.1': { rcpt: BLOCKED }, '127.0.0.2': { rcpt: acceptUnlessNo } };
    const it = await start({ zone, smtp });
    await ask(it, 'mallory', ['vps1.test', 'vps2.test']);
    await ask(it, 'eve', ['vps3.test']);
    expect(await ask(it, 'alice', ['good.test'])).toEqual(['deliverable accepted']);
  });

  test('about a tenant’s list do not close the provider', async () => {
    const rcpt =
      '550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Customer Block list (AS16012607)';
    const it = await start({ zone: tenants(6), smtp: { rcpt } });
    const domains = Object.keys(tenants(6)).filter((name) => name.endsWith('.test'));
    expect(new Set(await ask(it, 'mallory', domains))).toEqual(new Set(['unknown policy']));
    expect(countConnections(it)).toBe(6);
  });
});

describe('a provider that blocks us', () => {
  const first = ['d0.test', 'd1.test', 'd2.test'];

  test('at domains of one customer is closed only for that customer', async () => {
    const rcpt = (address: string) =>
      address.endsWith('@d9.test') ? acceptUnlessNo(address) : BLOCKED;
    const it = await start({ zone: tenants(10), smtp: { rcpt } });
    await ask(it, 'mallory', first);
    expect(await ask(it, 'mallory', ['d3.test'])).toEqual(['unknown ip_blocked']);
    expect(countConnections(it)).toBe(3);
    expect(await ask(it, 'alice', ['d9.test'])).toEqual(['deliverable accepted']);
  });

  test('at domains of several customers is closed for everyone, and tried by one session from time to time', async () => {
    let isOpen = false;
    const rcpt = (address: string) => (isOpen ? acceptUnlessNo(address) : BLOCKED);
    const it = await startWithClock({ zone: tenants(10), smtp: { rcpt } });
    await ask(it, 'alice', ['d0.test', 'd1.test']);
    await ask(it, 'bob', ['d2.test']);
    expect(countConnections(it)).toBe(3);
    const [closed] = await it.verify(['a@d3.test'], { customer: 'carol' });
    expect(closed).toMatchObject({ status: 'unknown', reason: 'ip_blocked', retry_after_s: 300 });
    expect(countConnections(it)).toBe(3);

    // Trials take place 1, 2, 4 and 8 minutes after the block.
    const tried: number[] = [];
    for (let minute = 1; minute <= 8; minute += 1) {
      it.clock.ahead += MINUTE;
      await ask(it, 'carol', ['d4.test', 'd5.test']);
      tried.push(countConnections(it));
    }
    expect(tried).toEqual([4, 5, 5, 6, 6, 6, 6, 7]);

    isOpen = true;
    it.clock.ahead += 10 * MINUTE;
    expect(await ask(it, 'dave', ['d6.test', 'd7.test'])).toEqual([
      'deliverable accepted',
      'deliverable accepted',
    ]);
  });

  test('is not closed if it accepts recipients in between', async () => {
    const rcpt = (address: string) =>
      address.endsWith('@d2.test') ? acceptUnlessNo(address) : BLOCKED;
    const it = await start({ zone: tenants(6), smtp: { rcpt } });
    await ask(it, 'alice', ['d0.test', 'd1.test']);
    await ask(it, 'bob', ['d2.test', 'd3.test', 'd4.test']);
    expect(countConnections(it)).toBe(5);
  });
});

describe('many failing hosts or names in one list', () => {
  const count = 70;
  const dead = Array.from({ length: count }, (_, i) => `dead${i}.test`);
  const live: Zone = {
    'one.test': { MX: [[10, 'mx.one.test']] },
    'mx.one.test': { A: ['127.0.0.1'] },
    'control.test': { MX: [[10, 'mx.one.test']] },
  };

  test.each<[string, Zone, string]>([
    [
      'hosts',
      Object.fromEntries(dead.map((domain, i) => [domain, { A: [`127.0.3.${i + 1}`] }])),
      'server_unreachable',
    ],
    [
      'name servers',
      Object.fromEntries(dead.map((domain) => [domain, { silent: true }])),
      'dns_error',
    ],
  ])('do not count as our outage while a control works: %s', async (_, zone, reason) => {
    const it = await start({
      zone: { ...zone, ...live },
      smtp: { rcpt: acceptUnlessNo },
      config: { controls: ['nowhere.test', 'control.test'], concurrency: 1 },
      limits: { dnsAttempts: 1, dnsTimeoutMs: 500, dnsInFlight: 16, breakerFailures: 16 },
    });
    const all = [...dead.map((domain) => `a@${domain}`), 'a@one.test'];
    const verdicts = summarize(await it.verify(all, { customer: 'mallory' }));
    expect(verdicts.pop()).toBe('deliverable accepted');
    expect(new Set(verdicts)).toEqual(new Set([`unknown ${reason}`]));
  });

  test.each([
    ['with an egress', {}, 'deliverable accepted'],
    ['without one', { egress: [] }, 'unknown egress_off'],
  ])('are dead if they do not exist while a control resolves, %s', async (_, config, living) => {
    const it = await start({
      zone: live,
      smtp: { rcpt: acceptUnlessNo },
      config,
      limits: { breakerFailures: 16 },
    });
    const verdicts = summarize(await it.verify([...dead.map((d) => `a@${d}`), 'a@one.test']));
    expect(verdicts.pop()).toBe(living);
    expect(new Set(verdicts)).toEqual(new Set(['undeliverable no_such_domain']));
    // One test before the first denial is trusted, and one after every sixteen denials.
    expect(it.dns.controls.length).toBeLessThanOrEqual(1 + count / 16);
  });

  test.each([
    ['stays like this: only the first names are dead', false, 'unknown dns_error'],
    ['answers again after a while', true, 'undeliverable no_such_domain'],
  ])('are an outage if a resolver suddenly denies everything and %s', async (_, recovers, last) => {
    const clock = { ahead: 0 };
    const state = { isUp: true };
    const denyEverything = (packet: Buffer): Buffer => {
      const { id = 0, questions = [] } = decode(packet);
      return encode({ type: 'response', id, questions, flags: RECURSION_AVAILABLE | 3 });
    };
    const dns = await startScriptedDns(live, (packet) =>
      state.isUp ? packet : denyEverything(packet),
    );
    onTestFinished(() => dns.close());
    const it = await start({
      smtp: { rcpt: acceptUnlessNo },
      config: {
        dns: { servers: [{ host: '127.0.0.1', port: dns.port }] },
        now: () => Date.now() + clock.ahead,
      },
      limits: { breakerFailures: 16, dnsInFlight: 4 },
    });
    expect(await ask(it, 'alice', ['nowhere.test'])).toEqual(['undeliverable no_such_domain']);
    state.isUp = false;
    async function* source() {
      yield* dead.map((domain) => `a@${domain}`);
      while (verdicts.length < count) await nextTurn();
      state.isUp = recovers;
      clock.ahead += MINUTE;
      yield 'a@late1.test';
      while (verdicts.length === count) await nextTurn();
      yield 'a@late2.test';
    }
    const verdicts: string[] = [];
    for await (const some of it.verifier.verify(source()))
      verdicts.push(...summarize(some.map(({ verdict }) => verdict)));
    const deaths = verdicts.slice(0, count).filter((each) => each.startsWith('undeliverable'));
    expect(deaths.length).toBeLessThan(16 + 4);
    expect(verdicts.slice(count)).toEqual([last, last]);
  });

  test('do not affect other customers, even without a control', async () => {
    const zone = Object.fromEntries(dead.map((domain, i) => [domain, { A: [`127.0.3.${i + 1}`] }]));
    const it = await start({ zone: { ...zone, ...live }, smtp: { rcpt: acceptUnlessNo } });
    await it.verify(
      dead.map((domain) => `a@${domain}`),
      { customer: 'mallory' },
    );
    expect(await ask(it, 'alice', ['one.test'])).toEqual(['deliverable accepted']);
  });
});

describe('silent servers', () => {
  test('do not keep the sessions of a provider from another customer', async () => {
    const zone = {
      ...tenants(8, '127.0.0.2'),
      'good.test': { MX: [[1, 'good-test.mail.protection.outlook.com']] as const },
      'good-test.mail.protection.outlook.com': { A: ['127.0.0.1'] },
    };
    const silent: SmtpScript = { rcpt: () => null };
    const limits = { replyMs: 20_000, contestedReplyMs: 300 };
    const smtp = { '127.0.0.1': { rcpt: acceptUnlessNo }, '127.0.0.2': silent };
    const it = await start({ zone, smtp, limits });
    const slow = it.verify(
      Array.from({ length: 8 }, (_, i) => `a@d${i}.test`),
      { customer: 'mallory', deadline: Date.now() + 5_000 },
    );
    await expect.poll(() => countConnections(it, '127.0.0.2')).toBeGreaterThan(0);
    const began = Date.now();
    expect(summarize(await it.verify(['a@good.test'], { customer: 'alice', priority: 2 }))).toEqual(
      ['deliverable accepted'],
    );
    expect(Date.now() - began).toBeLessThan(3_000);
    await slow;
  });

  test('a customer with many addresses leaves another customer its share', async () => {
    const ms = 100;
    const rcpt: SmtpScript['rcpt'] = (address, { write }) => {
      setTimeout(() => write(`${acceptUnlessNo(address)}\r\n`), ms);
      return null;
    };
    const it = await start({ zone: tenants(30), smtp: { rcpt }, limits: { groupMs: ms } });
    const long = it.verify(
      Array.from({ length: 30 }, (_, i) => userAddresses(4, `d${i}.test`)).flat(),
      {
        customer: 'mallory',
      },
    );
    await expect.poll(() => countConnections(it)).toBeGreaterThan(2);
    let isDone = false;
    void long.then(() => (isDone = true));
    expect(await ask(it, 'alice', ['d29.test'])).toEqual(['deliverable accepted']);
    expect(isDone).toBe(false);
    await long;
  });
});
