import type { Priority } from '../model/leases.ts';
import { createBlock, isClosedFor } from './block.ts';

/** The run that a connection is for. */
export interface Claimant {
  signal: AbortSignal;
  /** A digest. */
  customer: string;
  priority: Priority;
}

/** For whom a key is that nobody needs. */
export const NOBODY = { customer: '', priority: 0 } as const;

/** Why a key is left alone, and for how many milliseconds. */
export interface Closed {
  reason: 'ip_blocked' | 'throttled';
  ms: number;
}

/** A connection that may be opened later. */
interface Waiting {
  proceed: () => void;
  run: Claimant;
}

/** What is known of one key of the concurrency limiter, before anything was loaded. */
export const createPace = () => ({
  /** Connections allowed at once; grows in fractions. */
  limit: 1,
  max: 1,
  /** The number of connections at the last complaint. */
  tooMany: Infinity,
  /** Complaints in a row at a limit of one connection. */
  complaints: 0,
  block: createBlock(),
  restsUntil: 0,
  loadedAt: -Infinity,
  waiting: new Array<Waiting>(),
  /** The runs of the open connections. */
  runs: new Array<Claimant>(),
  isProvider: false,
  /** Leases bound the connections, too. */
  isLeased: false,
  /** By how much the limit has grown here since other processes were told. */
  grown: 0,
  /** The provider has complained since then. */
  complained: false,
});
export type Pace = ReturnType<typeof createPace>;

/**
 * What this process does at a key, for those that share it: how many sessions are open, how many
 * `need` to be with those that wait for their turn, and of which run the first of them is.
 */
export function usageOf({ runs, waiting, limit }: Pace) {
  const open = runs.length;
  const living = waiting.map(({ run }) => run).filter(({ signal }) => !signal.aborted);
  const need = Math.max(open, Math.min(Math.floor(limit), open + living.length));
  const { customer, priority } = [...living, ...runs].reduce(
    (best, each) => (each.priority > best.priority ? each : best),
    living[0] ?? runs[0] ?? NOBODY,
  );
  return { open, need, customer, priority };
}

/** Why a key is left alone by the sessions of a customer, if it is. */
export function whyClosed(
  { block, restsUntil }: Pace,
  customer: string,
  now: number,
): Closed | undefined {
  if (block.trialAt > now && isClosedFor(block, customer, now))
    return { reason: 'ip_blocked', ms: block.trialAt - now };
  return restsUntil > now ? { reason: 'throttled', ms: restsUntil - now } : undefined;
}

/** The growth towards a number of connections that was too many, relative to the normal growth. */
const CAUTION = 0.1;

/** After a session that went well. @returns whether one connection more is allowed */
export function growPace(pace: Pace): boolean {
  const before = Math.floor(pace.limit);
  pace.complaints = 0;
  const step = before + 1 < pace.tooMany ? 1 : CAUTION;
  const grown = Math.min(pace.max, pace.limit + step / pace.limit);
  pace.grown += grown - pace.limit;
  pace.limit = grown;
  return Math.floor(pace.limit) > before;
}

/** After a complaint. */
export function halvePace(pace: Pace): void {
  pace.tooMany = Math.max(2, Math.floor(pace.limit));
  pace.limit = Math.max(1, pace.limit / 2);
  pace.grown = 0;
  pace.complained = true;
}

/** Connections that may be opened at a key now. @param leased how many leases allow in all */
export const availableAt = ({ limit, runs }: Pace, leased: number): number =>
  Math.max(0, Math.min(Math.floor(limit), leased) - runs.length);

/**
 * Lets as many proceed as may: those of the highest priority, then of the customer with the fewest.
 */
export function letProceed(pace: Pace, leased: number): void {
  const { waiting, runs } = pace;
  const most = Math.min(availableAt(pace, leased), waiting.length);
  for (let left = most; left > 0; left -= 1) {
    const opened = Map.groupBy(runs, ({ customer }) => customer);
    const rank = ({ run: { priority, customer } }: Waiting): number =>
      (opened.get(customer)?.length ?? 0) - priority * pace.max * 2;
    const first = waiting.reduce((best, each) => (rank(each) < rank(best) ? each : best));
    waiting.splice(waiting.indexOf(first), 1);
    proceed(pace, first);
  }
}

function proceed({ runs }: Pace, { run, proceed: start }: Waiting): void {
  runs.push(run);
  start();
}

/** A run that has ended opens no connection, and need not wait until it may. */
export function dismissEnded(pace: Pace): void {
  const all = pace.waiting;
  pace.waiting = all.filter(({ run }) => !run.signal.aborted);
  for (const each of all) if (each.run.signal.aborted) proceed(pace, each);
}

/** Whether somebody waits for whom a session of this run should make room. */
export function othersWait({ waiting, runs }: Pace, { customer, priority }: Claimant): boolean {
  const own = runs.filter((run) => run.customer === customer).length;
  return waiting.some(
    ({ run }) =>
      !run.signal.aborted &&
      (run.priority > priority ||
        // The only session stays: to take turns at each group of recipients costs a connection
        // each.
        (run.customer !== customer && own > 1 && 2 * own > runs.length)),
  );
}
