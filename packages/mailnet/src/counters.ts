import { exchangesOf } from './net/mail-hosts.ts';
import type { DomainStats, Stats } from './net/stats.ts';
import { connectionLimit, type Domain, type World } from './net/world.ts';

/** The content of the counters page. */
export const countersOf = (world: World, stats: Stats) => ({
  ...stats.counts,
  least: minimumTraffic(world, stats),
});

/**
 * The fewest connections and queries possible for the domains and mailboxes asked for so far.
 *
 * Connections, summed over domains: mailboxes ÷ what the server takes on one connection, rounded
 * up; one more for the round after a greylisting, and one for each dead MX that must be tried. If
 * the greylisting never ends, one more for each retry that was not too early. A domain that
 * accepted no RCPT command counts one once it was dialed; retries at one that throttles or is out
 * of order are not counted.
 *
 * DNS queries, for a client with a single address family: one for each domain, one for each mail
 * host that their MX records name and for each domain that has none, and one for each name asked
 * for TXT. Retries after SERVFAIL or silence and TCP are not counted.
 */
function minimumTraffic(world: World, { domains, otherQuestions }: Stats) {
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
    for (const { name } of exchangesOf(domain)) if (name) hosts.add(name);
  }
  return { connections, dnsQueries: queryCount + hosts.size };
}

function minimumConnections(domain: Domain, count: DomainStats): number {
  if (!count.dialed) return 0;
  const { zone } = domain.variant;
  if (zone === 'all-dead') return exchangesOf(domain).length;
  if (!domain.variant.server) return 0;
  const sessions = Math.max(1, Math.ceil(count.distinct / (connectionLimit(domain) ?? Infinity)));
  return sessions + retrySessions(domain, count) + (zone === 'dead-first' ? 1 : 0);
}

/** Additional sessions required by greylisting or a first-contact test. */
function retrySessions({ variant }: Domain, { greylisting }: DomainStats): number {
  if (variant.server?.firstContact) return 1;
  if (!greylisting) return 0;
  return variant.server?.greylist?.forever ? greylisting.rounds - 1 : 1;
}
