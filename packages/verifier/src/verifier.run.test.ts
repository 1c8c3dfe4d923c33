import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createMemoryFacts } from './facts/memory-facts.ts';
import {
  useHarnesses,
  countConnections,
  isProbe,
  mailLookups,
  userAddresses,
  acceptUnlessNo,
  summarize,
} from '../tests/harness.ts';
import type { Harness } from '../tests/harness.ts';
import { CONTROL_DOMAIN } from '../tests/scripted-dns.ts';
import type { ZoneEntry } from '../tests/scripted-dns.ts';
import type { Verdict } from './model/types.ts';
import { createVerifier } from './verifier.ts';

const start = useHarnesses();

/** Verifies groups of addresses in one run, starting each after the QUIT of the previous group. */
async function verifyInTurn(
  { verifier, smtp }: Harness,
  groups: readonly string[][],
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const events = new EventEmitter();
  async function* source() {
    let given = 0;
    for (const group of groups) {
      yield* group;
      given += group.length;
      while (verdicts.length < given) await once(events, 'answers');
      while (smtp['127.0.0.1']?.received.some((lines) => !lines.includes('QUIT'))) await nextTurn();
    }
  }
  for await (const answers of verifier.verify(source())) {
    for (const { index, verdict } of answers) verdicts[index] = verdict;
    events.emit('answers');
  }
  return verdicts;
}

describe('without a server', () => {
  const zone = {
    'null.test': { MX: [[0, '.']] as const },
    'bare.test': {},
    'bad.test': { rcode: 2 },
    'in.test': { A: ['10.0.0.1'] },
    'one.test': { A: ['127.0.0.1'] },
  };
  const asked = ['no at', 'a@null.test', 'a@bare.test', 'a@gone.test', 'a@bad.test', 'a@one.test'];

  test('decides by syntax and DNS, and never makes an address invalid if egress is off', async () => {
    const it = await start({ zone, config: { egress: [] } });
    expect(summarize(await it.verify(asked))).toEqual([
      'undeliverable bad_syntax',
      'undeliverable null_mx',
      'undeliverable no_mail_server',
      'undeliverable no_such_domain',
      'unknown dns_error',
      'unknown egress_off',
    ]);
    expect(countConnections(it)).toBe(0);
  });

  test('sends no packet to private addresses except in a simulation', async () => {
    const it = await start({ zone, config: { allowPrivate: false } });
    expect(summarize(await it.verify(['a@in.test', 'a@one.test']))).toEqual([
      'undeliverable no_mail_server',
      'undeliverable no_mail_server',
    ]);
    expect(it.verifier.counters.connections).toBe(0);
  });
});

describe('our own outage', () => {
  const count = 40;
  const domains = Array.from({ length: count }, (_, i) => `d${i}.test`);
  const addresses = domains.map((domain) => `a@${domain}`);

  test('of DNS makes all addresses unknown, and soon stops queries', async () => {
    const it = await start({
      zone: Object.fromEntries(
        [CONTROL_DOMAIN, ...domains].map((domain) => [domain, { silent: true }]),
      ),
      limits: { dnsAttempts: 1, breakerFailures: 5, dnsInFlight: 5 },
    });
    const verdicts = await it.verify(addresses);
    expect(new Set(summarize(verdicts))).toEqual(new Set(['unknown dns_error']));
    expect(verdicts[0]?.retry_after_s).toBeGreaterThan(0);
    expect(it.dns.asked.length).toBeLessThan(15);
  });

  test('of the network makes all addresses unknown, and soon stops connections', async () => {
    const it = await start({
      zone: Object.fromEntries(domains.map((domain, i) => [domain, { A: [`127.0.1.${i + 1}`] }])),
      config: { concurrency: 4 },
      limits: { breakerFailures: 5 },
    });
    const verdicts = await it.verify(addresses);
    expect(new Set(summarize(verdicts))).toEqual(new Set(['unknown server_unreachable']));
    expect(verdicts.every(({ retry_after_s: again }) => (again ?? 0) > 0)).toBe(true);
    expect(it.verifier.counters.connections).toBeLessThan(15);
  });
});

test('does not mistake many adjacent dead hosts for our own outage', async () => {
  const dead = Array.from({ length: 100 }, (_, i) => `dead${i}.test`);
  const live = Array.from({ length: 100 }, (_, i) => `live${i}.test`);
  const it = await start({
    zone: Object.fromEntries<ZoneEntry>([
      ...dead.map((domain, i): [string, ZoneEntry] => [domain, { A: [`127.0.2.${i + 1}`] }]),
      ...live.flatMap((domain): [string, ZoneEntry][] => [
        [domain, { MX: [[1, `mx.${domain}`]] }],
        [`mx.${domain}`, { A: ['127.0.0.1'] }],
      ]),
    ]),
    smtp: { rcpt: acceptUnlessNo },
    config: { concurrency: 10 },
  });
  const verdicts = await it.verify([...dead, ...live].map((domain) => `a@${domain}`));
  expect(new Set(summarize(verdicts.slice(0, 100)))).toEqual(
    new Set(['unknown server_unreachable']),
  );
  expect(new Set(summarize(verdicts.slice(100)))).toEqual(new Set(['deliverable accepted']));
});

describe('deadlines and cancellation', () => {
  test('returns not_answered soon for addresses without a reply at the deadline', async () => {
    const it = await start({
      smtp: { rcpt: (address) => (address.startsWith('slow') ? null : acceptUnlessNo(address)) },
      limits: { replyMs: 60_000 },
    });
    // Without the deadline, the run would exceed the test's time limit.
    const verdicts = await it.verify(['a@one.test', 'slow@two.test', 'no@three.test', 'bad'], {
      deadline: Date.now() + 1_000,
    });
    expect(summarize(verdicts)).toEqual([
      'deliverable accepted',
      'unknown not_answered',
      'undeliverable no_such_mailbox',
      'undeliverable bad_syntax',
    ]);
  });

  test('keeps replies received by the deadline, even without one to the random recipient', async () => {
    const rcpt = (address: string) =>
      isProbe(address)
        ? null
        : address.startsWith('bare')
          ? '550 Rejected'
          : acceptUnlessNo(address);
    const it = await start({ smtp: { rcpt }, limits: { replyMs: 60_000 } });
    const asked = ['a@one.test', 'no@one.test', 'bare@one.test'];
    const verdicts = await it.verify(asked, { deadline: Date.now() + 3_000 });
    expect(summarize(verdicts)).toEqual([
      'deliverable accepted',
      'undeliverable no_such_mailbox',
      'undeliverable no_such_mailbox',
    ]);
    expect(verdicts[0]?.confidence).toBeLessThan(0.8);
  });

  test('accepts a deadline weeks ahead', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo } });
    const deadline = Date.now() + 40 * 86_400_000;
    expect(summarize(await it.verify(['a@one.test'], { deadline }))).toEqual([
      'deliverable accepted',
    ]);
  });

  test('does not check an address again if it already has a verdict', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo } });
    const verdicts = await verifyInTurn(it, [
      ['a@one.test', 'no@one.test'],
      ['A@ONE.test', 'no@one.test', 'b@one.test'],
    ]);
    expect(verdicts.map(({ email, status }) => `${email} ${status}`)).toEqual([
      'a@one.test deliverable',
      'no@one.test undeliverable',
      'A@ONE.test deliverable',
      'no@one.test undeliverable',
      'b@one.test deliverable',
    ]);
    expect(it.recipients()).toEqual(['a@one.test', 'no@one.test', 'b@one.test']);
  });

  test('forgets the domain idle longest if there are more verdicts than the cache holds', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo }, limits: { remembered: 2 } });
    const domains = ['one', 'two', 'three', 'one', 'three'];
    const verdicts = await verifyInTurn(
      it,
      domains.map((domain) => [`a@${domain}.test`]),
    );
    expect(summarize(verdicts)).toEqual(Array.from({ length: 5 }, () => 'deliverable accepted'));
    expect(it.recipients()).toEqual(['a@one.test', 'a@two.test', 'a@three.test', 'a@one.test']);
  });

  test.each([
    ['accepts everyone', '250 Ok', createMemoryFacts(() => Infinity)],
    ['defers everyone', '450 4.2.0 Greylisted', createMemoryFacts()],
  ])('asks a domain that %s for the random recipient once per run', async (_, rcpt, facts) => {
    const it = await start({ smtp: { rcpt }, config: { facts } });
    const verdicts = await verifyInTurn(
      it,
      userAddresses(4).map((email) => [email]),
    );
    expect([verdicts.length, countConnections(it), it.verifier.counters.probes]).toEqual([4, 4, 1]);
  });

  test('a domain with slow DNS delays no others', async () => {
    const it = await start({
      zone: { 'slow.test': { silent: true }, 'one.test': { A: ['127.0.0.1'] } },
      smtp: { rcpt: acceptUnlessNo },
      limits: { dnsTimeoutMs: 1000, dnsAttempts: 1 },
    });
    const gone = Array.from({ length: 300 }, (_, i) => `a@gone${i}.test`);
    const results: string[] = [];
    for await (const answers of it.verifier.verify(['a@slow.test', ...gone, 'a@one.test']))
      results.push(...answers.map(({ verdict }) => verdict.email));
    expect(results.slice(-2)).toEqual(['a@one.test', 'a@slow.test']);
  });

  test('contacts no server after the deadline, but gives each address a verdict', async () => {
    const it = await start();
    const verdicts = await it.verify(userAddresses(50), { deadline: Date.now() - 1 });
    expect(new Set(summarize(verdicts))).toEqual(new Set(['unknown not_answered']));
    expect(it.verifier.counters.connections).toBe(0);
  });

  test('ends a run when the signal aborts, even if its input is silent', async () => {
    const it = await start({ smtp: { rcpt: null } });
    const stop = new AbortController();
    async function* source() {
      yield 'a@one.test';
      await new Promise(() => {});
    }
    setTimeout(() => stop.abort(), 100);
    const verdicts: Verdict[] = [];
    for await (const answers of it.verifier.verify(source(), { signal: stop.signal }))
      verdicts.push(...answers.map(({ verdict }) => verdict));
    expect(summarize(verdicts)).toEqual(['unknown not_answered']);
  });

  test('sends QUIT even if the last reply was to the random recipient', async () => {
    const it = await start({ smtp: { rcpt: () => '451 4.7.1 Greylisted, try again later' } });
    expect(summarize(await it.verify(['a@one.test']))).toEqual(['unknown greylisted']);
    await it.verifier.close();
    const [heard = []] = it.smtp['127.0.0.1']?.received ?? [];
    expect(heard.map((line) => line.slice(0, 4))).toEqual(['EHLO', 'MAIL', 'RCPT', 'RCPT', 'QUIT']);
  });

  test('lets a consumer stop early', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo } });
    for await (const answers of it.verifier.verify(userAddresses(100)))
      if (answers.length > 0) break;
    expect(summarize(await it.verify(['z@one.test']))).toEqual(['deliverable accepted']);
  });

  test('an input that throws ends the run, but not the engine', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo } });
    function* broken(): Generator<string> {
      yield 'a@one.test';
      throw new Error('unreadable');
    }
    await expect(it.verify(broken())).rejects.toThrow('unreadable');
    expect(summarize(await it.verify(['z@one.test']))).toEqual(['deliverable accepted']);
  });

  test.each([
    ['that accept', '220 hi'],
    ['that refuse in the greeting', '554 5.7.1 No service here'],
  ])('limits the open connections over all runs, to servers %s', async (_, greeting) => {
    let open = 0;
    let peak = 0;
    const it = await start({
      zone: Object.fromEntries(
        Array.from({ length: 30 }, (_item, i): [string, ZoneEntry][] => [
          [`d${i}.test`, { MX: [[1, `mx${i}.test`]] }],
          [`mx${i}.test`, { A: ['127.0.0.1'] }],
        ]).flat(),
      ),
      smtp: {
        greeting: () => {
          open += 1;
          peak = Math.max(peak, open);
          return greeting;
        },
        line: (line, { write, disconnect }) => {
          if (line !== 'QUIT') return undefined;
          // The server closes slowly, and a connection counts as open until it is closed.
          setTimeout(() => {
            open -= 1;
            write('221 Bye\r\n');
            disconnect();
          }, 30);
          return null;
        },
        rcpt: acceptUnlessNo,
      },
      config: { concurrency: 3 },
      limits: { quitMs: 10_000 },
    });
    const addresses = (from: number) =>
      Array.from({ length: 15 }, (_item, i) => `a@d${from + i}.test`);
    const runs = await Promise.all([it.verify(addresses(0)), it.verify(addresses(15))]);
    expect(runs.flat()).toHaveLength(30);
    expect(peak).toBeGreaterThan(1);
    expect(peak).toBeLessThanOrEqual(3);
  });

  test('limits how many domains are looked up before sessions can check them', async () => {
    const domains = Array.from({ length: 1200 }, (_, i) => `d${i}.test`);
    const hosts = Array.from({ length: 8 }, (_, i) => `127.0.0.${i + 1}` as const);
    let ahead = 0;
    let begun = 0;
    const greeting = (): string => {
      begun += 1;
      ahead = Math.max(ahead, mailLookups(it).length / 2 - begun);
      return '220 hi';
    };
    const it = await start({
      zone: Object.fromEntries(
        domains.map((domain, i): [string, ZoneEntry] => [domain, { A: [hosts[i % 8] ?? ''] }]),
      ),
      smtp: Object.fromEntries(hosts.map((host) => [host, { greeting, rcpt: acceptUnlessNo }])),
      config: { concurrency: 2 },
      limits: { destinationsAhead: 10 },
    });
    const verdicts = await it.verify(domains.map((domain) => `a@${domain}`));
    expect(new Set(summarize(verdicts))).toEqual(new Set(['deliverable accepted']));
    // At most 10 destinations wait, in addition to about 512 concurrent lookups.
    expect(ahead).toBeLessThan(800);
  });

  test('gives every address one verdict with small windows', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo }, limits: { window: 8, batch: 4 } });
    const addresses = Array.from({ length: 200 }, (_, i) =>
      i % 7 === 0 ? `no${i}@two.test` : `user${i % 50}@${i % 2 ? 'one' : 'three'}.test`,
    );
    const verdicts = await it.verify(addresses);
    expect(verdicts.map(({ email }) => email)).toEqual(addresses);
    expect(verdicts.filter(({ status }) => status === 'undeliverable')).toHaveLength(29);
  });
});

test.each([
  ['rejects', () => Promise.reject(new Error('out of order'))],
  [
    'throws',
    () => {
      throw new Error('out of order');
    },
  ],
])('a fact store that %s changes no verdict', async (_, fail) => {
  const facts = { domains: fail, putDomain: fail, provider: fail, putProvider: fail };
  const it = await start({ smtp: { rcpt: acceptUnlessNo }, config: { facts } });
  expect(summarize(await it.verify(['a@one.test', 'no@two.test']))).toEqual([
    'deliverable accepted',
    'undeliverable no_such_mailbox',
  ]);
  const reported = it.errors.splice(0);
  // At least three store calls fail: the read for both domains, the read for their server, and the
  // write for the first domain.
  expect(reported.length).toBeGreaterThanOrEqual(3);
  expect(new Set(reported.map(({ source, error }) => `${source}: ${String(error)}`))).toEqual(
    new Set(['facts: Error: out of order']),
  );
});

test('reports a session that throws, and does not treat it as a reply', async () => {
  const fault = new Error('a fault of our own');
  const it = await start({
    smtp: { rcpt: acceptUnlessNo },
    config: {
      trace(event) {
        if (event.kind === 'dialogue' && event.text.startsWith('RCPT TO:<lost')) throw fault;
      },
    },
  });
  const verdicts = await it.verify([
    ...userAddresses(20),
    'lost1@one.test',
    'lost2@one.test',
    'a@two.test',
  ]);
  expect(summarize(verdicts.slice(0, 8))).toEqual(Array(8).fill('deliverable accepted'));
  expect(summarize(verdicts.slice(-3))).toEqual([
    'unknown server_error',
    'unknown server_error',
    'deliverable accepted',
  ]);
  expect(verdicts.filter(({ reason, reply }) => reason === 'server_error' && reply)).toEqual([]);
  expect(it.errors.splice(0)).toEqual([{ source: 'session', error: fault }]);
  // The failed session does not affect a later one.
  expect(summarize(await it.verify(userAddresses(3)))).toEqual(
    Array(3).fill('deliverable accepted'),
  );
});

test('rejects an invalid configuration immediately', async () => {
  const { config } = await start();
  const smtp = { port: 25, mailFrom: 'me@us.test' };
  const direct = { kind: 'direct', helo: 'us.test' } as const;
  for (const wrong of [
    { egress: [{ ...direct, helo: 'us.test\r\nRSET' }] },
    { egress: [{ ...direct, helo: '' }] },
    { egress: [direct, { ...direct, localAddress: '127.0.0.2' }] },
    { egress: [direct, { ...direct, helo: 'our.test', localAddress: '127.0.0.2' }] },
    { smtp: { ...smtp, mailFrom: '' } },
    { smtp: { ...smtp, mailFrom: 'a>b@us.test' } },
    { concurrency: 0 },
    { timeScale: 0 },
  ])
    expect(() => createVerifier({ ...config, ...wrong })).toThrow(RangeError);
});
