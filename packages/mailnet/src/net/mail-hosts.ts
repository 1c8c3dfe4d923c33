import type { ServerProfile, DnsSetup } from '../kinds/kind.ts';
import { KINDS } from '../kinds/table.ts';
import type { Domain, SimulatedInternet } from './simulated-internet.ts';

/**
 * The only mapping between hosts and loopback addresses. Every host has its own address in 127/8
 * (all local on Linux), so one wildcard listener identifies the host by the address dialed. On
 * macOS only 127.0.0.1 exists, so the simulation runs only on Linux. IPv6 has a single loopback
 * address, so only one host can be reached over IPv6.
 */

/** A host at an address. `dead` hosts reset every connection. */
export type Host =
  | { kind: 'own'; index: number; dead: boolean }
  | { kind: 'shared'; pool: string; server: ServerProfile | undefined; name: string };

/** The addresses of a host name, in either family, or the name that it is an alias for. */
export type HostRecords = { addresses: readonly string[] } | { alias: string };

/** Second octet of the addresses of hosts that serve one domain, by role. */
const ROLE_OCTETS = { mx: 32, spare: 33, web: 34 } as const;
type Role = keyof typeof ROLE_OCTETS;
const SHARED_OCTET = 10;

const IPV6_LOOPBACK = '::1';
/** Multicast: connecting over TCP fails immediately, and no packet leaves the machine. */
const DEAD_IPV6 = 'ff01::25';

const POOLS = KINDS.flatMap(({ id, variants }) =>
  variants.flatMap(({ shared, server }, place) =>
    shared ? [{ id: `${id} ${place}`, server, names: shared }] : [],
  ),
);

/** `127.10.<pool>.<host + 1>` or `::1` by host name. Kinds that share a name share its address. */
const SHARED_ADDRESSES = new Map<string, string>();
const SHARED_HOSTS = new Map<string, Host>();
for (const [pool, { id, server, names }] of POOLS.entries())
  for (const [place, [, name, family]] of names.entries()) {
    const assigned = family ? IPV6_LOOPBACK : `127.${SHARED_OCTET}.${pool}.${place + 1}`;
    const address = SHARED_ADDRESSES.get(name) ?? assigned;
    SHARED_ADDRESSES.set(name, address);
    if (!SHARED_HOSTS.has(address))
      SHARED_HOSTS.set(address, { kind: 'shared', pool: id, server, name });
  }

export interface MxRecord {
  preference: number;
  name: string;
}

/** First labels of the names of a domain's own mail hosts, whose preferences are 10 and 20. */
const HOST_LABELS: Partial<Record<DnsSetup, readonly string[]>> = {
  'own-mx': ['mx'],
  'alias-mx': ['mx'],
  'dead-ipv6': ['mx'],
  'dead-first': ['mx1', 'mx2'],
  'all-dead': ['mx1'],
  'missing-first': ['old', 'mx'],
  'all-missing': ['old'],
};

export function mxRecordsOf({ name, variant }: Domain): readonly MxRecord[] {
  const { zone, shared } = variant;
  if (zone === 'null-mx') return [{ preference: 0, name: '' }];
  if (shared)
    return shared.map(([preference, host]) => ({
      preference,
      name: host.replace('*', name.replaceAll('.', '-')),
    }));
  return (HOST_LABELS[zone] ?? []).map((label, place) => ({
    preference: 10 * (place + 1),
    name: `${label}.${name}`,
  }));
}

export function hostRecordsOf(world: SimulatedInternet, name: string): HostRecords | undefined {
  const shared = SHARED_ADDRESSES.get(name);
  if (shared) return { addresses: [shared] };
  const dot = name.indexOf('.');
  const label = name.slice(0, dot);
  const wildcard = SHARED_ADDRESSES.get(`*${name.slice(dot)}`);
  if (wildcard) {
    const domain = world.named(label.replace(/-(?=[a-z]+$)/u, '.'));
    return domain && mxRecordsOf(domain).some((mx) => mx.name === name)
      ? { addresses: [wildcard] }
      : undefined;
  }
  const domain = world.named(name.slice(dot + 1));
  if (!domain) return undefined;
  const { zone } = domain.variant;
  const addresses = [ownAddress(domain, 'mx')];
  if (zone === 'alias-mx' && label === 'smtp') return { addresses };
  if (label === 'old' || !HOST_LABELS[zone]?.includes(label)) return undefined;
  if (label === 'mx1') return { addresses: [ownAddress(domain, 'spare')] };
  if (zone === 'alias-mx') return { alias: `smtp.${domain.name}` };
  return { addresses: zone === 'dead-ipv6' ? [...addresses, DEAD_IPV6] : addresses };
}

/** Returns the website's address or, for `address-only`, the mail server's; undefined if none. */
export function domainAddressOf(domain: Domain): string | undefined {
  const { zone } = domain.variant;
  if (zone === 'no-records') return undefined;
  return ownAddress(domain, zone === 'address-only' ? 'mx' : 'web');
}

const ownAddress = ({ index }: Domain, role: Role): string =>
  `127.${ROLE_OCTETS[role]}.${index >> 8}.${index & 255}`;

export function hostAt(address: string): Host | undefined {
  const shared = SHARED_HOSTS.get(address);
  if (shared) return shared;
  const [, octet = 0, high = 0, low = 0] = address.split('.').map(Number);
  const index = (high << 8) | low;
  if (octet === ROLE_OCTETS.mx) return { kind: 'own', index, dead: false };
  if (octet === ROLE_OCTETS.spare || octet === ROLE_OCTETS.web)
    return { kind: 'own', index, dead: true };
  return undefined;
}

export function servesDomain(host: Host, domain: Domain): boolean {
  if (host.kind === 'own') return host.index === domain.index && !host.dead;
  return domain.variant.shared?.some(([, name]) => name === host.name) ?? false;
}

export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:::ffff:)?127\.|^::1$/u.test(address);
