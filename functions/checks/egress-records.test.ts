import { afterAll, expect, it } from 'vitest';
import { startScriptedDns, type Zone } from '../../packages/verifier/tests/scripted-dns.ts';
import { createDnsLookup } from '../platform/dns-lookup.ts';
import { findEgressProblems } from './check-egress.ts';

/** A valid zone. Names without records do not exist, so no address is on a block list. */
const VALID_ZONE: Zone = {
  'mta1.example.test': { A: ['192.0.2.7'], TXT: ['v=spf1 a -all'] },
  '7.2.0.192.in-addr.arpa': { PTR: ['mta1.example.test'] },
  'mta.example.test': {
    TXT: ['site=1', 'v=spf1 ip4:192.0.2.7 ip4:192.0.2.8 -all'],
    MX: [[10, 'inbound.test']],
  },
};
const LISTING_NAME = '7.2.0.192.bl.test';

const started: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(started.map((dns) => dns.close())));

async function problemsIn(changes: Zone): Promise<string[]> {
  const dns = await startScriptedDns({ ...VALID_ZONE, ...changes });
  started.push(dns);
  return findEgressProblems(createDnsLookup(`127.0.0.1:${dns.port}`), {
    helo: 'mta1.example.test',
    mailDomain: 'mta.example.test',
    blockLists: ['bl.test', 'other.test'],
  });
}

it.each<[string, Zone, string[]]>([
  ['nothing if all records match', {}, []],
  ['a name without an address', { 'mta1.example.test': {} }, ['no_address']],
  [
    'a name with two addresses',
    { 'mta1.example.test': { A: ['192.0.2.7', '192.0.2.9'], TXT: ['v=spf1 a -all'] } },
    ['several_addresses'],
  ],
  [
    'the default PTR record of the hosting provider',
    { '7.2.0.192.in-addr.arpa': { PTR: ['ec2-192-0-2-7.compute.test'] } },
    ['ptr_differs'],
  ],
  ['a missing PTR record', { '7.2.0.192.in-addr.arpa': {} }, ['ptr_differs']],
  [
    'an SPF record without the address, and a missing MX record',
    { 'mta.example.test': { TXT: ['v=spf1 ip4:192.0.2.70 -all'] } },
    ['no_mx', 'spf_lacks_address'],
  ],
  [
    'an EHLO name without an SPF record',
    { 'mta1.example.test': { A: ['192.0.2.7'] } },
    ['spf_lacks_helo'],
  ],
  ['a block list entry', { [LISTING_NAME]: { A: ['127.0.0.2'] } }, ['listed:bl.test']],
  [
    'no block list entry if the block list refuses the query',
    { [LISTING_NAME]: { A: ['127.255.255.254'] } },
    [],
  ],
  [
    'no problem if a lookup fails',
    { [LISTING_NAME]: { rcode: 2 }, '7.2.0.192.in-addr.arpa': { rcode: 2 } },
    [],
  ],
])('finds %s', async (_, changes, problems) => {
  expect(await problemsIn(changes)).toEqual(problems);
});
