import { describe, expect, test } from 'vitest';
import {
  useHarnesses,
  countConnections,
  isProbe,
  userAddresses,
  acceptUnlessNo,
  summarize,
} from '../tests/harness.ts';
import type { ZoneEntry } from '../tests/scripted-dns.ts';
import { EHLO_WITH_PIPELINING } from '../tests/scripted-smtp.ts';
import type { SmtpScript } from '../tests/scripted-smtp.ts';

/** Tests of how much load a server accepts, and how quickly the engine adapts. */

const start = useHarnesses();

test('treats a 421 after a random recipient like one within a session', async () => {
  const shared = { MX: [[1, 'mx.test']] as const };
  const it = await start({
    zone: { 'd1.test': shared, 'd2.test': shared, 'mx.test': { A: ['127.0.0.1'] } },
    smtp: {
      rcpt: (a, { recipients }) => (recipients > 1 ? '421 4.3.2 enough' : acceptUnlessNo(a)),
    },
  });
  const verdicts = await it.verify(['a@d1.test', 'b@d1.test', 'a@d2.test']);
  expect(new Set(summarize(verdicts))).toEqual(new Set(['deliverable accepted']));
  expect(countConnections(it)).toBe(5);
});

test.each<[string, SmtpScript]>([
  ['a drop', { rcpt: () => 'BYE:' }],
  ['a drop of the session', { ehlo: `BYE:${EHLO_WITH_PIPELINING}` }],
  ['nonsense', { rcpt: 'What?' }],
])(
  'does not ask a server for each of its domains if it replies to everyone with %s',
  async (_way, smtp) => {
    const domains = Array.from({ length: 30 }, (_, i) => `d${i}.test`);
    const it = await start({
      zone: Object.fromEntries<ZoneEntry>([
        ...domains.map((domain): [string, ZoneEntry] => [domain, { MX: [[1, 'mx.test']] }]),
        ['mx.test', { A: ['127.0.0.1'] }],
      ]),
      smtp,
    });
    const verdicts = await it.verify(domains.map((domain) => `a@${domain}`));
    expect(new Set(verdicts.map(({ status }) => status))).toEqual(new Set(['unknown']));
    expect(countConnections(it)).toBeLessThanOrEqual(6);
  },
);

test.each([
  ['421', '421 4.3.0 Try again later', 'throttled'],
  ['a drop', 'BYE:', 'server_unreachable'],
])(
  'a recipient at which %s ends the connection each time does not affect others',
  async (_, refusal, reason) => {
    const rcpt: SmtpScript['rcpt'] = (address) =>
      address.startsWith('user3@') ? refusal : acceptUnlessNo(address);
    const it = await start({ smtp: { rcpt, ehlo: '250 mx.test' } });
    const verdicts = summarize(await it.verify(userAddresses(30)));
    expect(verdicts.splice(3, 1)).toEqual([`unknown ${reason}`]);
    expect(new Set(verdicts)).toEqual(new Set(['deliverable accepted']));
    expect(countConnections(it)).toBeLessThanOrEqual(5);
  },
);

test('reconnects to a server that disconnects after unknown users', async () => {
  const unknown = new Map<number, number>();
  const it = await start({
    smtp: {
      rcpt: (address, { connection }) => {
        const reply = acceptUnlessNo(address);
        if (reply.startsWith('250')) return reply;
        const before = unknown.get(connection) ?? 0;
        unknown.set(connection, before + 1);
        // Exim's ACLs reply this way with `drop`.
        return before < 3 ? reply : 'BYE:550 Too many bad recipients';
      },
    },
  });
  const verdicts = await it.verify([...userAddresses(10), ...nobodies(30)]);
  expect(new Set(summarize(verdicts.slice(10)))).toEqual(
    new Set(['undeliverable no_such_mailbox']),
  );
  for (const { status, confidence } of verdicts.slice(0, 10))
    // The confidence shows that the random recipient got a reply, too.
    expect([status, confidence]).toEqual(['deliverable', 0.98]);
  expect(countConnections(it)).toBeLessThanOrEqual(12);
});

const nobodies = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `no${i}@one.test`);

test.each<[string, (peer: { reset(): void }) => string | null]>([
  ['resets', (peer) => (peer.reset(), null)],
  ['is busy', () => 'BYE:421 4.3.2 busy'],
  ['is silent', () => null],
])('tries a server that %s for a moment once more if it served us before', async (_, trouble) => {
  const troubled = (to: number): SmtpScript => ({
    greeting: (peer) => (peer.connection > 1 && peer.connection <= to ? trouble(peer) : '220 hi'),
    rcpt: (address, { recipients }) =>
      recipients > 20 ? '421 4.3.2 enough' : acceptUnlessNo(address),
  });
  const moment = await start({ smtp: troubled(2) });
  expect(new Set(summarize(await moment.verify(userAddresses(60))))).toEqual(
    new Set(['deliverable accepted']),
  );
  const longer = await start({ smtp: troubled(9) });
  const verdicts = await longer.verify(userAddresses(60));
  expect(verdicts.filter(({ status }) => status === 'unknown')).toHaveLength(40);
  expect(countConnections(longer)).toBe(3);
});

test('concludes recipients of one host even if another was asked for the random recipient', async () => {
  const slow: SmtpScript = {
    greeting: ({ connection, write }) => {
      if (connection === 1) return '220 hi';
      setTimeout(() => write('220 hi\r\n'), 100);
      return null;
    },
    rcpt: (address) =>
      isProbe(address) ? 'BYE:' : address.startsWith('b') ? '554 5.7.1 Relay denied' : '250 Ok',
  };
  const it = await start({
    zone: {
      'd.test': {
        MX: [
          [1, 'mx1.test'],
          [2, 'mx2.test'],
        ],
      },
      'mx1.test': { A: ['127.0.0.1'] },
      'mx2.test': { A: ['127.0.0.2'] },
    },
    smtp: { '127.0.0.1': slow, '127.0.0.2': { rcpt: acceptUnlessNo } },
  });
  const verdicts = summarize(await it.verify(['a@d.test', 'b@d.test']));
  expect(verdicts).toEqual(['deliverable accepted', 'deliverable accepted']);
});

describe('sessions at a server', () => {
  /** Scripts a server that takes `ms` milliseconds for each recipient of a connection. */
  function replyAfter(ms: number): SmtpScript {
    const idleAt = new Map<number, number>();
    return {
      rcpt(address, { connection, write }) {
        const now = Date.now();
        const answersAt = Math.max(now, idleAt.get(connection) ?? 0) + ms;
        idleAt.set(connection, answersAt);
        setTimeout(() => write(`${acceptUnlessNo(address)}\r\n`), answersAt - now);
        return null;
      },
    };
  }
  const askedOn = (lines: readonly string[]): number =>
    lines.filter((line) => line.startsWith('RCPT')).length;

  test('increase with the work at a slow server, up to the pace', async () => {
    // Simulates 500 recipients at 5 seconds each, a thousand times faster.
    const limits = { workPerSessionMs: 30, groupMs: 5 };
    const it = await start({ smtp: replyAfter(5), limits });
    const verdicts = await it.verify(userAddresses(500));
    expect(new Set(summarize(verdicts))).toEqual(new Set(['deliverable accepted']));
    const { received = [] } = it.smtp['127.0.0.1'] ?? {};
    // Corresponds to ten minutes, whereas a single session would take 42 minutes.
    expect(Math.max(...received.map(askedOn))).toBeLessThan(600 / 5);
    expect(received.length).toBeLessThanOrEqual(8);
  });

  /** Scripts a server whose replies take `ms(refusals)` each, sent singly or at the group's end. */
  function replySlowly(ms: (refusals: number) => number, withholds = false): SmtpScript {
    const states = new Map<number, { idleAt: number; refusals: number; ready: string }>();
    return {
      rcpt(address, { connection, write }) {
        const now = Date.now();
        const state = states.get(connection) ?? { idleAt: now, refusals: 0, ready: '' };
        states.set(connection, state);
        const reply = `${acceptUnlessNo(address)}\r\n`;
        state.idleAt = Math.max(now, state.idleAt) + ms(state.refusals);
        if (reply.startsWith('5')) state.refusals += 1;
        const { idleAt } = state;
        setTimeout(() => {
          state.ready += reply;
          if (withholds && state.idleAt > idleAt) return;
          write(state.ready);
          state.ready = '';
        }, idleAt - now);
        return null;
      },
    };
  }

  test.each([
    ['takes five seconds for each', replySlowly(() => 5_000), 8],
    ['withholds the replies to a group', replySlowly(() => 5_000, true), 8],
    [
      'takes twice as long after each refusal',
      replySlowly((refusals) => 1_000 * 2 ** refusals),
      12,
    ],
  ])('check 24 recipients within a minute if the server %s', async (_, smtp, connections) => {
    const it = await start({ smtp });
    const addresses = userAddresses(24).map((each, i) => (i % 2 ? each : `no${each}`));
    const startedAt = Date.now();
    expect(summarize(await it.verify(addresses))).toEqual(
      addresses.map((each) =>
        each.startsWith('no') ? 'undeliverable no_such_mailbox' : 'deliverable accepted',
      ),
    );
    expect(Date.now() - startedAt).toBeLessThan(60_000);
    expect(countConnections(it)).toBeLessThanOrEqual(connections);
  });

  test('stay at one if the server is fast, however many recipients wait', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo } });
    const verdicts = await it.verify(userAddresses(2_000));
    expect(new Set(summarize(verdicts))).toEqual(new Set(['deliverable accepted']));
    expect(countConnections(it)).toBe(1);
  });
});

describe('a server that accepts one of our sessions at a time', () => {
  const many421 = '421 4.7.0 Too many concurrent connections';

  test.each<[string, (peer: { reset(): void }) => string | null]>([
    ['greeting', () => `BYE:${many421}`],
    ['greeting', (peer) => (peer.reset(), null)],
    ['EHLO', () => `BYE:${many421}`],
    ['MAIL', () => many421],
    ['MAIL', () => '451 4.7.0 Too many concurrent connections'],
    ['RCPT', () => many421],
    ['RCPT', () => 'BYE:'],
  ])('and refuses another one at %s: no recipient lacks a verdict', async (stage, refusal) => {
    const addresses = userAddresses(1_200);
    const tooMany = (connection: number): boolean => connection === 2;
    const it = await start({
      smtp: {
        greeting: (peer) =>
          stage === 'greeting' && tooMany(peer.connection) ? refusal(peer) : '220 hi',
        line: (line, peer) =>
          line.startsWith(stage) && tooMany(peer.connection) ? refusal(peer) : undefined,
        rcpt(address, { write }) {
          setTimeout(() => write(`${acceptUnlessNo(address)}\r\n`), 1);
          return null;
        },
      },
      limits: { workPerSessionMs: 0.001 },
    });
    const verdicts = summarize(await it.verify(addresses));
    expect(new Set(verdicts)).toEqual(new Set(['deliverable accepted']));
    expect(await it.config.facts.provider('127.0.0.1|probe.test')).toMatchObject({ pace: 1 });
  });

  test.each([
    ['a provider', '-test.mail.protection.outlook.com'],
    ['a host with a different name in each domain', '.mail.test'],
  ])(
    'over all domains of %s: no domain lacks a verdict, with few connections',
    async (_whose, mx) => {
      const domains = Array.from({ length: 40 }, (_, i) => `d${i}.test`);
      let open = 0;
      const refusedConnections = new Set<number>();
      const it = await start({
        zone: Object.fromEntries<ZoneEntry>(
          domains.flatMap((domain, i): [string, ZoneEntry][] => [
            [domain, { MX: [[1, `d${i}${mx}`]] }],
            [`d${i}${mx}`, { A: ['127.0.0.1'] }],
          ]),
        ),
        smtp: {
          greeting: ({ connection }) => {
            if (open === 1) refusedConnections.add(connection);
            else open += 1;
            return refusedConnections.has(connection) ? `BYE:${many421}` : '220 hi';
          },
          line: (line, { connection }) => {
            if (line === 'QUIT' && !refusedConnections.has(connection)) open -= 1;
            return undefined;
          },
          rcpt: acceptUnlessNo,
        },
      });
      const verdicts = await it.verify(domains.map((domain) => `a@${domain}`));
      expect(new Set(summarize(verdicts))).toEqual(new Set(['deliverable accepted']));
      expect(countConnections(it)).toBeLessThanOrEqual(48);
    },
  );

  test.each(['greeting', 'MAIL', 'RCPT'])(
    'or none, at %s: it is not asked repeatedly',
    async (stage) => {
      const it = await start({
        smtp: {
          ...(stage === 'greeting' && { greeting: `BYE:${many421}` }),
          line: (line) => (line.startsWith(stage) ? many421 : undefined),
        },
      });
      expect(new Set(summarize(await it.verify(userAddresses(5_000))))).toEqual(
        new Set(['unknown throttled']),
      );
      expect(countConnections(it)).toBeLessThanOrEqual(2);
    },
  );
});
