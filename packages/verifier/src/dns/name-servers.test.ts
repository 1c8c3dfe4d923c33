import { RECURSION_AVAILABLE, decode, encode } from 'dns-packet';
import type { Packet } from 'dns-packet';
import { afterEach, describe, expect, test } from 'vitest';
import { createCircuitBreaker } from '../flow/circuit-breaker.ts';
import { DEFAULT_LIMITS } from '../model/limits.ts';
import { CONTROL_DOMAIN, startScriptedDns } from '../../tests/scripted-dns.ts';
import type { ScriptedDns, Zone } from '../../tests/scripted-dns.ts';
import { skipWaits } from '../../../mailnet/tests/skip-waits.ts';
import { createResolver } from './resolver.ts';
import type { Resolver } from './resolver.ts';

skipWaits();
const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const ZONE: Zone = {
  'a.test': { MX: [[10, 'mx.a.test']], A: ['192.0.2.1'] },
  'empty.test': {},
  'alias.test': { CNAME: 'a.test' },
  'broken.test': { rcode: 2 },
};

async function serve(tamper?: Parameters<typeof startScriptedDns>[1]): Promise<ScriptedDns> {
  const server = await startScriptedDns(ZONE, tamper);
  open.push(server);
  return server;
}

function resolve(
  servers: readonly { port: number }[],
  { controls = [CONTROL_DOMAIN], dnsInFlight = DEFAULT_LIMITS.dnsInFlight, now = Date.now } = {},
): Resolver {
  const resolver = createResolver({
    servers: servers.map(({ port }) => ({ host: '127.0.0.1', port })),
    controls,
    limits: { ...DEFAULT_LIMITS, dnsInFlight },
    breaker: createCircuitBreaker(1000, 1000, now),
    now,
    random: Math.random,
    timeScale: 1,
  });
  open.push(resolver);
  return resolver;
}

/** Replaces a server's response with an empty one with these flags. */
const empty =
  (flags: number) =>
  (packet: Buffer): Buffer => {
    const { id = 0, questions = [] } = decode(packet);
    return encode({ type: 'response', id, questions, flags });
  };

describe('a server that answers nothing', () => {
  test.each<[string, (packet: Buffer) => Buffer | null, string]>([
    ['and does not recurse', empty(0), 'lame response'],
    ['although it recurses', empty(RECURSION_AVAILABLE), 'the resolver finds no control domain'],
    ['and denies every name', empty(3), 'the resolver finds no control domain'],
  ])('%s is not believed', async (_, tamper, why) => {
    const bad = await serve(tamper);
    const good = await serve();
    const alone = resolve([bad]);
    const both = resolve([bad, good]);
    for (const [name, kind] of [
      ['a.test', 'found'],
      ['empty.test', 'nodata'],
      ['no.test', 'nxdomain'],
    ] as const) {
      expect(await alone.lookup(name, 'MX')).toEqual({ kind: 'failed', why });
      expect(await both.lookup(name, 'MX')).toMatchObject({ kind });
    }
    expect(good.controls).toEqual(['MX control.test']);
  });
});

describe('the first denial', () => {
  const LOST = 'the resolver finds no control domain';

  test('is believed after the server resolves a control domain, once for all lookups', async () => {
    const server = await serve();
    const names = Array.from({ length: 20 }, (_, i) => `no${i}.test`);
    for (const dnsInFlight of [1, 3, 128]) {
      const resolver = resolve([server], { dnsInFlight });
      const answers = await Promise.all(names.map((name) => resolver.lookup(name, 'MX')));
      expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['nxdomain']));
      expect(server.controls.splice(0)).toEqual(['MX control.test']);
      expect(resolver.counters).toMatchObject({ queries: 21, retries: 0 });
    }
  });

  test.each<[string, string[], string[], object]>([
    ['one of several resolves', ['no.test', CONTROL_DOMAIN], ['no.test'], { kind: 'nxdomain' }],
    ['the name of one is invalid', ['a..b', CONTROL_DOMAIN], [], { kind: 'nxdomain' }],
    ['none resolves', ['broken.test', 'empty.test'], ['broken.test', 'empty.test'], { why: LOST }],
    ['one has only an alias', ['alias.test'], ['alias.test'], { kind: 'nxdomain' }],
    ['there are none', [], [], { why: LOST }],
  ])('with control domains of which %s', async (_, controls, asked, expected) => {
    const server = await serve();
    const resolver = resolve([server], { controls });
    expect(await resolver.lookup('gone.test', 'MX')).toMatchObject(expected);
    expect(server.asked).toEqual(['MX gone.test', ...asked.map((name) => `MX ${name}`)]);
  });

  test('needs no control domain if it is of a TXT record, which no verdict depends on', async () => {
    const server = await serve();
    expect(await resolve([server]).lookup('no.test', 'TXT')).toEqual({ kind: 'nxdomain' });
    expect(server.controls).toEqual([]);
  });

  test('is tried again some time after the server resolved no control domain', async () => {
    let now = 0;
    let isUp = false;
    const server = await serve((packet, asked) =>
      isUp || !asked.endsWith(CONTROL_DOMAIN) ? packet : null,
    );
    const resolver = resolve([server], { now: () => now });
    expect(await resolver.lookup('a1.test', 'MX')).toMatchObject({ why: LOST });
    isUp = true;
    now = 29_000;
    expect(await resolver.lookup('a2.test', 'MX')).toMatchObject({ why: LOST });
    now = 31_000;
    expect(await resolver.lookup('a3.test', 'MX')).toEqual({ kind: 'nxdomain' });
    expect(server.controls).toHaveLength(2);
  });
});

describe('servers that drop queries with EDNS0', () => {
  const drop = (packet: Buffer, _: string, { additionals = [] }: Packet) =>
    additionals.length > 0 ? null : packet;

  test.each([1, 2, 3, 4])('are queried without it: %d', async (count) => {
    const servers = await Promise.all(Array.from({ length: count }, () => serve(drop)));
    const resolver = resolve(servers);
    expect(await resolver.lookup('a.test', 'MX')).toMatchObject({ kind: 'found' });
    const { queries, retries } = resolver.counters;
    expect(queries + retries).toBeLessThanOrEqual(DEFAULT_LIMITS.dnsAttempts);
    for (const name of ['a.test', 'no.test']) await resolver.lookup(name, 'A');
    expect(resolver.counters).toMatchObject({ queries: queries + 3, retries });
  });

  test.each([
    ['has replied to a query with EDNS0', 'a.test', [true, true, true]],
    ['has not replied yet', 'silent.test', [true, false, false]],
  ])('a server that %s and is silent about one name', async (_, first, expected) => {
    const edns: boolean[] = [];
    const server = await serve((packet, asked, query) => {
      if (!asked.endsWith('silent.test')) return packet;
      edns.push((query.additionals ?? []).length > 0);
      return null;
    });
    const resolver = resolve([server]);
    for (const name of [first, 'silent.test']) await resolver.lookup(name, 'A');
    expect(edns).toEqual(expected);
  });
});
