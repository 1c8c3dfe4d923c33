import { exchangesOf } from './mail-hosts.ts';
import type { DomainStats, Stats } from './stats.ts';
import { connectionLimit } from './world.ts';
import type { Domain, World } from './world.ts';

/** What the counters page shows. */
export interface Counters {
  connections: number;
  /** Those of them that came over IPv6. */
  ipv6Connections: number;
  /** Now, and most at once. */
  open: number;
  peak: number;
  /** Payload of the SMTP connections that were closed; servers received and sent it. */
  bytes: { received: number; sent: number };
  commands: Record<string, number>;
  /** RCPT commands for listed mailboxes, repetitions included, and the number of mailboxes. */
  recipients: number;
  distinctRecipients: number;
  /** RCPT commands for local parts that are on no list, such as a verifier's random one. */
  probes: number;
  dns: {
    queries: number;
    byType: Record<string, number>;
    retriesAfterServfail: number;
    retriesAfterSilence: number;
    tcp: number;
  };
  /** The least that could have found out all that was asked; see `least`. */
  least: Least;
}

export interface DomainCounters {
  kind: string;
  connections: number;
  recipients: number;
  probes: number;
  dnsQueries: number;
}

interface Least {
  connections: number;
  /** For a client that asks for A and AAAA. */
  dnsQueries: number;
  /** For one with a single address family. */
  dnsQueriesOneFamily: number;
}

export function countersOf(world: World, stats: Stats): Counters {
  const { bytes, commands, dns, domains, recipients, probes, peak, ...connections } = stats.counts;
  return {
    ...connections,
    open: stats.open,
    peak,
    bytes: { ...bytes },
    commands: Object.fromEntries(commands),
    recipients,
    distinctRecipients: domains.values().reduce((sum, { distinct }) => sum + distinct, 0),
    probes,
    dns: {
      queries: dns.queries,
      byType: Object.fromEntries(dns.byType),
      retriesAfterServfail: dns.retries.servfail,
      retriesAfterSilence: dns.retries.silence,
      tcp: dns.tcp,
    },
    least: least(world, stats),
  };
}

/** The same by domain name, one entry at a time: there may be 24,000. */
export function* countersByDomain(
  world: World,
  stats: Stats,
): Generator<[name: string, DomainCounters]> {
  for (const [index, { connections, recipients, probes, dnsQueries }] of stats.counts.domains) {
    const domain = world.at(index);
    if (!domain) continue;
    yield [domain.name, { kind: domain.kind.id, connections, recipients, probes, dnsQueries }];
  }
}

/**
 * The least possible for the domains and mailboxes asked for so far.
 *
 * Connections, summed over domains: mailboxes ÷ what the server takes on one connection, rounded
 * up; one more for the round after a greylisting, and one for each dead MX that must be tried.
 * Where the greylisting never ends, one more for each time that the client came again when it may.
 * A domain that let no recipient be named counts one, once it was dialled; coming back to one that
 * throttles, or is out of order, is not counted.
 *
 * DNS queries: one for each domain, and one for each address family of each mail host that their MX
 * records name and of each domain that has none; one for each name asked for TXT. Retries after SERVFAIL or silence and TCP are
 * counted apart.
 */
function least(world: World, stats: Stats): Least {
  const { domains, dns } = stats.counts;
  const hosts = new Set<string>();
  let connections = 0;
  let asked = dns.strangers.size + dns.texts.size;
  for (const [index, count] of domains) {
    const domain = world.at(index);
    if (!domain) continue;
    connections += leastConnections(domain, count);
    if (count.dnsQueries === 0) continue;
    asked++;
    const { zone } = domain.variant;
    if (zone === 'address-only' || zone === 'no-records') hosts.add(domain.name);
    for (const { name } of exchangesOf(domain)) if (name) hosts.add(name);
  }
  return {
    connections,
    dnsQueries: asked + 2 * hosts.size,
    dnsQueriesOneFamily: asked + hosts.size,
  };
}

function leastConnections(domain: Domain, count: DomainStats): number {
  if (count.connections === 0) return 0;
  const { zone } = domain.variant;
  if (zone === 'all-dead') return exchangesOf(domain).length;
  if (!domain.variant.server) return 0;
  const sessions = Math.max(1, Math.ceil(count.distinct / (connectionLimit(domain) ?? Infinity)));
  return sessions + returns(domain, count) + (zone === 'dead-first' ? 1 : 0);
}

/** Sessions after the first that a greylisting, or a first contact, asks for. */
function returns({ variant }: Domain, { greylisting }: DomainStats): number {
  if (variant.server?.firstContact) return 1;
  if (!greylisting) return 0;
  return variant.server?.greylist?.forever ? greylisting.rounds - 1 : 1;
}
