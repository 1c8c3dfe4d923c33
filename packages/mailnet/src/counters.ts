import { exchangesOf } from './net/mail-hosts.ts';
import type { DomainStats, Stats } from './net/stats.ts';
import { connectionLimit, type Domain, type World } from './net/world.ts';

/** What the counters page shows. */
export const countersOf = (world: World, stats: Stats) => ({
  ...stats.counts,
  least: least(world, stats),
});

/**
 * The least possible for the domains and mailboxes asked for so far.
 *
 * Connections, summed over domains: mailboxes ÷ what the server takes on one connection, rounded
 * up; one more for the round after a greylisting, and one for each dead MX that must be tried.
 * Where the greylisting never ends, one more for each time that the client came again when it may.
 * A domain that let no recipient be named counts one, once it was dialled; coming back to one that
 * throttles, or is out of order, is not counted.
 *
 * DNS queries, of a client with a single address family: one for each domain, one for each mail
 * host that their MX records name and for each domain that has none, and one for each name asked
 * for TXT. Retries after SERVFAIL or silence and TCP are not counted.
 */
function least(world: World, { domains, otherQuestions }: Stats) {
  const hosts = new Set<string>();
  let connections = 0;
  let asked = otherQuestions.size;
  for (const [index, count] of domains) {
    const domain = world.at(index);
    if (!domain) continue;
    connections += leastConnections(domain, count);
    if (!count.resolved) continue;
    asked++;
    const { zone } = domain.variant;
    if (zone === 'address-only' || zone === 'no-records') hosts.add(domain.name);
    for (const { name } of exchangesOf(domain)) if (name) hosts.add(name);
  }
  return { connections, dnsQueries: asked + hosts.size };
}

function leastConnections(domain: Domain, count: DomainStats): number {
  if (!count.dialled) return 0;
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
