import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { VerdictReason, VerdictStatus } from '../../../shared/model/verdict.ts';
import type { Reason, Status } from '../../../packages/verifier/src/index.ts';
import { startTable } from '../../../tests/support/dynamo.ts';
import { testContext } from '../../../tests/support/test-context.ts';
import {
  createEngine,
  createMeteredEngine,
  parseDnsServers,
  parseEgressSetting,
} from './engine.ts';
import { createFactStore, createLeaseStore } from './engine-stores.ts';
import { readAddress } from '../../../packages/verifier/src/address/read-address.ts';

describe('the engine', () => {
  it('continues and logs a warning if the table fails', async () => {
    await using table = await startTable();
    const deps = testContext(table, {}, { DNS_SERVERS: '127.0.0.1:9' });
    const { clock, db, lines } = deps;
    const stores = { facts: createFactStore(db, clock), leases: createLeaseStore(db) };
    const engine = createMeteredEngine(
      createEngine({ ...deps, ...stores, egress: async () => [] }),
      deps,
    );
    const failing = mockClient(DynamoDBDocumentClient);
    failing.rejects(new Error('throttled'));
    try {
      const deadline = clock.now() + 20_000;
      const options = { deadline, attempt: 0, priority: 0, customer: 'c' } as const;
      const verdicts = await Array.fromAsync(engine.verify(['a@a.invalid'], options));
      expect(verdicts.map(({ verdict }) => verdict.status)).toEqual(['unknown']);
    } finally {
      failing.restore();
    }
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 'warn',
        event: 'engine_store_failed',
        source: 'facts',
        reason: 'Error: throttled',
      }),
      expect.objectContaining({ event: 'answers', provider: 'other', unknown: 1 }),
    ]);
  });

  it('has the same verdict values as the contract', () => {
    expectTypeOf<VerdictReason>().toEqualTypeOf<Reason>();
    expectTypeOf<VerdictStatus>().toEqualTypeOf<Status>();
  });

  it('parses an address into its domain and a key shared by all spellings of the mailbox', () => {
    expect(readAddress('Jean.Dupont@EXAMPLE.fr')).toEqual({
      key: 'jean.dupont@example.fr',
      domain: 'example.fr',
    });
    expect(readAddress('é@bücher.fr')?.domain).toBe('xn--bcher-kva.fr');
    expect(readAddress('no address')).toBeUndefined();
  });
});

it.each([
  ['127.0.0.1:5353', [{ host: '127.0.0.1', port: 5353 }]],
  [
    '9.9.9.9, [2620:fe::fe]:54',
    [
      { host: '9.9.9.9', port: 53 },
      { host: '2620:fe::fe', port: 54 },
    ],
  ],
  ['2620:fe::fe', [{ host: '2620:fe::fe', port: 53 }]],
])('parses DNS_SERVERS %s', (text, servers) => {
  expect(parseDnsServers(text)).toEqual(servers);
});

it('rejects a malformed DNS server', () => {
  expect(() => parseDnsServers('9.9.9.9,a:b:c')).toThrow('DNS_SERVERS');
});

it('uses the DNS servers of the system by default', () => {
  expect(Array.isArray(parseDnsServers(''))).toBe(true);
});

it.each([
  ['direct', { kind: 'direct' }],
  ['direct#mta1.test', { kind: 'direct', helo: 'mta1.test' }],
  ['direct:203.0.113.5', { kind: 'direct', localAddress: '203.0.113.5' }],
  ['socks5://proxy.test:1081', { kind: 'socks5', host: 'proxy.test', port: 1081 }],
  ['socks5://[::1]', { kind: 'socks5', host: '::1', port: 1080 }],
  [
    'socks5://u%40x:p%3A@proxy.test',
    { kind: 'socks5', host: 'proxy.test', port: 1080, username: 'u@x', password: 'p:' },
  ],
])('parses egress address %s', (text, egress) => {
  expect(parseEgressSetting(text, 'us.test')).toEqual([{ helo: 'us.test', ...egress }]);
});

it('parses several egress addresses, each with its EHLO name', () => {
  const text =
    'socks5://10.0.1.10:1080#mta1.test, socks5://u:p,q@10.0.2.10#mta2.test,direct:203.0.113.5#mta3.test';
  expect(parseEgressSetting(text, 'us.test')).toEqual([
    { kind: 'socks5', host: '10.0.1.10', port: 1080, helo: 'mta1.test' },
    {
      kind: 'socks5',
      host: '10.0.2.10',
      port: 1080,
      helo: 'mta2.test',
      username: 'u',
      password: 'p,q',
    },
    { kind: 'direct', localAddress: '203.0.113.5', helo: 'mta3.test' },
  ]);
  expect(parseEgressSetting('off', 'us.test')).toEqual([]);
});

it.each(['socks4://proxy', '', 'direct,off', 'direct,socks4://proxy', 'direct#a#b'])(
  'rejects "%s" as egress addresses',
  (text) => {
    expect(() => parseEgressSetting(text, 'us.test')).toThrow('SMTP_EGRESS');
  },
);
