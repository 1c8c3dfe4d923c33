import type { ProviderLeases } from '../model/leases.ts';
import type { Pace, PaceUsage } from './pace.ts';
import { shareSessions } from './share-sessions.ts';

/** This process's lease of sessions at one provider, as it last read or wrote it. */
export interface LeaseState {
  sessions: number;
  until: number;
  /** Number of sessions that may be used; the process gives back any others. */
  usable: number;
  writtenAt: number;
  /**
   * A token bucket in epoch milliseconds: each write moves this time ahead by `WRITE_INTERVAL_MS`,
   * and an optional write must not move it into the future.
   */
  paidUntil: number;
  failures: number;
  othersWait: boolean;
  /** Whether a waiting process serves another customer, or a run of higher priority. */
  higherPriorityWaits: boolean;
}

export const NO_LEASE: LeaseState = {
  sessions: 0,
  until: 0,
  usable: 0,
  writtenAt: 0,
  paidUntil: 0,
  failures: 0,
  othersWait: false,
  higherPriorityWaits: false,
};

export interface ReviewState {
  holder: string;
  lease: LeaseState;
  /** The stored leases of all processes; undefined if none were written yet. */
  stored: ProviderLeases | undefined;
  pace: Pick<Pace, 'limit' | 'max' | 'newGrowth' | 'newlyThrottled'>;
  usage: PaceUsage;
  /** Whether this is the last review before the process is frozen. */
  isLast: boolean;
}

export interface LeaseReview {
  /** The lease before a write. It never allows more than the stored lease. */
  held: LeaseState;
  /** The lease after `next` is written. */
  granted: LeaseState;
  next: ProviderLeases;
  /** `if_needed`: only if this process still needs more sessions than `held` allows. */
  write: 'always' | 'if_needed' | 'never';
  /**
   * Number of processes that get a session before this one; -1 if this one has a session or gets
   * one of the next free ones.
   */
  ahead: number;
}

const RENEWAL_INTERVAL_MS = 45_000;
/** A lease is not used in its last seconds, because clocks differ and sessions may close late. */
const EXPIRY_MARGIN_MS = 5_000;
/** Sustained interval for the leases of a provider; allows bursts of `MAX_SAVED_WRITES`. */
const WRITE_INTERVAL_MS = 20_000;
/** Maximum burst of writes, for example to acquire, enlarge and release a lease. */
const MAX_SAVED_WRITES = 4;
/** Average time between reviews by a process that needs more sessions. */
export const POLL_WAITING_MS = 1_000;
/** Average time between reviews by a process that needs no more sessions. */
const POLL_IDLE_MS = 5_000;
/** Average time between reviews by the process that gets the next free session. */
const POLL_NEXT_MS = 500;
/**
 * Time that each `limit` waiting processes ahead of a process add to the average time between its
 * reviews. All waiting processes together then read a key's item about ten times a second; DynamoDB
 * serves 3,000 read units a second per item:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
const QUEUE_STEP_MS = 4_000;
const MAX_POLL_WAITING_MS = 20_000;
/** Time after a complaint during which the limit grows by only a fraction of the usual step. */
const CAUTION_PERIOD_MS = 600_000;
const CAUTIOUS_GROWTH_FACTOR = 0.1;
/**
 * After this many failures, one session may open without a lease, so that verdicts continue to
 * arrive.
 */
const MAX_FAILURES = 2;

export function countAllowedSessions({ until, usable, failures }: LeaseState, now: number): number {
  const leased = now < until - EXPIRY_MARGIN_MS ? usable : 0;
  return failures >= MAX_FAILURES ? Math.max(1, leased) : leased;
}

/** Redistributes the sessions, and decides whether the change is worth a write. */
export function reviewLease(state: ReviewState, now: number): LeaseReview {
  const { holder, lease, stored, pace, usage, isLast } = state;
  const { need, customer, priority } = usage;
  const shared = { ...nextLimit(stored, pace, now), leases: stored?.leases ?? [] };
  const most = Math.min(2 * need, Math.floor(shared.limit));
  const { next, allowed, ahead } = shareSessions(shared, { holder, most, ...usage }, now);

  const activeLeases = shared.leases.filter(({ until }) => until > now);
  const mine = activeLeases.find((each) => each.holder === holder);
  const renewed = next.leases.find((each) => each.holder === holder);
  const waiting = activeLeases.filter((each) => each !== mine && each.need > each.sessions);
  const sessions = mine?.sessions ?? 0;
  const held: LeaseState = {
    ...lease,
    sessions,
    until: mine?.until ?? 0,
    usable: Math.min(sessions, allowed),
    failures: 0,
    othersWait: waiting.length > 0,
    higherPriorityWaits: waiting.some(
      (each) => each.customer !== customer || each.priority > priority,
    ),
  };
  const granted: LeaseState = {
    ...held,
    sessions: renewed?.sessions ?? 0,
    until: renewed?.until ?? 0,
    usable: allowed,
    writtenAt: now,
    paidUntil:
      Math.max(lease.paidUntil, now - MAX_SAVED_WRITES * WRITE_INTERVAL_MS) + WRITE_INTERVAL_MS,
  };

  const returnsSessions = granted.sessions < sessions;
  const usedSessions = activeLeases.reduce((sum, each) => sum + each.sessions, 0);
  const isDue =
    (need > 0 && (!mine || now - lease.writtenAt >= RENEWAL_INTERVAL_MS)) ||
    // A write is cheaper than delaying other customers' addresses.
    (returnsSessions && held.higherPriorityWaits);
  const isUseful =
    (returnsSessions && (held.othersWait || (isLast && 2 * usedSessions > shared.limit))) ||
    (mine?.sessions === 0 && need === 0) ||
    pace.newlyThrottled;
  const isAffordable = lease.paidUntil <= now - WRITE_INTERVAL_MS;
  let write: LeaseReview['write'] = 'never';
  if (isDue || (isUseful && isAffordable)) write = 'always';
  else if (granted.sessions > sessions && isAffordable) write = 'if_needed';
  return { held, granted, next, write, ahead };
}

/**
 * Applies this process's growth and complaints to the shared limit. Complaints that several
 * processes receive at about the same time halve it only once.
 */
function nextLimit(
  stored: ProviderLeases | undefined,
  { limit, max, newGrowth, newlyThrottled }: ReviewState['pace'],
  now: number,
): Pick<ProviderLeases, 'limit' | 'halvedAt'> {
  if (!stored) return { limit, halvedAt: newlyThrottled ? now : 0 };
  const { halvedAt } = stored;
  if (newlyThrottled && now - halvedAt >= RENEWAL_INTERVAL_MS)
    return { limit: Math.max(1, stored.limit / 2), halvedAt: now };
  const growthFactor = now - halvedAt < CAUTION_PERIOD_MS ? CAUTIOUS_GROWTH_FACTOR : 1;
  const growth = newlyThrottled ? 0 : newGrowth * growthFactor;
  return { limit: Math.min(max, stored.limit + growth), halvedAt };
}

export function pollIntervalMs(
  { sessions }: LeaseState,
  { ahead, next }: LeaseReview,
  needsMore: boolean,
): number {
  if (!needsMore) return POLL_IDLE_MS;
  if (ahead < 0 && sessions === 0) return POLL_NEXT_MS;
  const queueMs = Math.max(POLL_WAITING_MS, (QUEUE_STEP_MS * ahead) / next.limit);
  return Math.min(MAX_POLL_WAITING_MS, queueMs);
}
