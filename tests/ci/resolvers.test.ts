import { expect, it } from 'vitest';
import { useMailServers } from '../support/use-mail-servers.ts';
import { verifyWithCommand } from '../support/verify-command.ts';

/**
 * Tests the engine with third-party resolvers and their faults. The zone and the settings in
 * `resolvers/config.sh` determine the expected verdicts.
 */

useMailServers('resolvers');

const ANSWERS = [
  ['user1@people.test', 'deliverable', 'accepted'],
  ['nobody1@people.test', 'undeliverable', 'no_such_mailbox'],
  ['user1@gone.test', 'undeliverable', 'no_such_domain'],
  ['user1@empty.test', 'undeliverable', 'no_mail_server'],
  ['user1@null.test', 'undeliverable', 'null_mx'],
];
const addresses = ANSWERS.map(([email = '']) => email);

/** Verifies the addresses with resolvers at 127.0.20.x, in this order. */
const outcomes = (...resolvers: readonly number[]) =>
  verifyWithCommand(
    {
      dnsHosts: resolvers.map((at) => `127.0.20.${at}`),
      dnsPort: 5370,
      smtpPort: 2540,
      mailFrom: 'probe@tamis.test',
    },
    addresses,
  ).map(({ email, status, reason }) => [email, status, reason]);

it.each<[string, ...number[]]>([
  ['Unbound', 2],
  ['Knot Resolver', 7],
  ['a Knot Resolver that responds only over TCP', 12],
  ['a Knot Resolver before a server without EDNS', 14],
  ['a server that rejects queries with EDNS', 22],
  ['a server that drops queries with EDNS', 21],
  ['a resolver after one that refuses (Unbound)', 3, 7],
  ['a resolver after one that refuses (Knot Resolver)', 8, 2],
  ['a resolver after one that fails', 9, 2],
  ['a resolver after one that does not respond', 10, 2],
  ['a resolver after a lame server', 20, 2],
])('gets its verdicts from %s', (_, ...resolvers) => {
  expect(outcomes(...resolvers)).toEqual(ANSWERS);
});

it.each([
  ['refuses (Unbound)', 3],
  ['refuses (Knot Resolver)', 8],
  ['fails', 9],
  ['does not respond', 10],
  ['is lame', 20],
  ['denies that any domain exists (Unbound)', 4],
  ['denies that any domain exists (Knot Resolver)', 11],
  ['has no records for any domain', 5],
  ['gets its responses from a lame server (Unbound)', 6],
  ['gets its responses from a lame server (Knot Resolver)', 13],
])('gives no verdict if its only resolver %s', (_, resolver) => {
  expect(outcomes(resolver)).toEqual(addresses.map((email) => [email, 'unknown', 'dns_error']));
});
