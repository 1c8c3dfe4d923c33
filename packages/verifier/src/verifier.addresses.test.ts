import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createMemoryFacts } from './facts/memory-facts.ts';
import { useHarnesses, userAddresses, acceptUnlessNo, summarize } from '../tests/harness.ts';
import type { Harness } from '../tests/harness.ts';
import { createMemoryLeases } from '../tests/memory-leases.ts';
import type { ZoneEntry, Zone } from '../tests/scripted-dns.ts';
import type { SmtpScript } from '../tests/scripted-smtp.ts';
import { startSocksProxy } from '../tests/socks-proxy.ts';
import type { Egress, EgressEvent, VerifierConfig } from './model/types.ts';
import { createVerifier } from './verifier.ts';

/** Tests with several egress addresses, each on its own loopback address. */

const start = useHarnesses();

const BLOCKED = '550 5.7.1 Client host [192.0.2.1] blocked using Spamhaus';
const nameOf = (number: number) => `mta${number}.test`;
const addressOf = (number: number) => `127.0.0.${100 + number}`;
const addresses = (count: number): Egress[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'direct',
    helo: nameOf(i + 1),
    localAddress: addressOf(i + 1),
  }));

const egressNameOf = (remoteAddress: string): string => nameOf(Number(remoteAddress.slice(-1)));

const HOSTS = {
  google: ['127.0.0.1', 'aspmx.l.google.com'],
  orange: ['127.0.0.2', 'smtp-in.orange.fr'],
  yahoo: ['127.0.0.3', 'mta5.am0.yahoodns.net'],
  ovh: ['127.0.0.4', 'mx1.mail.ovh.net'],
  small: ['127.0.0.5', 'mx.small.test'],
} as const;
type Host = keyof typeof HOSTS;
const MOST = 20;

const tenants = (id: string, host: string) =>
  Array.from({ length: MOST }, (_, i): [string, ZoneEntry] => [
    `${id}${i}.test`,
    { MX: [[1, host]] },
  ]);

/** Domains such as `google0.test`, each with its mail host at the provider in its name. */
const ZONE: Zone = Object.fromEntries(
  Object.entries(HOSTS).flatMap(([id, [address, host]]) =>
    tenants(id, host).concat([[host, { A: [address] }]]),
  ),
);
const at = (host: Host, count = MOST) =>
  Array.from({ length: count }, (_, i) => `a@${host}${i}.test`);

/**
 * Starts a harness with several egress addresses, an adjustable clock, and a server for each host.
 */
async function startWith(
  count: number,
  script: (host: Host) => SmtpScript,
  config: Partial<VerifierConfig> = {},
) {
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const events: EgressEvent[] = [];
  const it = await start({
    zone: ZONE,
    smtp: Object.fromEntries(
      Object.entries(HOSTS).map(([host, [address]]) => [address, script(host as Host)]),
    ),
    config: {
      egress: addresses(count),
      now,
      facts: createMemoryFacts(now),
      onEgress: (event) => events.push(event),
      ...config,
    },
  });
  return Object.assign(it, { clock, events });
}

/**
 * Verifies addresses. Returns the distinct verdicts, and the egress addresses that obtained them.
 */
async function asked(it: Harness, emails: readonly string[], customer = '') {
  const verdicts = await it.verify(emails, { customer });
  return {
    verdicts: [...new Set(summarize(verdicts))],
    by: [...new Set(verdicts.map(({ egress = '' }) => egress))].toSorted(),
  };
}
const GOOD = ['deliverable accepted'];

/** Refuses one of our egress addresses at a stage of the dialogue. */
const refusing = (name: string, stage: 'greeting' | 'mail' | 'rcpt'): SmtpScript => {
  const isRefused = ({ remoteAddress }: { remoteAddress: string }) =>
    egressNameOf(remoteAddress) === name;
  return {
    greeting: (peer) =>
      stage === 'greeting' && isRefused(peer) ? `BYE:554 ${BLOCKED.slice(4)}` : '220 hi',
    mail: (_, peer) => (stage === 'mail' && isRefused(peer) ? BLOCKED : '250 Ok'),
    rcpt: (to, peer) => (stage === 'rcpt' && isRefused(peer) ? BLOCKED : acceptUnlessNo(to)),
  };
};

describe('an address that a provider blocks', () => {
  test.each(['greeting', 'mail', 'rcpt'] as const)(
    'in its reply to %s leaves the provider to another address, without a wrong verdict',
    async (stage) => {
      const it = await startWith(2, (host) =>
        host === 'google' ? refusing(nameOf(1), stage) : { rcpt: acceptUnlessNo },
      );
      // Each customer checks different domains: a block counts only if several domains report it.
      for (const [i, customer] of ['alice', 'bob', 'dave'].entries())
        expect(await asked(it, at('google').slice(6 * i, 6 * i + 6), customer)).toEqual({
          verdicts: GOOD,
          by: [nameOf(2)],
        });
      const before = it.smtp['127.0.0.1']?.received.length ?? 0;
      // Google is now closed for the first address, which therefore checks nothing more there.
      expect(await asked(it, at('google'), 'carol')).toEqual({ verdicts: GOOD, by: [nameOf(2)] });
      expect(it.smtp['127.0.0.1']?.received.slice(before).flat()).toContain(`EHLO ${nameOf(2)}`);
      expect(it.smtp['127.0.0.1']?.received.slice(before).flat()).not.toContain(
        `EHLO ${nameOf(1)}`,
      );
      expect(await asked(it, at('orange'))).toEqual({ verdicts: GOOD, by: [nameOf(1), nameOf(2)] });
    },
  );

  test('leaves the verdict unknown if all addresses are blocked', async () => {
    const it = await startWith(2, () => ({ mail: BLOCKED }));
    expect(await asked(it, ['a@google1.test'])).toMatchObject({ verdicts: ['unknown ip_blocked'] });
    expect(it.verifier.counters.connections).toBe(2);
  });
});

test('a complaint about the rate of one address leaves recipients without a reply to another', async () => {
  const it = await startWith(2, () => ({
    rcpt: (to, { remoteAddress }) =>
      egressNameOf(remoteAddress) === nameOf(1)
        ? '450 4.7.28 Too many messages from you'
        : acceptUnlessNo(to),
  }));
  const domains = at('google').map((email) => email.slice(2));
  const verdicts = await it.verify(domains.flatMap((domain) => userAddresses(10, domain)));
  // The first group of a session has eight recipients.
  const open = verdicts.filter(({ status }) => status === 'unknown');
  expect(new Set(summarize(open))).toEqual(new Set(['unknown throttled']));
  expect(new Set(open.map(({ egress }) => egress))).toEqual(new Set([nameOf(1)]));
  const [domain] = open.map(({ email }) => email.split('@')[1]);
  const rest = verdicts.filter(({ email }) => email.endsWith(`@${domain}`));
  expect(new Set(rest.map(({ egress }) => egress))).toEqual(new Set([nameOf(1), nameOf(2)]));
});

test('an address that many providers block is not used, and returns after a trial', async () => {
  let isBlocked = true;
  const it = await startWith(2, (host) =>
    host === 'small'
      ? { rcpt: acceptUnlessNo }
      : {
          rcpt: (to, { remoteAddress }) =>
            isBlocked && egressNameOf(remoteAddress) === nameOf(1) ? BLOCKED : acceptUnlessNo(to),
        },
  );
  expect(await asked(it, at('small'))).toEqual({ verdicts: GOOD, by: [nameOf(1), nameOf(2)] });
  for (const host of ['google', 'orange', 'yahoo'] as const)
    for (const customer of ['alice', 'bob', 'dave'])
      expect(await asked(it, at(host), customer)).toEqual({ verdicts: GOOD, by: [nameOf(2)] });
  expect(it.events).toEqual([
    { kind: 'blocked', egress: nameOf(1), detail: 'google, orange, yahoo' },
  ]);
  for (const host of ['small', 'ovh'] as const)
    expect(await asked(it, at(host))).toEqual({ verdicts: GOOD, by: [nameOf(2)] });

  // A second verifier learns from the shared facts that the first egress is blocked.
  const other = createVerifier(it.config);
  const seen = new Set<string | undefined>();
  for await (const some of other.verify(at('small')))
    for (const { verdict } of some) seen.add(verdict.egress);
  await other.close();
  expect(seen).toEqual(new Set([nameOf(2)]));

  isBlocked = false;
  it.clock.ahead += 11 * 60_000;
  // Checks one domain at a time: the first session is the trial, which reopens the provider.
  for (const email of at('google'))
    expect(await asked(it, [email])).toMatchObject({ verdicts: GOOD });
  expect(it.events.at(-1)).toMatchObject({ kind: 'back', egress: nameOf(1) });
  expect(await asked(it, at('small'))).toEqual({ verdicts: GOOD, by: [nameOf(1), nameOf(2)] });
});

describe('a domain that greylists', () => {
  /** Defers each recipient once for each of our addresses. */
  function greylist() {
    const known = new Set<string>();
    const rcpt = (to: string, { remoteAddress }: { remoteAddress: string }) => {
      const pair = `${remoteAddress} ${to}`;
      if (known.has(pair)) return acceptUnlessNo(to);
      known.add(pair);
      return '451 4.7.1 Greylisted, please try again later';
    };
    return { known, rcpt };
  }

  test('is retried from the same address, even by another process', async () => {
    const { known, rcpt } = greylist();
    const it = await startWith(4, () => ({ rcpt }));
    const emails = at('small').flatMap((email) => [email, email.replace('a@', 'b@')]);
    expect(await asked(it, emails)).toMatchObject({ verdicts: ['unknown greylisted'] });
    const pairs = known.size;
    const other = createVerifier(it.config);
    const results: string[] = [];
    for await (const some of other.verify(emails))
      results.push(...summarize(some.map((x) => x.verdict)));
    await other.close();
    expect(new Set(results)).toEqual(new Set(GOOD));
    expect(known.size).toBe(pairs);
  });

  test('is retried from the same address in the last attempt, an hour later', async () => {
    const { rcpt } = greylist();
    const it = await startWith(3, () => ({ rcpt }));
    const emails = at('small');
    expect(await asked(it, emails)).toMatchObject({ verdicts: ['unknown greylisted'] });
    it.clock.ahead += 62 * 60_000;
    const again = await it.verify(emails, { attempt: 4 });
    expect([...new Set(summarize(again))]).toEqual(GOOD);
  });

  test('is retried from the greylisted address even if that is not the first choice', async () => {
    const { known, rcpt } = greylist();
    const it = await startWith(2, () => ({ rcpt }));
    // The stored facts name only the second address as greylisted.
    const [, second] = addresses(2);
    if (!second) throw new Error('no second address');
    const facts = it.config.facts;
    const emails = at('small');
    expect((await asked(it, emails)).by).toHaveLength(2);
    for (const [i] of emails.entries())
      await facts.putDomain(`small${i}.test`, { mx: 'mx.small.test', egress: second.helo }, 600);
    known.clear();
    expect((await asked(it, emails)).by).toEqual([second.helo]);
    expect(await asked(it, emails)).toEqual({ verdicts: GOOD, by: [second.helo] });
  });

  test('is retried from another address if the greylisted one is no longer usable', async () => {
    const it = await startWith(2, () => refusing(nameOf(1), 'mail'));
    const facts = it.config.facts;
    await facts.putDomain('small0.test', { mx: 'mx.small.test', egress: nameOf(1) }, 600);
    expect(await asked(it, ['a@small0.test'])).toEqual({ verdicts: GOOD, by: [nameOf(2)] });
  });
});

test('a proxy that fails midway changes no verdict, and is tried again later', async () => {
  const proxies = await Promise.all([startSocksProxy(), startSocksProxy()]);
  const egress = proxies.map(({ port }, i): Egress => ({
    kind: 'socks5',
    helo: nameOf(i + 1),
    host: '127.0.0.1',
    port,
  }));
  let asks = 0;
  const it = await startWith(
    2,
    () => ({
      rcpt(to, { write }) {
        asks += 1;
        if (asks === 60) void proxies[0]?.close();
        setTimeout(() => write(`${acceptUnlessNo(to)}\r\n`), 1);
        return null;
      },
    }),
    { egress },
  );
  const emails = (['google', 'orange', 'yahoo', 'ovh', 'small'] as const)
    .flatMap((host) => at(host))
    .flatMap((email) => ['a@', 'no@', 'c@'].map((local) => email.replace('a@', local)));
  const verdicts = await it.verify(emails);
  await proxies[1]?.close();
  const wrong = verdicts.filter(({ email, status }) =>
    email.startsWith('no') ? status !== 'undeliverable' : status !== 'deliverable',
  );
  expect(wrong).toEqual([]);
  expect(verdicts).toHaveLength(emails.length);
  expect(it.events).toMatchObject([{ kind: 'down', egress: nameOf(1), detail: 'ECONNREFUSED' }]);
  // Both proxies are closed now, so no other egress address can take over.
  expect(await asked(it, at('google'))).toMatchObject({ verdicts: ['unknown server_unreachable'] });
});

test('a proxy that accepts no more connections does not reduce the pace of a provider', async () => {
  const proxies = await Promise.all([startSocksProxy(), startSocksProxy()]);
  const [first, second] = proxies.map(({ port }) => port);
  const front = createServer({ noDelay: true }, (socket) => {
    // When the proxy closes, it may reset the connection.
    pipeline(socket, connect({ port: first ?? 0, noDelay: true }), socket, () => undefined);
  });
  await once(front.listen(0, '127.0.0.1'), 'listening');
  const events: EgressEvent[] = [];
  const ports = [(front.address() as AddressInfo).port, second];
  const egress = ports.map((port = 0, i): Egress => {
    return { kind: 'socks5', helo: nameOf(i + 1), host: '127.0.0.1', port };
  });
  const facts = createMemoryFacts();
  await facts.putProvider(`google|${nameOf(1)}`, { pace: 4 }, 600);
  await facts.putDomain('google0.test', { mx: HOSTS.google[1], egress: nameOf(1) }, 600);
  const it = await start({
    zone: ZONE,
    smtp: {
      '127.0.0.1': {
        rcpt(to, { write }) {
          // The open session continues, but the next one cannot be opened.
          front.close();
          setTimeout(() => write(`${acceptUnlessNo(to)}\r\n`), 2);
          return null;
        },
      },
    },
    config: { egress, facts, onEgress: (event) => events.push(event) },
    limits: { workPerSessionMs: 0.001 },
  });
  const verdicts = await it.verify(userAddresses(40, 'google0.test'));
  await Promise.all(proxies.map((proxy) => proxy.close()));
  expect([...new Set(summarize(verdicts))]).toEqual(GOOD);
  expect(events).toMatchObject([{ kind: 'down', egress: nameOf(1) }]);
  expect(await facts.provider(`google|${nameOf(1)}`)).toEqual({ pace: 4 });
});

test('the next attempt uses another address for a server that one address could not reach', async () => {
  // Connections of the first address are reset, as if its port 25 were closed.
  const it = await startWith(2, () => ({
    rcpt: acceptUnlessNo,
    greeting({ remoteAddress, reset }) {
      if (egressNameOf(remoteAddress) !== nameOf(1)) return '220 mx.test';
      reset();
      return null;
    },
  }));
  const verdicts = await it.verify(at('small'));
  const open = verdicts.filter(({ status }) => status === 'unknown').map(({ email }) => email);
  expect(open.length).toBeGreaterThan(0);
  expect(open.length).toBeLessThan(MOST);
  const again = await it.verify(open, { attempt: 1 });
  expect([...new Set(summarize(again))]).toEqual(GOOD);
});

test('asks a recipient again from another address after its address was refused', async () => {
  // The first session stops responding; the next one from the same egress address is refused.
  let greeted = 0;
  const facts = createMemoryFacts();
  await facts.putDomain('google0.test', { mx: HOSTS.google[1], egress: nameOf(1) }, 600);
  const it = await start({
    zone: ZONE,
    smtp: {
      '127.0.0.1': {
        greeting({ remoteAddress }) {
          if (egressNameOf(remoteAddress) === nameOf(1)) greeted += 1;
          return greeted < 2 || egressNameOf(remoteAddress) === nameOf(2)
            ? '220 hi'
            : `BYE:554 ${BLOCKED.slice(4)}`;
        },
        rcpt(to, { remoteAddress, recipients, write, reset }) {
          if (egressNameOf(remoteAddress) === nameOf(2)) return acceptUnlessNo(to);
          if (recipients > 8) setTimeout(reset, 400);
          else setTimeout(() => write(`${acceptUnlessNo(to)}\r\n`), 5);
          return null;
        },
      },
    },
    config: { egress: addresses(2), facts },
    limits: { workPerSessionMs: 0.001 },
  });
  const verdicts = await it.verify(userAddresses(40, 'google0.test'), {
    deadline: Date.now() + 3_000,
  });
  expect([...new Set(summarize(verdicts))]).toEqual(GOOD);
  expect(greeted).toBe(2);
  // The random recipient got its reply, so the deadline did not end the run.
  expect((await facts.domains(['google0.test'])).get('google0.test')?.catchAll).toBe('no');
});

test('two processes respect the leases of each address', async () => {
  const open = new Map<string, number>();
  const most = new Map<string, number>();
  const count = (name: string, by: number) => {
    open.set(name, (open.get(name) ?? 0) + by);
    most.set(name, Math.max(most.get(name) ?? 0, open.get(name) ?? 0));
  };
  const sleep = async (ms: number): Promise<void> => delay(ms);
  const table = createMemoryLeases({ now: Date.now, sleep }, Math.random);
  const facts = createMemoryFacts();
  for (const number of [1, 2])
    await facts.putProvider(`orange|${nameOf(number)}`, { pace: 2 }, 600);
  const limits = { workPerSessionMs: 0.001 };
  const it = await start({
    zone: ZONE,
    smtp: {
      '127.0.0.2': {
        greeting: ({ remoteAddress }) => (count(egressNameOf(remoteAddress), 1), '220 hi'),
        line: (line, { remoteAddress }) =>
          line === 'QUIT' ? (count(egressNameOf(remoteAddress), -1), undefined) : undefined,
        rcpt: (to, { write }) => {
          setTimeout(() => write(`${acceptUnlessNo(to)}\r\n`), 2);
          return null;
        },
      },
    },
    config: { egress: addresses(2), facts, leases: { store: table.storeOf('a'), holder: 'a' } },
    limits,
  });
  const leases = { store: table.storeOf('b'), holder: 'b' };
  const other = createVerifier({ ...it.config, leases }, limits);
  const emails = at('orange').flatMap((email) => userAddresses(5, email.slice(2)));
  const verdictsThere: string[] = [];
  async function verifyThere(): Promise<void> {
    for await (const some of other.verify(emails))
      verdictsThere.push(...summarize(some.map(({ verdict }) => verdict)));
  }
  const [verdictsHere] = await Promise.all([it.verify(emails), verifyThere()]);
  await other.close();
  expect(new Set([...summarize(verdictsHere), ...verdictsThere])).toEqual(new Set(GOOD));
  expect([verdictsHere.length, verdictsThere.length]).toEqual([100, 100]);
  expect(most.size).toBe(2);
  for (const sessions of most.values()) expect(sessions).toBeLessThanOrEqual(2);
});
