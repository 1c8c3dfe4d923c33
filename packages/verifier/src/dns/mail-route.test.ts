import { afterEach, describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../model/limits.ts';
import { createCircuitBreaker } from '../flow/circuit-breaker.ts';
import { CONTROL_DOMAIN, startScriptedDns } from '../../tests/scripted-dns.ts';
import type { Zone } from '../../tests/scripted-dns.ts';
import { skipWaits } from '../../../mailnet/tests/skip-waits.ts';
import { ADDRESS_FAMILIES } from './families.ts';
import type { AddressFamily } from './families.ts';
import { createMailRouter } from './mail-route.ts';
import { createResolver } from './resolver.ts';

skipWaits();
const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

interface Settings {
  allowPrivate?: boolean;
  random?: () => number;
  reachable?: readonly AddressFamily[];
}

async function router(zone: Zone, settings: Settings = {}) {
  const { allowPrivate = false, random = Math.random, reachable } = settings;
  const dns = await startScriptedDns(zone);
  const limits = { ...DEFAULT_LIMITS, dnsAttempts: 1 };
  const resolver = createResolver({
    servers: [{ host: '127.0.0.1', port: dns.port }],
    controls: [CONTROL_DOMAIN],
    limits,
    breaker: createCircuitBreaker(1000, 1000, Date.now),
    now: Date.now,
    random,
    timeScale: 1,
  });
  open.push(dns, resolver);
  const made = createMailRouter(resolver, limits, allowPrivate, random, reachable);
  return { ...made, asked: dns.asked };
}

const PUBLIC = { A: ['1.2.3.4'] };

describe('the mail route of a domain', () => {
  const cases: [string, Zone, object][] = [
    [
      'MX present',
      {
        'd.test': {
          MX: [
            [20, 'b.test'],
            [10, 'a.test'],
          ],
        },
        'a.test': PUBLIC,
        'b.test': PUBLIC,
      },
      { kind: 'route', hosts: ['a.test', 'b.test'], first: 0 },
    ],
    ['null MX', { 'd.test': { MX: [[0, '.']] } }, { reason: 'null_mx' }],
    [
      'a null MX among other MX records does not count as one',
      {
        'd.test': {
          MX: [
            [0, '.'],
            [5, 'a.test'],
          ],
        },
        'a.test': PUBLIC,
      },
      { kind: 'route', hosts: ['a.test'] },
    ],
    [
      'two null MX',
      {
        'd.test': {
          MX: [
            [0, '.'],
            [5, '.'],
          ],
        },
      },
      { reason: 'no_mail_server' },
    ],
    ['no MX, but an address', { 'd.test': PUBLIC }, { kind: 'route', hosts: ['d.test'] }],
    [
      'no MX, but an IPv6 address',
      { 'd.test': { AAAA: ['2a00:1450::1'] } },
      { kind: 'route', hosts: ['d.test'] },
    ],
    ['neither MX nor address', { 'd.test': {} }, { reason: 'no_mail_server' }],
    ['NXDOMAIN', {}, { reason: 'no_such_domain' }],
    ['SERVFAIL', { 'd.test': { rcode: 2 } }, { reason: 'dns_error' }],
    ['REFUSED', { 'd.test': { rcode: 5 } }, { reason: 'dns_error' }],
    ['silence', { 'd.test': { silent: true } }, { reason: 'dns_error' }],
    [
      'the domain is an alias',
      { 'd.test': { CNAME: 'e.test' }, 'e.test': { MX: [[1, 'a.test']] }, 'a.test': PUBLIC },
      { kind: 'route', hosts: ['a.test'] },
    ],
    [
      'the MX is an alias',
      { 'd.test': { MX: [[1, 'a.test']] }, 'a.test': { CNAME: 'b.test' }, 'b.test': PUBLIC },
      { kind: 'route', hosts: ['a.test'] },
    ],
    [
      'the MX is an indirect alias of itself',
      {
        'd.test': { MX: [[1, 'x.test']] },
        'x.test': { CNAME: 'y.test' },
        'y.test': { CNAME: 'x.test' },
      },
      { reason: 'dns_error' },
    ],
    [
      'the domain is an alias of itself',
      { 'd.test': { CNAME: 'd.test' } },
      { reason: 'dns_error' },
    ],
    [
      'an MX is an alias of itself, another works',
      {
        'd.test': {
          MX: [
            [1, 'x.test'],
            [2, 'a.test'],
          ],
        },
        'x.test': { CNAME: 'x.test' },
        'a.test': PUBLIC,
      },
      { kind: 'route', first: 1 },
    ],
    [
      'the first MX does not exist',
      {
        'd.test': {
          MX: [
            [1, 'gone.test'],
            [2, 'a.test'],
          ],
        },
        'a.test': PUBLIC,
      },
      { kind: 'route', hosts: ['gone.test', 'a.test'], first: 1 },
    ],
    [
      'the first MX has no address',
      {
        'd.test': {
          MX: [
            [1, 'bare.test'],
            [2, 'a.test'],
          ],
        },
        'bare.test': {},
        'a.test': PUBLIC,
      },
      { kind: 'route', first: 1 },
    ],
    [
      'the first MX is an address literal',
      {
        'd.test': {
          MX: [
            [1, '1.2.3.4'],
            [2, 'a.test'],
          ],
        },
        'a.test': PUBLIC,
      },
      { kind: 'route', first: 1 },
    ],
    ['every MX is a literal', { 'd.test': { MX: [[1, '1.2.3.4']] } }, { reason: 'no_mail_server' }],
    ['no MX exists', { 'd.test': { MX: [[1, 'gone.test']] } }, { reason: 'no_mail_server' }],
    [
      'an MX fails, another works',
      {
        'd.test': {
          MX: [
            [1, 'bad.test'],
            [2, 'a.test'],
          ],
        },
        'bad.test': { rcode: 2 },
        'a.test': PUBLIC,
      },
      { kind: 'route', first: 1 },
    ],
    [
      'an MX fails, no other works',
      {
        'd.test': {
          MX: [
            [1, 'bad.test'],
            [2, 'gone.test'],
          ],
        },
        'bad.test': { rcode: 2 },
      },
      { reason: 'dns_error' },
    ],
    [
      'every address is private',
      {
        'd.test': { MX: [[1, 'a.test']] },
        'a.test': { A: ['10.0.0.1'], AAAA: ['::1', 'fc00::1'] },
      },
      { reason: 'no_mail_server' },
    ],
    [
      'the first MX is private',
      {
        'd.test': {
          MX: [
            [1, 'in.test'],
            [2, 'a.test'],
          ],
        },
        'in.test': { A: ['10.1.1.1'] },
        'a.test': PUBLIC,
      },
      { kind: 'route', first: 1 },
    ],
    [
      'an MX name that does not fit into a query',
      {
        'd.test': {
          MX: [
            [1, 'no host name'],
            [2, 'a.test'],
          ],
        },
        'a.test': PUBLIC,
      },
      { kind: 'route', first: 1 },
    ],
  ];
  test.each(cases)('%s', async (_, zone, expected) => {
    const { resolveMail } = await router(zone);
    expect(await resolveMail('d.test')).toMatchObject(expected);
  });
});

describe('addresses of a host', () => {
  const zone: Zone = {
    'many.test': { A: ['10.0.0.1', '1.0.0.1', '1.0.0.2', '1.0.0.3', '1.0.0.4', '1.0.0.5'] },
    'six.test': { AAAA: ['::ffff:10.0.0.1', '2a00::1'] },
    'both.test': { A: ['1.1.1.1'], AAAA: ['2a00::2'] },
    'inside.test': { A: ['10.0.0.1'], AAAA: ['2a00::3'] },
  };
  test.each<[string, string, readonly AddressFamily[], object, string[]]>([
    [
      'at most four, public ones only',
      'many.test',
      ADDRESS_FAMILIES,
      { addresses: ['1.0.0.1', '1.0.0.2', '1.0.0.3', '1.0.0.4'] },
      ['A'],
    ],
    [
      'of the first family that has any',
      'both.test',
      ADDRESS_FAMILIES,
      { addresses: ['1.1.1.1'], others: ['AAAA'] },
      ['A'],
    ],
    [
      'of the second family if the first has none',
      'six.test',
      ADDRESS_FAMILIES,
      { addresses: ['2a00::1'], others: [] },
      ['A', 'AAAA'],
    ],
    [
      'of the second family if the first has no public one',
      'inside.test',
      ADDRESS_FAMILIES,
      { addresses: ['2a00::3'] },
      ['A', 'AAAA'],
    ],
    ['of IPv6 only', 'both.test', ['AAAA'], { addresses: ['2a00::2'], others: [] }, ['AAAA']],
    ['of IPv4 only', 'six.test', ['A'], { kind: 'skip', detail: 'six.test has no A' }, ['A']],
  ])('%s', async (_, host, families, expected, questions) => {
    const { addressesOf, asked } = await router(zone);
    expect(await addressesOf(host, families)).toMatchObject(expected);
    expect(asked).toEqual(questions.map((type) => `${type} ${host}`));
  });
});

describe('the family that the egress can reach', () => {
  const zone: Zone = {
    'both.test': { MX: [[1, 'mx.both.test']] },
    'mx.both.test': { A: ['1.1.1.1'], AAAA: ['2a00::2'] },
    'four.test': { MX: [[1, 'mx.four.test']] },
    'mx.four.test': { A: ['1.1.1.1'] },
  };
  test.each<[AddressFamily, string, string[]]>([
    ['A', 'both.test', ['A']],
    ['AAAA', 'both.test', ['AAAA']],
    // The host is unreachable for us, but it is a mail server, so the domain has a route.
    ['AAAA', 'four.test', ['AAAA', 'A']],
  ])('looks up %s first: %s', async (family, domain, questions) => {
    const { resolveMail, asked } = await router(zone, { reachable: [family] });
    expect(await resolveMail(domain)).toMatchObject({ kind: 'route' });
    expect(asked).toEqual([`MX ${domain}`, ...questions.map((type) => `${type} mx.${domain}`)]);
  });
});

test('accepts private addresses only in a simulation', async () => {
  const privateZone = {
    'd.test': { A: ['127.0.0.1'] },
    'null.test': { A: ['0.0.0.0'], AAAA: ['::'] },
    'in.test': { A: ['10.0.0.1'] },
    'in4.test': { A: ['10.0.0.1'], AAAA: ['::1'] },
    'in6.test': { A: ['127.0.0.1'], AAAA: ['fd00::1'] },
  };
  const outside = await router(privateZone);
  for (const domain of ['d.test', 'null.test'])
    expect(await outside.resolveMail(domain)).toMatchObject({ kind: 'none', isNull: true });
  for (const domain of ['in.test', 'in4.test', 'in6.test'])
    expect(await outside.resolveMail(domain)).not.toHaveProperty('isNull');
  const { resolveMail } = await router(privateZone, { allowPrivate: true });
  expect(await resolveMail('d.test')).toMatchObject({ kind: 'route' });
});

test('shuffles hosts of equal preference, and gives domains with the same hosts the same key', async () => {
  const hosts = ['a.test', 'b.test', 'c.test'];
  const { resolveMail } = await router({
    'd.test': { MX: hosts.map((host) => [10, host] as const) },
    'e.test': { MX: hosts.toReversed().map((host) => [7, host] as const) },
    'f.test': { MX: hosts.map((host, i) => [i, host] as const) },
    ...Object.fromEntries(hosts.map((host) => [host, PUBLIC])),
  });
  const firsts = new Set<string>();
  let key = '';
  for (let i = 0; i < 60; i += 1) {
    const route = await resolveMail('d.test');
    if (route.kind !== 'route') throw new Error('no route');
    firsts.add(route.hosts[0] ?? '');
    ({ key } = route);
  }
  expect([...firsts].toSorted()).toEqual(hosts);
  expect(await resolveMail('e.test')).toMatchObject({ key });
  expect(await resolveMail('f.test')).not.toMatchObject({ key });
});

describe('many hosts', () => {
  const hosts = (count: number, name: string) =>
    Array.from({ length: count }, (_, i) => [i, `${name}${i}.test`] as const);

  test('does not count hosts that do not exist', async () => {
    const { resolveMail } = await router({
      'd.test': { MX: [...hosts(11, 'gone'), [99, 'a.test']] },
      'a.test': PUBLIC,
    });
    expect(await resolveMail('d.test')).toMatchObject({ kind: 'route', first: 11 });
  });

  test('looks up all hosts, and reports if none exists', async () => {
    const { resolveMail } = await router({ 'd.test': { MX: hosts(50, 'gone') } });
    expect(await resolveMail('d.test')).toMatchObject({ reason: 'no_mail_server' });
  });

  test('looks up at most fifty hosts, and then concludes nothing about the domain', async () => {
    const { resolveMail, asked } = await router({
      'd.test': { MX: [...hosts(50, 'gone'), [99, 'a.test']] },
      'a.test': PUBLIC,
    });
    expect(await resolveMail('d.test')).toMatchObject({ reason: 'dns_error' });
    expect(asked).toHaveLength(51);
  });

  test('gives up after ten failed lookups', async () => {
    const broken = hosts(20, 'bad');
    const { resolveMail, asked } = await router({
      'd.test': { MX: broken },
      ...Object.fromEntries(broken.map(([, host]) => [host, { rcode: 2 }])),
    });
    expect(await resolveMail('d.test')).toMatchObject({ reason: 'dns_error' });
    expect(asked.filter((question) => question.startsWith('A '))).toHaveLength(10);
  });
});
