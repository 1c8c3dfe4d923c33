import type { Priority } from '../model/leases.ts';
import { createBlockState, isBlockedFor } from './block.ts';

export interface Requester {
  signal: AbortSignal;
  /** Digest of the customer. */
  customer: string;
  priority: Priority;
}

/** Placeholder for the requester of a key without sessions or waiters. */
export const NO_REQUESTER = { customer: '', priority: 0 } as const;

/**
 * The effect of a session on the pace. `served`: the session succeeded. `throttled`: it got only a
 * complaint about our rate. `partially_throttled`: recipients got replies before such a complaint.
 * `neutral`: the session does not affect the pace.
 */
export type PaceFeedback = 'served' | 'throttled' | 'partially_throttled' | 'neutral';

/** Why a key is closed, and for how many milliseconds. */
export interface Suspension {
  reason: 'ip_blocked' | 'throttled';
  ms: number;
}

interface Waiter {
  proceed: () => void;
  run: Requester;
}

export const createPace = () => ({
  /** Maximum open connections; grows in fractions. */
  limit: 1,
  max: 1,
  /** Maximum open connections at the last complaint, at least 2. */
  lastOverload: Infinity,
  /** Number of consecutive complaints while the limit was one connection. */
  complaints: 0,
  block: createBlockState(),
  cooldownUntil: 0,
  loadedAt: -Infinity,
  waiting: new Array<Waiter>(),
  runs: new Array<Requester>(),
  isProvider: false,
  /** Whether leases also limit the connections. */
  isLeased: false,
  /** Limit growth not yet shared with other processes. */
  newGrowth: 0,
  /** Whether there is a complaint that has not been shared with other processes yet. */
  newlyThrottled: false,
});
export type Pace = ReturnType<typeof createPace>;

/** A process's use of a key, as shared with other processes. */
export interface PaceUsage extends Pick<Requester, 'customer' | 'priority'> {
  open: number;
  /** Number of open and waiting sessions, capped at the limit, but at least `open`. */
  need: number;
}

/** The customer and the priority of the most urgent run. */
export function usageOf({ runs, waiting, limit }: Pace): PaceUsage {
  const open = runs.length;
  const activeRequesters = waiting.map(({ run }) => run).filter(({ signal }) => !signal.aborted);
  const need = Math.max(open, Math.min(Math.floor(limit), open + activeRequesters.length));
  const { customer, priority } = [...activeRequesters, ...runs].reduce(
    (best, each) => (each.priority > best.priority ? each : best),
    activeRequesters[0] ?? runs[0] ?? NO_REQUESTER,
  );
  return { open, need, customer, priority };
}

/** Returns why a key is closed to a customer's sessions; undefined if it is open. */
export function findSuspension(
  { block, cooldownUntil }: Pace,
  customer: string,
  now: number,
): Suspension | undefined {
  if (block.trialAt > now && isBlockedFor(block, customer, now))
    return { reason: 'ip_blocked', ms: block.trialAt - now };
  return cooldownUntil > now ? { reason: 'throttled', ms: cooldownUntil - now } : undefined;
}

/** Growth factor near a number of connections that has overloaded the provider before. */
const CAUTIOUS_GROWTH_FACTOR = 0.1;
/** Consecutive complaints, at a limit of one connection, that start a provider's cooldown. */
const COMPLAINTS_BEFORE_COOLDOWN = 3;
const COOLDOWN_MS = 60_000;

/** @returns whether the change of the limit is worth storing */
export function applyFeedback(
  pace: Pace,
  feedback: PaceFeedback,
  now: number,
  timeScale: number,
): boolean {
  if (feedback === 'neutral') return false;
  const before = Math.floor(pace.limit);
  if (feedback === 'served') {
    pace.complaints = 0;
    const step = before + 1 < pace.lastOverload ? 1 : CAUTIOUS_GROWTH_FACTOR;
    const grown = Math.min(pace.max, pace.limit + step / pace.limit);
    pace.newGrowth += grown - pace.limit;
    pace.limit = grown;
    return Math.floor(grown) > before;
  }
  if (feedback === 'partially_throttled') pace.complaints = 0;
  else if (pace.limit < 2) pace.complaints += 1;
  pace.lastOverload = Math.max(2, before);
  pace.limit = Math.max(1, pace.limit / 2);
  pace.newGrowth = 0;
  pace.newlyThrottled = true;
  if (pace.complaints >= COMPLAINTS_BEFORE_COOLDOWN) {
    pace.complaints = 0;
    pace.cooldownUntil = now + COOLDOWN_MS / timeScale;
  }
  return true;
}

/** @param leased maximum open connections that the lease allows */
export const countAvailableConnections = ({ limit, runs }: Pace, leased: number): number =>
  Math.max(0, Math.min(Math.floor(limit), leased) - runs.length);

/** Admits waiters: highest priority first, then the customer with the fewest open connections. */
export function admitWaiting(pace: Pace, leased: number): void {
  const { waiting, runs } = pace;
  const admissible = Math.min(countAvailableConnections(pace, leased), waiting.length);
  for (let remaining = admissible; remaining > 0; remaining -= 1) {
    const opened = Map.groupBy(runs, ({ customer }) => customer);
    const rank = ({ run: { priority, customer } }: Waiter): number =>
      (opened.get(customer)?.length ?? 0) - priority * pace.max * 2;
    const first = waiting.reduce((best, each) => (rank(each) < rank(best) ? each : best));
    waiting.splice(waiting.indexOf(first), 1);
    admit(pace, first);
  }
}

function admit({ runs }: Pace, { run, proceed: start }: Waiter): void {
  runs.push(run);
  start();
}

/** Admits the waiters of aborted runs. They open no connection, so they need not wait. */
export function admitAbortedWaiters(pace: Pace): void {
  const all = pace.waiting;
  pace.waiting = all.filter(({ run }) => !run.signal.aborted);
  for (const each of all) if (each.run.signal.aborted) admit(pace, each);
}

export function shouldYield({ waiting, runs }: Pace, { customer, priority }: Requester): boolean {
  const own = runs.filter((run) => run.customer === customer).length;
  return waiting.some(
    ({ run }) =>
      !run.signal.aborted &&
      (run.priority > priority ||
        // A customer's only session continues: taking turns would cost a connection per group.
        (run.customer !== customer && own > 1 && 2 * own > runs.length)),
  );
}
