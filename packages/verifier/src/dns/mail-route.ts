import { isIP } from 'node:net';
import { ADDRESS_FAMILIES, type AddressFamily } from './families.ts';
import { isPublicAddress } from '../address/public-address.ts';
import type { MxRecord } from './message.ts';
import { isQueryable } from './name-servers.ts';
import type { Resolver } from './resolver.ts';
import type { Limits } from '../model/limits.ts';
import { shuffle } from '../flow/shuffle.ts';

export interface MailRoute {
  kind: 'route';
  /** Equal for domains that have the same mail hosts in the same order of preference. */
  key: string;
  /** Host names, best first. The ones before `first` have no usable address. */
  hosts: readonly string[];
  first: number;
  /** One address of the host at `first`; it is the same for every name of that host. */
  address: string;
}

/** Why there is no route. `dns_error` says nothing about the domain. */
interface NoRoute {
  kind: 'none';
  reason: 'null_mx' | 'no_such_domain' | 'no_mail_server' | 'dns_error';
  detail: string;
  /** Whether at least one mail host has only null addresses: 0.0.0.0, `::` or loopback. */
  isNull?: boolean;
}

/** The result of looking up a host. `addresses` passed the SSRF check: connect to no others. */
type HostAddresses =
  | {
      kind: 'usable';
      addresses: readonly string[];
      /** Families to look up if no connection to these addresses succeeds. */
      others: readonly AddressFamily[];
    }
  | { kind: 'skip'; detail: string; isNull?: boolean }
  | { kind: 'failed'; detail: string };

export interface MailRouter {
  resolveMail(domain: string): Promise<MailRoute | NoRoute>;
  /** Looks up the addresses of the first `wanted` family that has any. The resolver caches them. */
  addressesOf(host: string, wanted: readonly AddressFamily[]): Promise<HostAddresses>;
}

/**
 * Finds mail hosts by RFC 5321 §5.1 and RFC 7505. Looks up the addresses host by host until one can
 * be used. Looks up the second family only if the first has none, so most domains cost two queries.
 * A host with addresses only in a family that we cannot reach is still a mail host, so its domain
 * has a route.
 *
 * @param allowPrivate disables the SSRF guard, for a simulated internet
 * @param random uniform in [0, 1): shuffles hosts of equal preference
 * @param reachable the families that the egress can reach; the first one is looked up first
 */
export function createMailRouter(
  resolver: Pick<Resolver, 'lookup'>,
  limits: Limits,
  allowPrivate: boolean,
  random: () => number,
  reachable: readonly AddressFamily[] = ADDRESS_FAMILIES,
): MailRouter {
  const families = reachable[0] === 'AAAA' ? ADDRESS_FAMILIES.toReversed() : ADDRESS_FAMILIES;

  async function resolveMail(domain: string): Promise<MailRoute | NoRoute> {
    const answer = await resolver.lookup(domain, 'MX');
    switch (answer.kind) {
      case 'failed':
        return { kind: 'none', reason: 'dns_error', detail: `MX of ${domain}: ${answer.why}` };
      case 'nxdomain':
        return { kind: 'none', reason: 'no_such_domain', detail: `${domain} does not exist` };
      case 'nodata':
        return firstUsable([[domain]]);
      case 'found': {
        const { mx } = answer;
        if (mx.length === 1 && mx[0]?.host === '')
          return { kind: 'none', reason: 'null_mx', detail: `${domain} accepts no mail` };
        return firstUsable(byPreference(mx));
      }
    }
  }

  async function firstUsable(groups: readonly string[][]): Promise<MailRoute | NoRoute> {
    const key = groups.map((group) => group.toSorted().join(',')).join(';');
    const named = groups.flatMap((group) => shuffle(group, random));
    const hosts = named.slice(0, limits.mailHostLookups);
    const details: string[] = [];
    let failed = 0;
    let isNull = false;
    for (const [first, host] of hosts.entries()) {
      const found = await addressesOf(host, families);
      if (found.kind === 'usable') {
        const address = found.addresses[0] ?? host;
        return { kind: 'route', key, hosts, first, address };
      }
      details.push(found.detail);
      if (found.kind === 'skip') isNull ||= found.isNull === true;
      if (found.kind === 'failed') failed += 1;
      if (failed >= limits.mailHosts) break;
    }
    const skippedCount = named.length - details.length;
    if (skippedCount > 0) details.push(`${skippedCount} more were not looked up`);
    const detail = details.join('; ') || 'no usable mail host';
    // A host whose lookup failed or was skipped may work, so the domain may still accept mail.
    const reason = failed > 0 || skippedCount > 0 ? 'dns_error' : 'no_mail_server';
    return { kind: 'none', reason, detail, ...(isNull && { isNull }) };
  }

  async function addressesOf(
    host: string,
    wanted: readonly AddressFamily[],
  ): Promise<HostAddresses> {
    if (isIP(host) || !isQueryable(host))
      return { kind: 'skip', detail: `${host} is not a host name` };
    let failed: string | undefined;
    let hasPrivateAddress = false;
    let isNull = true;
    for (const [at, type] of wanted.entries()) {
      const answer = await resolver.lookup(host, type);
      if (answer.kind === 'nxdomain') break;
      if (answer.kind === 'failed') failed ??= `${type} of ${host}: ${answer.why}`;
      if (answer.kind !== 'found') continue;
      const addresses = answer.addresses
        .filter((address) => allowPrivate || isPublicAddress(address))
        // DNS returns addresses in any order. The first one identifies the host for pacing, so it
        // must always be the same.
        .toSorted()
        .slice(0, limits.addressesPerHost);
      if (addresses.length > 0) return { kind: 'usable', addresses, others: wanted.slice(at + 1) };
      hasPrivateAddress = true;
      isNull &&= answer.addresses.every((address) => NULL_ADDRESS.test(address));
    }
    if (failed !== undefined) return { kind: 'failed', detail: failed };
    const records = wanted.join(' or ');
    const detail = `${host} has no ${hasPrivateAddress ? 'public ' : ''}${records}`;
    return { kind: 'skip', detail, ...(hasPrivateAddress && isNull && { isNull }) };
  }

  return { resolveMail, addressesOf };
}

/** Loopback and "this host" (RFC 1122 §3.2.1.3), which domains without mail publish. */
const NULL_ADDRESS = /^(?:0\.0\.0\.0|127\..*|::1?)$/;

function byPreference(records: readonly MxRecord[]): string[][] {
  const groups = Map.groupBy(records, (record) => record.preference);
  const seen = new Set(['']);
  return [...groups.keys()]
    .sort((a, b) => a - b)
    .map((preference) =>
      (groups.get(preference) ?? [])
        .map((record) => record.host)
        .filter((host) => !seen.has(host) && seen.add(host)),
    )
    .filter((group) => group.length > 0);
}
