import type { FactStore } from '../model/facts.ts';
import { addReport, beginTrial, digest, isBlockedFor } from './block.ts';
import {
  NO_REQUESTER,
  applyFeedback,
  countAvailableConnections,
  admitAbortedWaiters,
  admitWaiting,
  shouldYield,
  findSuspension,
} from './pace.ts';
import type { Suspension, Pace, PaceFeedback, Requester } from './pace.ts';
import { createPaceTable, type ConnectionLimits } from './pace-table.ts';
import { createSessionLeases, type SharedLeases } from './session-leases.ts';

/**
 * Limits the connections to a provider from one egress address to what the provider accepts: one
 * more after as many successful sessions as the limit allows at once, half after each complaint
 * about our rate (AIMD, as in TCP). A provider that blocks us gets an occasional trial and no other
 * connection.
 *
 * A key identifies our egress address together with a provider, or with a server of no known
 * provider.
 */
export interface ConcurrencyLimiter {
  /**
   * Loads the stored state of a key, including what other processes stored. Call it before using
   * the key.
   *
   * @param isProvider whether the key covers many hosts of a known provider: all processes behind
   *   our egress address then share its limit, and no single host can close the key
   */
  load(key: string, limits: ConnectionLimits, isProvider?: boolean): Promise<void>;
  /**
   * Resolves when one more connection may be opened, or when the run has ended. Runs of the highest
   * priority go first, then the customer with the fewest connections, then the order of calls.
   */
  acquire(key: string, run: Requester): Promise<void>;
  /** Like `acquire`, with a callback. @returns a function that leaves the queue */
  join(key: string, run: Requester, proceed: () => void): () => void;
  release(key: string, run: Requester, feedback: PaceFeedback): void;
  /** Call it for an open session that has lasted as long as a typical one. */
  recordSuccess(key: string): void;
  /**
   * Allows this many connections immediately to a server that replies slowly, unless it has
   * complained or belongs to a known provider.
   */
  allowForSlowServer(key: string, connections: number): void;
  available(key: string): number;
  isLeased(key: string): boolean;
  isShared(key: string): boolean;
  /**
   * Whether the session may continue. If not, it must end, because another run or process needs its
   * connection.
   */
  mayContinue(key: string, run: Requester): boolean;
  /**
   * Whether this run should make room under this key: for a run of higher priority, or for another
   * customer that waits for a connection.
   */
  isContested(key: string, run: Requester): boolean;
  /**
   * Records that the server or provider reported a block.
   *
   * @param domain domain of the recipient
   * @param isAboutUs whether the reply came before a recipient was named
   * @returns whether the key is closed for everyone
   */
  reportBlock(key: string, run: Requester, domain: string, isAboutUs: boolean): boolean;
  /** Whether the key is blocked for this run's customer, even if a trial is due. */
  isBlocked(key: string, run: Requester): boolean;
  /** Records a reply without a block. @returns whether a block had been reported */
  clearBlock(key: string): boolean;
  /** Returns why the key is closed, and for how many milliseconds; undefined if it is open. */
  closed(key: string, run: Requester): Suspension | undefined;
  /**
   * Must be called before an allowed connection is opened, because the connection may be the trial
   * of a closed key. Returns why the key is closed, if it is.
   */
  begin(key: string, run: Requester): Suspension | undefined;
  /** Gives this process's leases back after its last run, once `allClosed` resolves. */
  releaseLeases(allClosed: () => Promise<void>): Promise<void>;
  close(): void;
}

/**
 * @param now milliseconds since the epoch
 * @param timeScale divides the cooldown of a provider and the time between trials
 * @param shared the lease store; only needed if other processes use our egress address, too
 */
export function createConcurrencyLimiter(
  facts: FactStore,
  now: () => number,
  timeScale = 1,
  shared?: SharedLeases,
): ConcurrencyLimiter {
  const leases = shared && createSessionLeases(shared);
  const paces = createPaceTable(facts, now, leases !== undefined);

  const leased = (key: string, { isLeased }: Pace): number =>
    leases && isLeased ? leases.allowed(key) : Infinity;

  function wakeWaiting(key: string, pace: Pace): void {
    admitWaiting(pace, leased(key, pace));
    if (pace.isLeased) leases?.usageChanged(key, pace);
  }

  function finish(key: string, pace: Pace, feedback: PaceFeedback): void {
    if (applyFeedback(pace, feedback, now(), timeScale)) paces.store(key);
    wakeWaiting(key, pace);
  }

  const closed = (key: string, { customer }: Requester) =>
    findSuspension(paces.at(key), customer, now());

  function join(key: string, run: Requester, proceed: () => void): () => void {
    const pace = paces.at(key);
    const waiter = { proceed, run };
    pace.waiting.push(waiter);
    wakeWaiting(key, pace);
    return () => {
      const index = pace.waiting.indexOf(waiter);
      if (index < 0) return;
      pace.waiting.splice(index, 1);
      wakeWaiting(key, pace);
    };
  }

  return {
    load: (key, limits, isProvider = false) => paces.load(key, limits, isProvider),
    acquire: (key, run) => new Promise((proceed) => void join(key, run, proceed)),
    join,
    release(key, run, feedback) {
      const pace = paces.at(key);
      pace.runs.splice(pace.runs.indexOf(run), 1);
      finish(key, pace, feedback);
    },
    recordSuccess: (key) => finish(key, paces.at(key), 'served'),
    allowForSlowServer(key, connections) {
      const pace = paces.at(key);
      if (pace.isProvider || pace.lastOverload < Infinity || connections <= pace.limit) return;
      pace.limit = Math.min(pace.max, connections);
      wakeWaiting(key, pace);
    },
    available: (key) => countAvailableConnections(paces.at(key), leased(key, paces.at(key))),
    isLeased: (key) => paces.at(key).isLeased,
    isShared: (key) => paces.at(key).runs.length > 1,
    mayContinue(key, run) {
      const pace = paces.at(key);
      return !shouldYield(pace, run) && pace.runs.length <= leased(key, pace);
    },
    isContested(key, run) {
      const pace = paces.at(key);
      return shouldYield(pace, run) || (pace.isLeased && leases?.higherPriorityWaits(key) === true);
    },
    reportBlock(key, { customer }, domain, isAboutUs) {
      const { block, isProvider } = paces.at(key);
      const isSure = isAboutUs && !isProvider;
      addReport(block, { domain: digest(domain), customer, at: now(), isSure }, timeScale);
      paces.store(key);
      return isBlockedFor(block, NO_REQUESTER.customer, now());
    },
    isBlocked: (key, { customer }) => isBlockedFor(paces.at(key).block, customer, now()),
    clearBlock(key) {
      const { block } = paces.at(key);
      if (block.reports.length === 0) return false;
      Object.assign(block, { reports: [], servedAt: now(), trials: 0, trialAt: 0 });
      paces.store(key);
      return true;
    },
    closed,
    begin(key, run) {
      const { block } = paces.at(key);
      const closedReason = closed(key, run);
      if (closedReason || !isBlockedFor(block, run.customer, now())) return closedReason;
      beginTrial(block, now(), timeScale);
      paces.store(key);
      return undefined;
    },
    async releaseLeases(allClosed) {
      if (!leases) return;
      for (const pace of paces.all()) if (pace.isLeased) admitAbortedWaiters(pace);
      await allClosed();
      await leases.release();
    },
    close: () => leases?.close(),
  };
}
