import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { EHLO_WITH_PIPELINING } from '../tests/scripted-smtp.ts';
import {
  useHarnesses,
  countConnections,
  mailLookups,
  acceptUnlessNo,
  summarize,
} from '../tests/harness.ts';
import type { ZoneEntry, Zone } from '../tests/scripted-dns.ts';
import { startSocksProxy } from '../tests/socks-proxy.ts';
import type { SocksProxy } from '../tests/socks-proxy.ts';
import type { VerifierConfig } from './model/types.ts';

const start = useHarnesses();
let proxy: SocksProxy | undefined;
afterEach(async () => {
  await proxy?.close();
  proxy = undefined;
});

const SOCKS = { kind: 'socks5', helo: 'probe.test', host: '127.0.0.1' } as const;
const bound = (localAddress: string, helo = 'probe.test') =>
  ({ egress: [{ kind: 'direct', helo, localAddress }] }) as const satisfies Partial<VerifierConfig>;

const ASKED = ['a@one.test', 'no@one.test'];
const ANSWERED = ['deliverable accepted', 'undeliverable no_such_mailbox'];

test.each([undefined, { user: 'me', password: 'pass' }])(
  'asks through a proxy, with login %o',
  async (login) => {
    proxy = await startSocksProxy(login);
    const it = await start({
      smtp: { rcpt: acceptUnlessNo },
      config: {
        egress: [
          {
            ...SOCKS,
            port: proxy.port,
            ...(login && { username: login.user, password: login.password }),
          },
        ],
      },
    });
    expect(summarize(await it.verify(ASKED))).toEqual(ANSWERED);
    expect(proxy.targets).toEqual([`127.0.0.1:${it.smtp['127.0.0.1']?.port}`]);
  },
);

test('leaves verdicts unknown if a proxy refuses us or does not exist', async () => {
  proxy = await startSocksProxy({ user: 'me', password: 'pass' });
  const { port } = proxy;
  for (const egress of [
    { ...SOCKS, port, username: 'me', password: 'wrong' },
    { ...SOCKS, port: 1 },
  ]) {
    const it = await start({ smtp: { rcpt: acceptUnlessNo }, config: { egress: [egress] } });
    expect(summarize(await it.verify(ASKED))).toEqual([
      'unknown server_unreachable',
      'unknown server_unreachable',
    ]);
    expect(countConnections(it)).toBe(0);
  }
});

test('keeps the deadline with a silent proxy, which does not count against the host', async () => {
  const greeted: Socket[] = [];
  const silent = createServer((socket) => {
    greeted.push(socket.resume());
    socket.on('error', () => {});
  });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const it = await start({
    config: { egress: [{ ...SOCKS, port }] },
    limits: { connectMs: 60_000 },
  });
  for (const attempt of [1, 2]) {
    const run = { deadline: Date.now() + 150 };
    expect(summarize(await it.verify(['a@one.test'], run))).toEqual(['unknown not_answered']);
    expect(greeted).toHaveLength(attempt);
    const [socket] = greeted.slice(-1);
    if (socket && !socket.closed) await once(socket, 'close');
  }
  silent.close();
});

test('contacts a domain from one of several egress addresses, which the verdict names', async () => {
  const from = new Map<string, string>();
  const it = await start({
    smtp: {
      rcpt: acceptUnlessNo,
      ehlo: (line, { remoteAddress }) => (
        from.set(line.slice(5), remoteAddress),
        EHLO_WITH_PIPELINING
      ),
    },
    config: { egress: [...bound('127.0.0.77', 'a.test').egress, ...bound('127.0.0.78').egress] },
  });
  const asked = ['one', 'two', 'three'].map((domain) => `a@${domain}.test`);
  const names = async () => (await it.verify(asked)).map(({ egress }) => egress);
  const first = await names();
  expect(await names()).toEqual(first);
  expect(from).toEqual(
    new Map([
      ['a.test', '127.0.0.77'],
      ['probe.test', '127.0.0.78'],
    ]),
  );
  expect(new Set(first)).toEqual(new Set(from.keys()));
});

test('connects from a local address', async () => {
  const from: string[] = [];
  const it = await start({
    smtp: {
      rcpt: acceptUnlessNo,
      greeting: ({ remoteAddress }) => (from.push(remoteAddress), '220 hi'),
    },
    config: bound('127.0.0.77'),
  });
  expect(summarize(await it.verify(ASKED))).toEqual(ANSWERED);
  expect(from).toEqual(['127.0.0.77']);
});

describe('a mail host with addresses of both families', () => {
  const zone = (addresses: ZoneEntry, more: Zone = {}): Zone => ({
    'one.test': { MX: [[10, 'mx.one.test']] },
    'mx.one.test': addresses,
    ...more,
  });
  const BOTH = { A: ['127.0.0.1'], AAAA: ['::1'] };

  test('is contacted over IPv4, without other lookups', async () => {
    const it = await start({
      zone: zone(BOTH),
      smtp: { '127.0.0.1': { rcpt: acceptUnlessNo }, '::1': {} },
    });
    expect(summarize(await it.verify(ASKED))).toEqual(ANSWERED);
    expect(mailLookups(it)).toEqual(['MX one.test', 'A mx.one.test']);
  });

  test('is contacted over IPv6 if IPv4 fails', async () => {
    const it = await start({ zone: zone(BOTH), smtp: { '::1': { rcpt: acceptUnlessNo } } });
    expect(summarize(await it.verify(ASKED))).toEqual(ANSWERED);
    expect(mailLookups(it)).toEqual(['MX one.test', 'A mx.one.test', 'AAAA mx.one.test']);
  });

  test('is not asked over IPv6 after it has responded over IPv4 or closed the connection', async () => {
    for (const greeting of ['554 5.7.1 no', 'BYE:']) {
      const it = await start({
        zone: zone(BOTH),
        smtp: { '127.0.0.1': { greeting }, '::1': { rcpt: acceptUnlessNo } },
      });
      expect(await it.verify(['a@one.test'])).toMatchObject([{ status: 'unknown' }]);
      expect(countConnections(it, '::1')).toBe(0);
    }
  });

  test('is contacted over IPv6 from an IPv6 egress address', async () => {
    const it = await start({
      zone: zone(BOTH),
      smtp: { '127.0.0.1': {}, '::1': { rcpt: acceptUnlessNo } },
      config: bound('::1'),
    });
    expect(summarize(await it.verify(ASKED))).toEqual(ANSWERED);
    expect(countConnections(it)).toBe(0);
    expect(mailLookups(it)).toEqual(['MX one.test', 'AAAA mx.one.test']);
  });

  test.each([
    ['127.0.0.77', { AAAA: ['::1'] }],
    ['::1', { A: ['127.0.0.1'] }],
  ])('is unknown if %s cannot reach its only address family', async (ours, it) => {
    const six = await start({ zone: zone(it), config: bound(ours) });
    expect(summarize(await six.verify(['a@one.test']))).toEqual(['unknown server_unreachable']);
  });

  // On Linux, connecting to a multicast address fails with the same error as a lack of IPv6.
  const NOWHERE = { AAAA: ['ff02::1'] };

  test('reports the failure over IPv4 rather than our lack of IPv6', async () => {
    const it = await start({
      zone: zone({ A: ['127.0.0.9'], ...NOWHERE }),
      smtp: { '127.0.0.1': {} },
    });
    expect(await it.verify(['a@one.test'])).toMatchObject([
      { reason: 'server_unreachable', reply: { text: 'ECONNREFUSED' } },
    ]);
    expect(it.dns.asked).toContain('AAAA mx.one.test');
  });

  test('does not count as an outage if we have no IPv6', async () => {
    const more: Zone = {
      'two.test': { MX: [[10, 'mx.two.test']] },
      'mx.two.test': { A: ['127.0.0.1'] },
    };
    const it = await start({
      zone: zone(NOWHERE, more),
      smtp: { rcpt: acceptUnlessNo },
      limits: { breakerFailures: 1 },
    });
    expect(summarize(await it.verify(['a@one.test']))).toEqual(['unknown server_unreachable']);
    expect(summarize(await it.verify(['a@two.test']))).toEqual(['deliverable accepted']);
  });
});

test('keeps pace and blocks per egress address', async () => {
  const it = await start({
    smtp: { greeting: '554 5.7.1 Your address is listed at zen.spamhaus.org' },
  });
  expect(summarize(await it.verify(['a@one.test']))).toEqual(['unknown ip_blocked']);
  expect(summarize(await it.verify(['b@one.test']))).toEqual(['unknown ip_blocked']);
  expect(countConnections(it)).toBe(1);
  const other = await start({
    smtp: { rcpt: acceptUnlessNo },
    config: {
      facts: it.config.facts,
      ...bound('127.0.0.78', 'other.test'),
    },
  });
  expect(summarize(await other.verify(['a@one.test']))).toEqual(['deliverable accepted']);
});
