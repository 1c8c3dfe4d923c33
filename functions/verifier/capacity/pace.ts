import type { Priority } from '../model/leases.ts';
import { createBlock, isClosedFor, type Block } from './block.ts';

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

/** What is known of one key of the concurrency limiter. */
export interface Pace {
  /** Connections allowed at once; grows in fractions. */
  limit: number;
  max: number;
  /** The number of connections at the last complaint. */
  tooMany: number;
  /** Complaints in a row at a limit of one connection. */
  complaints: number;
  block: Block;
  restsUntil: number;
  loadedAt: number;
  waiting: Waiting[];
  /** The runs of the open connections. */
  runs: Claimant[];
  isProvider: boolean;
  /** Leases bound the connections, too. */
  isLeased: boolean;
  /** By how much the limit has grown, or was halved, since other processes were told. */
  grown: number;
  complained: boolean;
}

/** The pace of a key about which nothing was loaded yet. */
export const createPace = (): Pace => ({
  limit: 1,
  max: 1,
  tooMany: Infinity,
  complaints: 0,
  block: createBlock(),
  restsUntil: 0,
  loadedAt: -Infinity,
  waiting: [],
  runs: [],
  isProvider: false,
  isLeased: false,
  grown: 0,
  complained: false,
});

/** What this process does at a key, and has learnt about it, for those that share it. */
export interface LocalUsage {
  /** Sessions that are open. */
  open: number;
  /** Sessions that are open or wait for their turn. */
  need: number;
  /** Of the run that comes first among those that have or need one. */
  customer: string;
  priority: Priority;
  /** Sessions that the provider accepts from our egress address, as far as this process knows. */
  limit: number;
  max: number;
  /** By how much the limit has grown here since it was shared. */
  grown: number;
  /** The provider has complained since then. */
  complained: boolean;
}

export function usageOf({ runs, waiting, limit, max, grown, complained }: Pace): LocalUsage {
  const open = runs.length;
  const living = waiting.map(({ run }) => run).filter(({ signal }) => !signal.aborted);
  const need = Math.max(open, Math.min(Math.floor(limit), open + living.length));
  const { customer, priority } = [...living, ...runs].reduce(
    (best, each) => (each.priority > best.priority ? each : best),
    living[0] ?? runs[0] ?? NOBODY,
  );
  return { open, need, customer, priority, limit, max, grown, complained };
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
