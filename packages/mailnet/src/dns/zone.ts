import { isIPv6 } from 'node:net';
import type { Answer } from 'dns-packet';
import { mxRecordsOf, domainAddressOf, hostRecordsOf } from '../net/mail-hosts.ts';
import { hasDmarc, type SimulatedInternet } from '../net/simulated-internet.ts';

export interface Resolution {
  code: 'NOERROR' | 'NXDOMAIN' | 'SERVFAIL';
  answers: readonly Answer[];
}

const TTL_SECONDS = 300;
const MAX_ALIASES = 8;

const DMARC = '_dmarc.';

const noData: Resolution = { code: 'NOERROR', answers: [] };
const nxDomain: Resolution = { code: 'NXDOMAIN', answers: [] };

/**
 * Returns `undefined` if the server does not respond.
 * @param name in lower case, without the trailing dot
 */
export function resolveName(
  world: SimulatedInternet,
  name: string,
  type: string,
): Resolution | undefined {
  const domain = world.named(name.startsWith(DMARC) ? name.slice(DMARC.length) : name);
  if (!domain) return resolveHost(world, name, type);
  const { zone } = domain.variant;
  if (zone === 'silent') return undefined;
  if (zone === 'failing') return { code: 'SERVFAIL', answers: [] };
  if (zone === 'nonexistent') return nxDomain;
  if (name !== domain.name) {
    if (!hasDmarc(domain)) return nxDomain;
    const data = 'v=DMARC1; p=none';
    const record: Answer = { type: 'TXT', name, ttl: TTL_SECONDS, data };
    return { code: 'NOERROR', answers: type === 'TXT' ? [record] : [] };
  }
  if (type === 'MX') {
    const exchanges = mxRecordsOf(domain).map(({ preference, name: exchange }): Answer => ({
      type: 'MX',
      name,
      ttl: TTL_SECONDS,
      data: { preference, exchange: exchange || '.' },
    }));
    return { code: 'NOERROR', answers: exchanges };
  }
  const site = domainAddressOf(domain);
  return site ? { code: 'NOERROR', answers: addressRecords(name, type, [site]) } : noData;
}

function resolveHost(world: SimulatedInternet, name: string, type: string): Resolution {
  const answers: Answer[] = [];
  let current = name;
  for (let hop = 0; hop < MAX_ALIASES; hop++) {
    const target = hostRecordsOf(world, current);
    if (!target) return { code: answers.length > 0 ? 'NOERROR' : 'NXDOMAIN', answers };
    if ('addresses' in target) {
      answers.push(...addressRecords(current, type, target.addresses));
      break;
    }
    answers.push({ type: 'CNAME', name: current, ttl: TTL_SECONDS, data: target.alias });
    if (type === 'CNAME') break;
    current = target.alias;
  }
  return { code: 'NOERROR', answers };
}

const addressRecords = (name: string, type: string, addresses: readonly string[]): Answer[] =>
  addresses
    .map((data): Answer => ({ type: isIPv6(data) ? 'AAAA' : 'A', name, ttl: TTL_SECONDS, data }))
    .filter((record) => record.type === type);

/** The SOA record in every negative response, which sets its caching time (RFC 2308). */
export const SOA: Answer = {
  type: 'SOA',
  name: 'test',
  ttl: TTL_SECONDS,
  data: {
    mname: 'ns.mailnet.test',
    rname: 'hostmaster.mailnet.test',
    serial: 1,
    refresh: 3600,
    retry: 600,
    expire: 86_400,
    minimum: TTL_SECONDS,
  },
};
