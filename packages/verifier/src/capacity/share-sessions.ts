import type { Lease, ProviderLeases } from '../model/leases.ts';

/** Milliseconds until the sessions of a killed process are free. */
export const LEASE_MS = 60_000;
/** Milliseconds after which a process with sessions yields to processes that have none. */
const YIELD_AFTER_MS = 60_000;

/** Share of sessions that is never taken in advance, so that new processes get one immediately. */
const RESERVED_SHARE = 0.25;

export interface SessionRequest extends Pick<Lease, 'holder' | 'customer' | 'priority'> {
  /** Number of open sessions, which the process keeps. */
  open: number;
  /** Number of sessions that the process can use, including open ones. 0 gives the lease back. */
  need: number;
  /** Maximum sessions to take, some of them in advance, if every process has what it needs. */
  most: number;
}

/**
 * Redistributes the sessions of a provider, on behalf of a process that requests some. Drops
 * expired leases. Every customer in turn gets one session for one of its processes. Priority
 * decides the order, then the order of `leases`, which include waiting processes without a session.
 * A process takes only free sessions, so the leases exceed the limit only if the limit was reduced.
 *
 * @param now milliseconds since the epoch
 * @returns `next`: the leases to store. `allowed`: how many sessions the requester may have open;
 * it closes any others and then returns them. `ahead`: number of processes without a session or a
 * quota that precede the requester, or -1 if the requester is not such a process
 */
export function shareSessions(
  { limit, halvedAt, leases }: ProviderLeases,
  request: SessionRequest,
  now: number,
): { next: ProviderLeases; allowed: number; ahead: number } {
  const { holder, open, need, customer, priority } = request;
  const activeLeases = structuredClone(leases.filter(({ until }) => until > now));
  let ownLease = activeLeases.find((lease) => lease.holder === holder);
  if (!ownLease) {
    ownLease = { holder, sessions: 0, need, until: 0, since: now, customer, priority };
    activeLeases.push(ownLease);
  }
  Object.assign(ownLease, { need, customer, priority, until: now + LEASE_MS });
  activeLeases.sort((a, b) => b.priority - a.priority);

  const totalSessions = Math.floor(limit);
  let quotas = fairQuotas(activeLeases, totalSessions);
  const hasNoQuota = (lease: Lease): boolean => lease.need > 0 && !quotas.has(lease);
  const othersWait = activeLeases.some(hasNoQuota);
  if (othersWait && ownLease.sessions > 0 && now - ownLease.since >= YIELD_AFTER_MS) {
    activeLeases.splice(activeLeases.indexOf(ownLease), 1);
    activeLeases.push(ownLease);
    quotas = fairQuotas(activeLeases, totalSessions);
  }
  const quotaOf = (lease: Lease): number => quotas.get(lease) ?? 0;

  ownLease.sessions = Math.max(open, Math.min(ownLease.sessions, quotaOf(ownLease)));
  let free = totalSessions - activeLeases.reduce((sum, { sessions }) => sum + sessions, 0);
  function grantUpTo(lease: Lease, target: number): void {
    const granted = Math.min(free, target - lease.sessions);
    if (granted <= 0) return;
    if (lease.sessions === 0) lease.since = now;
    lease.sessions += granted;
    free -= granted;
  }
  for (const lease of activeLeases) grantUpTo(lease, quotaOf(lease));
  const allSatisfied = activeLeases.every(
    (lease) => Math.min(lease.sessions, quotaOf(lease)) >= lease.need,
  );
  if (allSatisfied) {
    free -= Math.ceil(limit * RESERVED_SHARE);
    grantUpTo(ownLease, request.most);
  }

  const waiting = activeLeases.filter(({ sessions }) => sessions === 0).filter(hasNoQuota);
  return {
    next: {
      limit,
      halvedAt,
      leases:
        need > 0 || open > 0 ? activeLeases : activeLeases.filter((lease) => lease !== ownLease),
    },
    allowed: allSatisfied ? ownLease.sessions : Math.min(ownLease.sessions, quotaOf(ownLease)),
    ahead: waiting.indexOf(ownLease),
  };
}

/**
 * Gives each customer one session in turn until all needs are met or no session is left. Among a
 * customer's processes, the highest priority comes first, and among these the one with the fewest
 * sessions.
 */
function fairQuotas(leases: readonly Lease[], totalSessions: number): ReadonlyMap<Lease, number> {
  const quotas = new Map<Lease, number>();
  const quotaOf = (lease: Lease): number => quotas.get(lease) ?? 0;
  let waiting = [...Map.groupBy(leases, ({ customer }) => customer).values()];
  for (let remaining = totalSessions; remaining > 0 && waiting.length > 0;) {
    waiting = waiting
      .map((own) => own.filter((lease) => lease.need > quotaOf(lease)))
      .filter((own) => own.length > 0);
    for (const own of waiting.slice(0, remaining)) {
      const next = own.reduce((best, lease) =>
        lease.priority === best.priority && quotaOf(lease) < quotaOf(best) ? lease : best,
      );
      quotas.set(next, quotaOf(next) + 1);
      remaining -= 1;
    }
  }
  return quotas;
}
