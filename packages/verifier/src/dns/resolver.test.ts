import { createSocket } from 'node:dgram';
import { decode, encode } from 'dns-packet';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../model/limits.ts';
import type { Limits } from '../model/limits.ts';
import { GREYLIST_SCHEDULE } from '../verdict/retry.ts';
import { createBreaker } from '../flow/breaker.ts';
import { startScriptedDns } from '../../tests/scripted-dns.ts';
import type { Entry, ScriptedDns, Zone } from '../../tests/scripted-dns.ts';
import { createResolver } from './resolver.ts';
import type { Resolver } from './resolver.ts';

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
  const limits = { ...DEFAULT_LIMITS, dnsTimeoutMs: 120, ...limitOverrides };
  const resolver = createResolver({
    servers: ports.map((port) => ({ host: '127.0.0.1', port })),
    limits,
    breaker: createBreaker(limits.breakerFailures, limits.breakerOpenMs, now),
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

test('a server that is silent is asked first no more, while another one replies', async () => {
  const silent = await serve(ZONE, () => null);
  const healthy = await serve(ZONE);
  const resolver = resolve([silent.port, healthy.port]);
  for (const name of ['a.test', 'empty.test', 'alias.test']) await resolver.lookup(name, 'A');
  expect(silent.asked).toEqual(['A a.test']);
  expect(healthy.asked).toEqual(['A a.test', 'A empty.test', 'A alias.test']);
});

test('once closed sends no more of what waits for its turn, and keeps nobody waiting', async () => {
  const server = await serve(ZONE);
  const resolver = resolve([server.port], {
    limitOverrides: { dnsInFlight: 1, dnsTimeoutMs: 10_000 },
  });
  const lookups = ['silent', 'b', 'c', 'd'].map((name) => resolver.lookup(`${name}.test`, 'A'));
  await vi.waitFor(() => expect(server.asked).toEqual(['A silent.test']));
  resolver.close();
  const found = await Promise.all(lookups);
  expect(found.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'failed', 'failed']);
  expect(server.asked).toEqual(['A silent.test']);
}, 800);

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

test.each([1, 2, 3])(
  '%d questions to a server that is not there are refused at once',
  async (n) => {
    const { port, close } = await startScriptedDns(ZONE);
    await close();
    const resolver = resolve([port], { limitOverrides: { dnsTimeoutMs: 5_000, dnsAttempts: 1 } });
    const lookups = Array.from({ length: n }, (_, i) => resolver.lookup(`${i}.test`, 'MX'));
    expect(await Promise.all(lookups)).toEqual(
      lookups.map(() => ({ kind: 'failed', why: 'unreachable' })),
    );
  },
  2_000,
);

test('a question is asked once, however many want to know and however often', async () => {
  const { port, asked } = await serve(ZONE);
  const resolver = resolve([port]);
  await Promise.all(Array.from({ length: 20 }, () => resolver.lookup('a.test', 'MX')));
  await resolver.lookup('a.test', 'MX');
  expect(asked).toEqual(['MX a.test']);
  expect(resolver.counters).toEqual({ queries: 1, retries: 0, tcpFallbacks: 0, cached: 1 });
});

test('a failure is forgotten before the next attempt, also where attempts follow soon', async () => {
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

test('an answer is forgotten when its time is over, a failure soon', async () => {
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

describe('is remembered', () => {
  test.each([
    ['what is there', 7, 7],
    ['what must not be kept, so long that a run asks once', 0, 5],
    ['what has a negative TTL (RFC 2181 §8)', 2 ** 31, 5],
    ['what never changes', 2 ** 31 - 1, 86_400],
  ])('%s, TTL %i: %i s', async (_, ttl, seconds) => {
    expect(await cachedSeconds({ MX: [[1, 'mx.test']], ttl })).toBe(seconds);
  });

  test.each([
    ['for the minimum of the SOA', 40, 40],
    ['a few seconds at least', 0, 5],
    ['a quarter of an hour at most', 86_400, 900],
  ])('what is not there: %s, %i', async (_, ttl, seconds) => {
    expect(await cachedSeconds({ ttl })).toBe(seconds);
  });

  async function cachedSeconds(entry: Entry): Promise<number> {
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

test('aliases are followed through several answers, but not for ever', async () => {
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

describe('a server of no use', () => {
  test.each([
    ['fails', 'broken.test'],
    ['refuses', 'refused.test'],
    ['is silent', 'silent.test'],
  ])('%s: the next one is asked', async (_, name) => {
    const first = await serve(ZONE);
    const second = await serve({ [name]: { MX: [[5, 'mx.test']] } });
    const resolver = resolve([first.port, second.port]);
    expect(await resolver.lookup(name, 'MX')).toMatchObject({ kind: 'found' });
    expect(resolver.counters).toMatchObject({ queries: 1, retries: 1 });
  });

  test('is not there: the next one is asked at once', async () => {
    const second = await serve(ZONE);
    const resolver = resolve([await unusedPort(), second.port], {
      limitOverrides: { dnsTimeoutMs: 5000 },
    });
    const begun = Date.now();
    expect(await resolver.lookup('a.test', 'MX')).toMatchObject({ kind: 'found' });
    expect(Date.now() - begun).toBeLessThan(2000);
  });

  test.each([
    ['FORMERR', 1, (packet: Buffer) => packet.subarray(4)],
    ['NOTIMP', 4, (packet: Buffer) => packet.subarray(4)],
    ['FORMERR without the question', 1, () => Buffer.alloc(8)],
    ['NOTIMP without the question', 4, () => Buffer.alloc(8)],
  ])('cannot read EDNS0, and says %s: is asked without, then and later', async (_, rcode, rest) => {
    const withoutEdns = (packet: Buffer) =>
      asked.length === 1
        ? Buffer.concat([packet.subarray(0, 3), Buffer.from([rcode]), rest(packet)])
        : packet;
    const { port, asked } = await serve(ZONE, withoutEdns);
    const resolver = resolve([port], { limitOverrides: { dnsTimeoutMs: 5000 } });
    const begun = Date.now();
    expect(await resolver.lookup('a.test', 'MX')).toMatchObject({ kind: 'found' });
    expect(Date.now() - begun).toBeLessThan(2000);
    await resolver.lookup('a.test', 'A');
    expect(asked).toEqual(['MX a.test', 'MX a.test', 'A a.test']);
  });
});

test('a server that refers us elsewhere, or tells of other names, proves nothing: another is asked', async () => {
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

test('an answer that is cut over TCP, too, proves nothing', async () => {
  const { port } = await serve({ 'a.test': { large: 'always', A: ['192.0.2.1'] } });
  expect(await resolve([port]).lookup('a.test', 'A')).toMatchObject({ kind: 'failed' });
});

test('a source of chance without chance is no reason to hang', async () => {
  const { port } = await serve(ZONE);
  const resolver = resolve([port], { random: () => 0.5 });
  const answers = await Promise.all(
    ['a.test', 'b.test'].map((name) => resolver.lookup(name, 'MX')),
  );
  expect(answers.map(({ kind }) => kind)).toEqual(['found', 'nxdomain']);
});

test('an answer cut short is asked for again over TCP', async () => {
  const { port, asked } = await serve(ZONE);
  const resolver = resolve([port]);
  await resolver.lookup('large.test', 'A');
  expect(asked).toEqual(['A large.test', 'tcp A large.test']);
  expect(resolver.counters).toMatchObject({ queries: 1, retries: 0, tcpFallbacks: 1 });
});

describe('an answer that is not ours', () => {
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

test('an answer from elsewhere, right in all but its source, does not count', async () => {
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

test('when all resolvers are silent, questions stop for a while', async () => {
  let now = 0;
  const { port, asked } = await serve({ 'a.test': { silent: true }, 'b.test': { silent: true } });
  const resolver = resolve([port], {
    now: () => now,
    limitOverrides: { dnsAttempts: 1, breakerFailures: 2, breakerOpenMs: 1000 },
  });
  await resolver.lookup('a.test', 'MX');
  await resolver.lookup('b.test', 'MX');
  expect(await resolver.lookup('c.test', 'MX')).toMatchObject({ why: 'resolvers out of reach' });
  expect(asked).toHaveLength(2);
  now = 60_000;
  expect(await resolver.lookup('c.test', 'MX')).toEqual({ kind: 'nxdomain' });
  expect(await resolver.lookup('d.test', 'MX')).toEqual({ kind: 'nxdomain' });
});

test('no more questions are on the wire at once than allowed', async () => {
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
