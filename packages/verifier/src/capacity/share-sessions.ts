import type { Lease, ProviderLeases } from '../model/leases.ts';

/** Milliseconds for which a lease is valid. The sessions of a killed process then return. */
export const LEASE_MS = 60_000;
/** Milliseconds with sessions after which a process gives way, if others have none. */
const TURN_MS = 60_000;

/** The part of the limit that nobody takes ahead: a new process gets a session at once. */
const KEPT_FREE = 0.25;

/** What a process asks for. */
export interface Claim extends Pick<Lease, 'holder' | 'customer' | 'priority'> {
  /** Sessions that are open: they stay its own. */
  open: number;
  /** Sessions that it has use for now, those that are open included. None gives the lease back. */
  need: number;
  /** The most it takes ahead, while no other process lacks one. */
  most: number;
}

/**
 * Divides the sessions of a provider anew, as one process sees it that claims some. Expired leases
 * are dropped. Every customer gets one session for one process, then a second, and so on, in the
 * order of priority and of the list; who finds none left waits there. A process takes only what is
 * free, so the sum of the leases does not exceed the limit, unless the limit fell.
 *
 * @param now milliseconds since the epoch
 * @returns the leases to store; the sessions that the claimer may keep open or open from now on: it
 *   ends what it has beyond that, and gives it back when it is closed; and how many come
 *   before it of those without a session for whom none is left, or -1 where it is none of them
 */
export function shareSessions(
  { limit, halvedAt, leases }: ProviderLeases,
  claim: Claim,
  now: number,
): { next: ProviderLeases; allowed: number; ahead: number } {
  const { holder, open, need, customer, priority } = claim;
  const living = structuredClone(leases.filter(({ until }) => until > now));
  let mine = living.find((lease) => lease.holder === holder);
  if (!mine) {
    mine = { holder, sessions: 0, need, until: 0, since: now, customer, priority };
    living.push(mine);
  }
  Object.assign(mine, { need, customer, priority, until: now + LEASE_MS });
  living.sort((a, b) => b.priority - a.priority);

  const most = Math.floor(limit);
  let quotas = fairQuotas(living, most);
  const hasNoQuota = (lease: Lease): boolean => lease.need > 0 && !quotas.has(lease);
  const isWaitedFor = living.some(hasNoQuota);
  if (isWaitedFor && mine.sessions > 0 && now - mine.since >= TURN_MS) {
    living.splice(living.indexOf(mine), 1);
    living.push(mine);
    quotas = fairQuotas(living, most);
  }
  const quotaOf = (lease: Lease): number => quotas.get(lease) ?? 0;

  mine.sessions = Math.max(open, Math.min(mine.sessions, quotaOf(mine)));
  let free = most - living.reduce((sum, { sessions }) => sum + sessions, 0);
  function giveUpTo(lease: Lease, wanted: number): void {
    const given = Math.min(free, wanted - lease.sessions);
    if (given <= 0) return;
    if (lease.sessions === 0) lease.since = now;
    lease.sessions += given;
    free -= given;
  }
  for (const lease of living) giveUpTo(lease, quotaOf(lease));
  const isEnough = living.every((lease) => Math.min(lease.sessions, quotaOf(lease)) >= lease.need);
  if (isEnough) {
    free -= Math.ceil(limit * KEPT_FREE);
    giveUpTo(mine, claim.most);
  }

  const waiting = living.filter(({ sessions }) => sessions === 0).filter(hasNoQuota);
  return {
    next: {
      limit,
      halvedAt,
      leases: need > 0 || open > 0 ? living : living.filter((lease) => lease !== mine),
    },
    allowed: isEnough ? mine.sessions : Math.min(mine.sessions, quotaOf(mine)),
    ahead: waiting.indexOf(mine),
  };
}

/**
 * One session for each customer in turn, until all have what they need or none is left. Within a
 * customer the processes of the highest priority come first, and of those the one with the fewest.
 */
function fairQuotas(leases: readonly Lease[], most: number): ReadonlyMap<Lease, number> {
  const quotas = new Map<Lease, number>();
  const quotaOf = (lease: Lease): number => quotas.get(lease) ?? 0;
  let waiting = [...Map.groupBy(leases, ({ customer }) => customer).values()];
  for (let left = most; left > 0 && waiting.length > 0;) {
    waiting = waiting
      .map((own) => own.filter((lease) => lease.need > quotaOf(lease)))
      .filter((own) => own.length > 0);
    for (const own of waiting.slice(0, left)) {
      const next = own.reduce((best, lease) =>
        lease.priority === best.priority && quotaOf(lease) < quotaOf(best) ? lease : best,
      );
      quotas.set(next, quotaOf(next) + 1);
      left -= 1;
    }
  }
  return quotas;
}
