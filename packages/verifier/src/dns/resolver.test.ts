import { createSocket } from 'node:dgram';
import { decode, encode } from 'dns-packet';
import { afterEach, describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../model/limits.ts';
import type { Limits } from '../model/limits.ts';
import { GREYLIST_SCHEDULE } from '../verdict/retry.ts';
import { createCircuitBreaker } from '../flow/circuit-breaker.ts';
import { CONTROL_DOMAIN, startScriptedDns } from '../../tests/scripted-dns.ts';
import type { ZoneEntry, ScriptedDns, Zone } from '../../tests/scripted-dns.ts';
import { skipWaits } from '../../../mailnet/tests/skip-waits.ts';
import { createResolver } from './resolver.ts';
import type { Resolver } from './resolver.ts';

skipWaits();
const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function serve(...args: Parameters<typeof startScriptedDns>): Promise<ScriptedDns> {
  const server = await startScriptedDns(...args);
  open.push(server);
  return server;
}

function resolve(
  ports: number[],
  {
    limitOverrides = {},
    now = Date.now,
    random = Math.random,
    timeScale = 1,
  }: {
    limitOverrides?: Partial<Limits>;
    now?: () => number;
    random?: () => number;
    timeScale?: number;
  } = {},
): Resolver {
  const limits = { ...DEFAULT_LIMITS, ...limitOverrides };
  const resolver = createResolver({
    servers: ports.map((port) => ({ host: '127.0.0.1', port })),
    controls: [CONTROL_DOMAIN],
    limits,
    breaker: createCircuitBreaker(limits.breakerFailures, limits.breakerOpenMs, now),
    now,
    random,
    timeScale,
  });
  open.push(resolver);
  return resolver;
}

const ZONE: Zone = {
  'a.test': { MX: [[10, 'MX.A.test']], A: ['192.0.2.1', '192.0.2.2'], ttl: 3600 },
  'empty.test': { A: [] },
  'alias.test': { CNAME: 'a.test' },
  'broken.test': { rcode: 2 },
  'refused.test': { rcode: 5 },
  'silent.test': { silent: true },
  'large.test': { large: true, A: ['192.0.2.9'] },
};

test('stops asking a silent server first while another one responds', async () => {
  const silent = await serve(ZONE, () => null);
  const healthy = await serve(ZONE);
  const resolver = resolve([silent.port, healthy.port]);
  for (const name of ['a.test', 'empty.test', 'alias.test']) await resolver.lookup(name, 'A');
  expect(silent.asked).toEqual(['A a.test']);
  expect(healthy.asked).toEqual(['A a.test', 'A empty.test', 'A alias.test']);
});

test('sends no waiting query once closed, and resolves all lookups', async () => {
  const firstQuery = Promise.withResolvers<void>();
  const server = await serve(ZONE, () => (firstQuery.resolve(), null));
  const resolver = resolve([server.port], { limitOverrides: { dnsInFlight: 1 } });
  const lookups = ['a', 'b', 'c', 'd'].map((name) => resolver.lookup(`${name}.test`, 'A'));
  await firstQuery.promise;
  resolver.close();
  const found = await Promise.all(lookups);
  expect(found.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'failed', 'failed']);
  expect(server.asked).toEqual(['A a.test']);
});

describe('an answer', () => {
  test.each([
    ['a.test', 'MX', { kind: 'found', mx: [{ preference: 10, host: 'mx.a.test' }] }],
    ['a.test', 'A', { kind: 'found', addresses: ['192.0.2.1', '192.0.2.2'] }],
    ['a.test', 'AAAA', { kind: 'nodata' }],
    ['empty.test', 'MX', { kind: 'nodata' }],
    ['no.test', 'MX', { kind: 'nxdomain' }],
    ['alias.test', 'A', { kind: 'found', addresses: ['192.0.2.1', '192.0.2.2'] }],
    ['alias.test', 'AAAA', { kind: 'nodata' }],
    ['broken.test', 'MX', { kind: 'failed', why: 'SERVFAIL' }],
    ['refused.test', 'MX', { kind: 'failed', why: 'REFUSED' }],
    ['silent.test', 'MX', { kind: 'failed', why: 'timeout' }],
    ['large.test', 'A', { kind: 'found', addresses: ['192.0.2.9'] }],
  ] as const)('%s %s', async (name, type, expected) => {
    const { port } = await serve(ZONE);
    expect(await resolve([port]).lookup(name, type)).toMatchObject(expected);
  });
});

test.each([1, 2, 3])('fails %d queries to a missing server immediately', async (n) => {
  const { port, close } = await startScriptedDns(ZONE);
  await close();
  const resolver = resolve([port], { limitOverrides: { dnsAttempts: 1 } });
  const lookups = Array.from({ length: n }, (_, i) => resolver.lookup(`${i}.test`, 'MX'));
  expect(await Promise.all(lookups)).toEqual(
    lookups.map(() => ({ kind: 'failed', why: 'unreachable' })),
  );
});

test('sends one query for any number of identical lookups', async () => {
  const { port, asked } = await serve(ZONE);
  const resolver = resolve([port]);
  await Promise.all(Array.from({ length: 20 }, () => resolver.lookup('a.test', 'MX')));
  await resolver.lookup('a.test', 'MX');
  expect(asked).toEqual(['MX a.test']);
  expect(resolver.counters).toEqual({ queries: 1, retries: 0, tcpFallbacks: 0, cached: 1 });
});

test('forgets a failure before the next attempt, even with a faster clock', async () => {
  let now = 0;
  const { port, asked } = await serve(ZONE);
  const resolver = resolve([port], { now: () => now, timeScale: 100 });
  const both = () =>
    Promise.all([resolver.lookup('a.test', 'MX'), resolver.lookup('broken.test', 'MX')]);
  await both();
  now = (GREYLIST_SCHEDULE[0] ?? 0) * 10;
  await both();
  expect(asked.toSorted()).toEqual(['MX a.test', 'MX broken.test', 'MX broken.test']);
});

test('forgets an answer after its TTL, and a failure sooner', async () => {
  let now = 0;
  const { port, asked } = await serve(ZONE);
  const resolver = resolve([port], { now: () => now });
  const both = () =>
    Promise.all([resolver.lookup('a.test', 'MX'), resolver.lookup('broken.test', 'MX')]);
  await both();
  now = 31_000;
  await both();
  now = 3_601_000;
  await both();
  expect(asked.toSorted()).toEqual([
    'MX a.test',
    'MX a.test',
    'MX broken.test',
    'MX broken.test',
    'MX broken.test',
  ]);
});

describe('the cache keeps', () => {
  test.each([
    ['an existing record', 7, 7],
    ['a record that must not be cached, so that a run asks once', 0, 5],
    ['a record with a negative TTL (RFC 2181 §8)', 2 ** 31, 5],
    ['a record with the longest TTL', 2 ** 31 - 1, 86_400],
  ])('%s, TTL %i: %i s', async (_, ttl, seconds) => {
    expect(await cachedSeconds({ MX: [[1, 'mx.test']], ttl })).toBe(seconds);
  });

  test.each([
    ['for the minimum of the SOA', 40, 40],
    ['for at least a few seconds', 0, 5],
    ['for at most a quarter of an hour', 86_400, 900],
  ])('a missing record %s, %i', async (_, ttl, seconds) => {
    expect(await cachedSeconds({ ttl })).toBe(seconds);
  });

  async function cachedSeconds(entry: ZoneEntry): Promise<number> {
    let now = 0;
    const { port, asked } = await serve({ 'a.test': entry });
    const resolver = resolve([port], { now: () => now });
    await resolver.lookup('a.test', 'MX');
    for (const seconds of [5, 7, 40, 60, 900, 3600, 86_400]) {
      now = seconds * 1000 - 1;
      await resolver.lookup('a.test', 'MX');
      expect(asked).toHaveLength(1);
      now += 1;
      await resolver.lookup('a.test', 'MX');
      if (asked.length > 1) return seconds;
    }
    return Infinity;
  }
});

test('follows aliases through several answers, up to a limit', async () => {
  const chain = (length: number): Zone =>
    Object.fromEntries([
      ...Array.from({ length }, (_, i) => [`c${i}.test`, { CNAME: `c${i + 1}.test` }] as const),
      [`c${length}.test`, { A: ['192.0.2.3'] }] as const,
    ]);
  const eight = await serve(chain(8));
  expect(await resolve([eight.port]).lookup('c0.test', 'A')).toMatchObject({ kind: 'found' });
  const nine = await serve(chain(9));
  expect(await resolve([nine.port]).lookup('c0.test', 'A')).toMatchObject({ kind: 'failed' });
  const loop = await serve({ 'x.test': { CNAME: 'y.test' }, 'y.test': { CNAME: 'x.test' } });
  expect(await resolve([loop.port]).lookup('x.test', 'A')).toMatchObject({ kind: 'failed' });
});

describe('an unusable server', () => {
  test.each([
    ['fails', 'broken.test'],
    ['refuses', 'refused.test'],
    ['is silent', 'silent.test'],
  ])('%s: the next server is queried', async (_, name) => {
    const first = await serve(ZONE);
    const second = await serve({ [name]: { MX: [[5, 'mx.test']] } });
    const resolver = resolve([first.port, second.port]);
    expect(await resolver.lookup(name, 'MX')).toMatchObject({ kind: 'found' });
    expect(resolver.counters).toMatchObject({ queries: 1, retries: 1 });
  });

  test('does not exist: the next server is queried immediately', async () => {
    const second = await serve(ZONE);
    const resolver = resolve([await unusedPort(), second.port]);
    const begun = Date.now();
    expect(await resolver.lookup('a.test', 'MX')).toMatchObject({ kind: 'found' });
    expect(Date.now() - begun).toBeLessThan(DEFAULT_LIMITS.dnsTimeoutMs);
  });

  test.each([
    ['FORMERR', 1, (packet: Buffer) => packet.subarray(4)],
    ['NOTIMP', 4, (packet: Buffer) => packet.subarray(4)],
    ['FORMERR without the question', 1, () => Buffer.alloc(8)],
    ['NOTIMP without the question', 4, () => Buffer.alloc(8)],
  ])(
    'does not support EDNS0 and responds %s: it is queried without EDNS0 from then on',
    async (_, rcode, rest) => {
      const withoutEdns = (packet: Buffer) =>
        asked.length === 1
          ? Buffer.concat([packet.subarray(0, 3), Buffer.from([rcode]), rest(packet)])
          : packet;
      const { port, asked } = await serve(ZONE, withoutEdns);
      const resolver = resolve([port]);
      const begun = Date.now();
      expect(await resolver.lookup('a.test', 'MX')).toMatchObject({ kind: 'found' });
      expect(Date.now() - begun).toBeLessThan(DEFAULT_LIMITS.dnsTimeoutMs);
      await resolver.lookup('a.test', 'A');
      expect(asked).toEqual(['MX a.test', 'MX a.test', 'A a.test']);
    },
  );
});

test('asks another server after a referral or an answer for other names', async () => {
  const good = await serve(ZONE);
  const referral = { name: '', type: 'NS' as const, data: 'a.root-servers.net' };
  const stray = { name: 'b.test', type: 'A' as const, data: '192.0.2.7' };
  for (const told of [{ authorities: [referral] }, { answers: [stray] }]) {
    const lame = await serve(ZONE, (packet) => {
      const { id = 0, questions = [] } = decode(packet);
      return encode({ type: 'response', id, questions, ...told });
    });
    expect(await resolve([lame.port, good.port]).lookup('a.test', 'MX')).toMatchObject({
      kind: 'found',
    });
    expect(await resolve([lame.port]).lookup('a.test', 'MX')).toMatchObject({ kind: 'failed' });
  }
});

test('fails if an answer is truncated over TCP, too', async () => {
  const { port } = await serve({ 'a.test': { large: 'always', A: ['192.0.2.1'] } });
  expect(await resolve([port]).lookup('a.test', 'A')).toMatchObject({ kind: 'failed' });
});

test('does not hang if the random numbers are constant', async () => {
  const { port } = await serve(ZONE);
  const resolver = resolve([port], { random: () => 0.5 });
  const answers = await Promise.all(
    ['a.test', 'b.test'].map((name) => resolver.lookup(name, 'MX')),
  );
  expect(answers.map(({ kind }) => kind)).toEqual(['found', 'nxdomain']);
});

test('repeats a query over TCP if the answer is truncated', async () => {
  const { port, asked } = await serve(ZONE);
  const resolver = resolve([port]);
  await resolver.lookup('large.test', 'A');
  expect(asked).toEqual(['A large.test', 'tcp A large.test']);
  expect(resolver.counters).toMatchObject({ queries: 1, retries: 0, tcpFallbacks: 1 });
});

describe('an invalid response', () => {
  test.each([
    ['other id', (packet: Buffer) => (packet.writeUInt16BE(packet.readUInt16BE(0) ^ 1, 0), packet)],
    ['other name', (packet: Buffer) => (packet.write('z', 13), packet)],
    ['a question, not an answer', (packet: Buffer) => (packet.writeUInt8(1, 2), packet)],
    ['half a packet', (packet: Buffer) => packet.subarray(0, 20)],
    ['noise', () => Buffer.from('no DNS at all')],
    ['nothing', () => Buffer.alloc(0)],
  ])('%s is ignored', async (_, tamper) => {
    const { port } = await serve(ZONE, tamper);
    expect(
      await resolve([port], { limitOverrides: { dnsAttempts: 1 } }).lookup('a.test', 'MX'),
    ).toEqual({
      kind: 'failed',
      why: 'timeout',
    });
  });
});

test('ignores a response that is valid except for its source', async () => {
  const server = createSocket('udp4');
  const forger = createSocket('udp4');
  open.push(server, forger);
  server.on('message', (packet, { port, address }) => {
    const { id = 0, questions = [] } = decode(packet);
    const answer = { type: 'response' as const, id, questions };
    const name = questions[0]?.name ?? '';
    forger.send(encode({ ...answer, flags: 3 }), port, address, () => {
      const mx = { type: 'MX' as const, name, data: { preference: 1, exchange: 'mx.test' } };
      server.send(encode({ ...answer, answers: [mx] }), port, address);
    });
  });
  await new Promise<void>((done) => server.bind(0, '127.0.0.1', done));
  expect(await resolve([server.address().port]).lookup('a.test', 'MX')).toMatchObject({
    kind: 'found',
  });
});

test('stops sending queries for a while if all resolvers are silent', async () => {
  let now = 0;
  const { port, asked } = await serve({ 'a.test': { silent: true }, 'b.test': { silent: true } });
  const resolver = resolve([port], {
    now: () => now,
    limitOverrides: { dnsAttempts: 1, breakerFailures: 2, breakerOpenMs: 1000 },
  });
  await resolver.lookup('a.test', 'MX');
  await resolver.lookup('b.test', 'MX');
  expect(await resolver.lookup('c.test', 'MX')).toMatchObject({ why: 'resolvers unreachable' });
  expect(asked).toHaveLength(2);
  now = 60_000;
  expect(await resolver.lookup('c.test', 'MX')).toEqual({ kind: 'nxdomain' });
  expect(await resolver.lookup('d.test', 'MX')).toEqual({ kind: 'nxdomain' });
});

test('answers all lookups with a limit on concurrent queries', async () => {
  const { port, asked } = await serve(ZONE);
  const resolver = resolve([port], { limitOverrides: { dnsInFlight: 2 } });
  const names = Array.from({ length: 50 }, (_, i) => `n${i}.test`);
  const answers = await Promise.all(names.map((name) => resolver.lookup(name, 'MX')));
  expect(answers.every(({ kind }) => kind === 'nxdomain')).toBe(true);
  expect(asked).toHaveLength(50);
});

function unusedPort(): Promise<number> {
  return new Promise((done) => {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => done(port));
    });
  });
}
