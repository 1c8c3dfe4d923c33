import { expect, it } from 'vitest';
import type { VerdictReason } from '../../shared/model/verdict.ts';
import { createFakeVerdict } from '../../tests/support/fake-engine.ts';
import { guardPort, requireSecretGrant } from '../../tests/support/guarded-ports.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { testEnv } from '../../tests/support/test-env.ts';
import { createLog } from '../platform/create-log.ts';
import type { Egress } from '../../packages/verifier/src/index.ts';
import type { DnsLookup } from '../platform/dns-lookup.ts';
import type { Engine } from './adapters/engine.ts';
import { checkEgress as handler } from './workers.ts';

const clock = { now: () => Date.UTC(2026, 0, 1) };
const TEST_ADDRESS = 'postmaster@mail.example';

/**
 * Returns a fake engine. The test address gets an `unknown` verdict with `reason`, or no verdict if
 * `reason` is undefined. Addresses in `missing` are undeliverable.
 */
const engineOf = (reason: VerdictReason | undefined, missing: readonly string[] = []): Engine => ({
  connections: 0,
  async *verify(addresses) {
    for (const [index, email] of addresses.entries())
      if (missing.includes(email))
        yield {
          index,
          verdict: createFakeVerdict(email, 'undeliverable', 'no_such_mailbox'),
          egress: undefined,
        };
      else if (email !== TEST_ADDRESS)
        yield {
          index,
          verdict: createFakeVerdict(email, 'deliverable', 'accepted'),
          egress: undefined,
        };
      else if (reason !== undefined)
        yield { index, verdict: createFakeVerdict(email, 'unknown', reason), egress: undefined };
  },
});

/** Valid records for two EHLO names. */
const VALID_RECORDS: DnsLookup = {
  addresses: (name) =>
    Promise.resolve(/^mta\d\./.test(name) ? [`192.0.2.${name.slice(3, 4)}`] : []),
  names: (address) => Promise.resolve([`mta${address.at(-1)}.us.example`]),
  texts: (name) =>
    Promise.resolve([
      name === 'mta.us.example' ? 'v=spf1 ip4:192.0.2.1 ip4:192.0.2.2 -all' : 'v=spf1 a -all',
    ]),
  exchanges: () => Promise.resolve(['inbound.example']),
  listings: () => Promise.resolve([]),
};

interface Setup {
  readonly reasons?: readonly (VerdictReason | undefined)[];
  readonly dns?: Partial<DnsLookup>;
  readonly gone?: readonly string[];
  readonly address?: string;
}

async function check({ reasons = ['accepted', 'accepted'], dns, gone, address }: Setup) {
  const lines: string[] = [];
  const log = createLog('info', clock.now, (line) => lines.push(line));
  const env = testEnv({
    EGRESS_TEST_ADDRESS: address ?? TEST_ADDRESS,
    SMTP_MAIL_FROM: 'verify@mta.us.example',
    EGRESS_BLOCK_LISTS: 'bl.example',
  });
  const egresses = reasons.map((_, index): Egress => ({
    kind: 'direct',
    helo: `mta${index + 1}.us.example`,
  }));
  const deps = {
    clock,
    log,
    env,
    dnsRecords: { ...VALID_RECORDS, ...dns },
    async egressAddresses() {
      requireSecretGrant('EGRESS_SECRET_ID');
      return egresses;
    },
    engineFrom: (egress: () => Promise<readonly Egress[]>) =>
      guardPort<Engine>('egressEngine', {
        connections: 0,
        async *verify(...args) {
          const [{ helo } = { helo: '' }] = await egress();
          const reason = reasons[egresses.findIndex((each) => each.helo === helo)];
          yield* engineOf(reason, gone).verify(...args);
        },
      }),
  };
  const fields = await invoke(handler, deps, {});
  // The last line is the log of the run itself.
  lines.pop();
  return { fields, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

it.each(['accepted', 'no_such_mailbox', 'greylisted', 'ip_blocked', 'policy'] as const)(
  'reports an egress address as open for reason %s',
  async (reason) => {
    expect(await check({ reasons: [reason] })).toEqual({
      fields: {
        outcome: 'done',
        addresses: 1,
        shut: 0,
        flawed: 0,
        found: [`mta1.us.example open ${reason}`],
      },
      lines: [],
    });
  },
);

it.each(['server_unreachable', 'timeout', 'dns_error', 'not_answered', undefined] as const)(
  'reports one egress address as shut, with a warning, for reason %s',
  async (reason) => {
    const { fields, lines } = await check({ reasons: ['accepted', reason] });
    expect(fields).toMatchObject({ outcome: 'failed', addresses: 2, shut: 1, flawed: 0 });
    expect(lines).toEqual([
      expect.objectContaining({ level: 'warn', event: 'egress_shut', egress: 'mta2.us.example' }),
    ]);
  },
);

it('reports the problems of each egress address', async () => {
  const { fields, lines } = await check({
    dns: {
      listings: (address) => Promise.resolve(address === '192.0.2.2' ? ['127.0.0.2'] : []),
      names: () => Promise.resolve(['mta1.us.example']),
    },
    gone: ['abuse@mta.us.example'],
  });
  expect(fields).toMatchObject({
    outcome: 'done',
    flawed: 2,
    found: [
      'mta1.us.example open accepted refused:abuse',
      'mta2.us.example open accepted ptr_differs listed:bl.example',
    ],
  });
  expect(lines.map(({ event, egress, problems }) => [event, egress, problems])).toEqual([
    ['egress_flawed', 'mta1.us.example', ['refused:abuse']],
    ['egress_flawed', 'mta2.us.example', ['ptr_differs', 'listed:bl.example']],
  ]);
});

it('does nothing without a test address', async () => {
  expect(await check({ reasons: ['timeout'], address: '' })).toEqual({
    fields: { outcome: 'skipped' },
    lines: [],
  });
});
