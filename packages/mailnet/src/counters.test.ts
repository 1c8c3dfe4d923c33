import { describe, expect, it } from 'vitest';
import { countersOf } from './counters.ts';
import { addresses } from './listing.ts';
import { createStats, type Stats } from './net/stats.ts';
import { maxRecipientsPerConnection, createSimulatedInternet } from './net/simulated-internet.ts';
import type { Domain } from './net/simulated-internet.ts';

const world = createSimulatedInternet(1);
const domains = [...addresses(1, 3000)].flatMap(
  (email) => world.named(email.split('@')[1] ?? '') ?? [],
);
const domainOf = (kind: string, zone?: string): Domain => {
  const found = domains.find(
    (domain) => domain.kind.id === kind && (!zone || domain.variant.zone === zone),
  );
  if (!found) throw new Error(`no domain of kind ${kind}`);
  return found;
};

function simulateClient(
  stats: Stats,
  domain: Domain,
  connections: number,
  mailboxes: number,
): void {
  stats.question(domain.name, 'MX', 'udp');
  for (let i = 0; i < connections; i++) stats.connected(domain.index);
  for (let ordinal = 0; ordinal < mailboxes; ordinal++) {
    stats.recipient(domain, ordinal);
    stats.recipient(domain, ordinal); // asked twice, still one mailbox
  }
  stats.recipient(domain, undefined);
}

describe('counters', () => {
  it('include the minimum traffic, here computed by hand', () => {
    const stats = createStats(world);
    const closing = domainOf('closes-421');
    const limit = maxRecipientsPerConnection(closing) ?? 0;
    // Each trailing comment gives the minimum connections, then the minimum queries for the domain
    // and for its hosts.
    simulateClient(stats, domainOf('precise'), 3, 45); // 1 connection; 1 query + 1 for its host
    simulateClient(stats, closing, 9, 2 * limit + 1); // 3 connections; 1 + 1
    simulateClient(stats, domainOf('dead-mx-first'), 2, 4); // 1, and 1 for the dead MX; 1 + 2
    const greylisting = domainOf('greylisting');
    simulateClient(stats, greylisting, 4, 10); // 1, and 1 for the second round; 1 + 1
    stats.greylisted(greylisting, 1, false);
    stats.greylisted(greylisting, 2, false);
    simulateClient(stats, domainOf('always-throttling'), 3, 0); // 1; 1 + 1
    simulateClient(stats, domainOf('dns-silent'), 0, 0); // 0; 1
    simulateClient(stats, domainOf('dual-stack', 'shared-mx'), 1, 4); // 1; 1 + 2 hosts
    simulateClient(stats, domainOf('dual-stack', 'dead-ipv6'), 1, 4); // 1; 1 + 1
    simulateClient(stats, domainOf('unreachable'), 3, 0); // 1; 1 + 1
    simulateClient(stats, domainOf('ip-blocked'), 2, 0); // 1; 1 + 1
    simulateClient(stats, domainOf('address-only'), 1, 3); // 1; 1 + 1
    simulateClient(stats, domainOf('null-mx'), 0, 0); // 0; 1
    simulateClient(stats, domainOf('nonexistent'), 0, 0); // 0; 1
    simulateClient(stats, domainOf('no-mail-server', 'no-records'), 0, 0); // 0; 1 + 1
    stats.question('no-such-name.test', 'MX', 'udp'); // 0; 1
    for (const _ of [1, 2]) stats.question('_dmarc.a.test', 'TXT', 'udp'); // 0; 1
    simulateClient(stats, domainOf('google'), 1, 5); // 1; 1 + 5 hosts
    simulateClient(stats, domainOf('google-crowd'), 1, 5); // 1; 1, its hosts are already counted
    expect(limit).toBeGreaterThanOrEqual(5);
    expect(countersOf(world, stats).least).toEqual({
      connections: 1 + 3 + 2 + 2 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1,
      dnsQueries: 2 + 2 + 3 + 2 + 2 + 1 + 3 + 2 + 2 + 2 + 2 + 1 + 1 + 2 + 1 + 1 + 6 + 1,
    });
  });

  it('add a minimum connection for each timely retry at a server that always greylists', () => {
    const stats = createStats(world);
    const alwaysGreylisting = domainOf('always-greylisting');
    const leastConnections = (): number => countersOf(world, stats).least.connections;
    simulateClient(stats, alwaysGreylisting, 1, 3);
    stats.greylisted(alwaysGreylisting, undefined, false); // a probe
    for (const ordinal of [0, 1, 2]) stats.greylisted(alwaysGreylisting, ordinal, false);
    expect(leastConnections()).toBe(1);
    stats.greylisted(alwaysGreylisting, 0, false); // too early
    expect(leastConnections()).toBe(1);
    for (const ordinal of [0, 1, 2]) stats.greylisted(alwaysGreylisting, ordinal, true);
    stats.greylisted(alwaysGreylisting, 3, false); // reached later on a long list
    expect(leastConnections()).toBe(2);
    stats.greylisted(alwaysGreylisting, 0, true);
    expect(leastConnections()).toBe(3);
    stats.reset();
    simulateClient(stats, alwaysGreylisting, 1, 3);
    for (const ordinal of [0, 1, 2]) stats.greylisted(alwaysGreylisting, ordinal, true);
    expect(leastConnections()).toBe(1);
  });

  it.each([
    [{ MAILMAX: 2, RCPTMAX: 4 }, 8],
    [{ MAILMAX: 1, RCPTMAX: 2 }, 2],
  ])('add a minimum connection for each time that %j is exhausted', (limits, max) => {
    const domain = Array.from({ length: 5000 }, (_, index) => world.at(index)).find(
      (each) => JSON.stringify(each?.variant.server?.limits) === JSON.stringify(limits),
    );
    if (!domain) throw new Error('no domain announces these limits');
    const stats = createStats(world);
    simulateClient(stats, domain, 1, 3 * max + 1);
    expect(countersOf(world, stats).least.connections).toBe(4);
  });

  it('count probes separately, and neither retries after SERVFAIL or silence nor queries over TCP', () => {
    const stats = createStats(world);
    const failing = domainOf('dns-failing');
    for (let i = 0; i < 3; i++) stats.question(failing.name, 'MX', 'udp', true);
    const silent = domainOf('dns-silent');
    for (let i = 0; i < 4; i++) stats.question(silent.name, 'MX', 'udp', true);
    const many = domainOf('many-mx');
    stats.question(many.name, 'MX', 'udp');
    stats.question(many.name, 'MX', 'tcp');
    simulateClient(stats, domainOf('precise'), 1, 2);
    const { recipients, probes, dns } = countersOf(world, stats);
    expect({ recipients, probes }).toEqual({ recipients: 4, probes: 1 });
    expect(dns).toEqual({ queries: 4, byType: { MX: 10 } });
  });

  it('restart from zero, except for open connections', () => {
    const stats = createStats(world);
    const precise = domainOf('precise');
    stats.opened();
    stats.opened();
    stats.closed();
    expect(stats.counts).toMatchObject({ connections: 2, open: 1 });
    simulateClient(stats, precise, 1, 2);
    stats.reset();
    expect(countersOf(world, stats)).toMatchObject({
      connections: 0,
      open: 1,
      recipients: 0,
      least: { connections: 0, dnsQueries: 0 },
    });
    stats.closed();
    expect(stats.counts.open).toBe(0);
  });
});
