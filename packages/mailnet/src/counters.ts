import { mxRecordsOf } from './net/mail-hosts.ts';
import type { DomainStats, Stats } from './net/stats.ts';
import {
  maxRecipientsPerConnection,
  type Domain,
  type SimulatedInternet,
} from './net/simulated-internet.ts';

export const countersOf = (world: SimulatedInternet, stats: Stats) => ({
  ...stats.counts,
  least: minimumTraffic(world, stats),
});

/**
 * Computes the minimum numbers of connections and queries for the domains and mailboxes that
 * clients asked for so far.
 *
 * Connections, summed over domains: mailboxes ÷ the server's limit per connection, rounded up; one
 * more for the retry after greylisting or a first-contact test, and one for each dead MX that must
 * be tried. If the server always greylists, one more for each retry that was not too early. A
 * domain that was dialed counts at least one connection. Retries at a server that throttles or
 * fails are not counted.
 *
 * DNS queries, for a client with a single address family: one for each domain; one for each MX
 * host, or for the domain itself if it has no MX records; and one for each name queried for TXT.
 * Retries after SERVFAIL or silence, and queries over TCP, are not counted.
 */
function minimumTraffic(world: SimulatedInternet, { domains, otherQuestions }: Stats) {
  const hosts = new Set<string>();
  let connections = 0;
  let queryCount = otherQuestions.size;
  for (const [index, count] of domains) {
    const domain = world.at(index);
    if (!domain) continue;
    connections += minimumConnections(domain, count);
    if (!count.resolved) continue;
    queryCount++;
    const { zone } = domain.variant;
    if (zone === 'address-only' || zone === 'no-records') hosts.add(domain.name);
    for (const { name } of mxRecordsOf(domain)) if (name) hosts.add(name);
  }
  return { connections, dnsQueries: queryCount + hosts.size };
}

function minimumConnections(domain: Domain, count: DomainStats): number {
  if (!count.dialed) return 0;
  const { zone } = domain.variant;
  if (zone === 'all-dead') return mxRecordsOf(domain).length;
  if (!domain.variant.server) return 0;
  const sessions = Math.max(
    1,
    Math.ceil(count.distinct / (maxRecipientsPerConnection(domain) ?? Infinity)),
  );
  return sessions + retrySessions(domain, count) + (zone === 'dead-first' ? 1 : 0);
}

function retrySessions({ variant }: Domain, { greylisting }: DomainStats): number {
  if (variant.server?.firstContact) return 1;
  if (!greylisting) return 0;
  return variant.server?.greylist?.forever ? greylisting.rounds - 1 : 1;
}
