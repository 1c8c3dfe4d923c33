import type { FactStore } from '../model/facts.ts';
import { addReport, beginTrial, digest, isClosedFor, isReported, mergeBlock } from './block.ts';
import type { Block } from './block.ts';
import {
  NOBODY,
  availableAt,
  createPace,
  dismissEnded,
  growPace,
  halvePace,
  othersWait,
  letProceed,
  whyClosed,
} from './pace.ts';
import type { Claimant, Closed, Pace } from './pace.ts';
import { createSessionLeases, type SharedLeases } from './session-leases.ts';

/**
 * How a session went, for the pace. `served`: well. `throttled`: it brought nothing but a complaint
 * about our rate. `eased_off`: recipients got replies before such a complaint. `neutral`: it says
 * nothing about the pace.
 */
export type PaceFeedback = 'served' | 'throttled' | 'eased_off' | 'neutral';

/** Connections to start with, and at most. */
export interface Bounds {
  initial: number;
  max: number;
}

/** Seconds for which a provider's pace and blocks are stored. */
const TTL = 86_400;
/** Complaints at one connection after which a provider gets a rest. */
const COMPLAINTS_BEFORE_REST = 3;
const REST_MS = 60_000;
/** Milliseconds after which a key is loaded again: other processes may have learnt something. */
const STALE_MS = 30_000;
/** Keys above which idle ones are dropped. What matters about them is in the fact store. */
const MAX_KEYS = 32_768;

/**
 * Keeps the number of connections to a provider from one egress address at what the provider
 * accepts: one more after each round of sessions that went well, half after each complaint (AIMD,
 * as in TCP). A provider that blocks us gets a trial from time to time, and no other connection.
 *
 * A key stands for a provider, or a server that no known provider runs, and our egress address.
 *
 * @param now milliseconds since the epoch
 * @param timeScale divides the rest that a provider gets, and the time from one trial to the next
 * @param shared only if other processes use our egress address, too
 */
export function createConcurrencyLimiter(
  facts: FactStore,
  now: () => number,
  timeScale = 1,
  shared?: SharedLeases,
) {
  const paces = new Map<string, Pace>();
  const loading = new Map<string, Promise<void>>();
  let dropIdleAt = MAX_KEYS;
  const leases = shared && createSessionLeases(shared);

  function paceOf(key: string): Pace {
    let pace = paces.get(key);
    if (!pace) {
      pace = createPace();
      paces.set(key, pace);
    }
    return pace;
  }

  /** Drops many keys at once, because a search for one takes as long. */
  function dropIdle(): void {
    if (paces.size < dropIdleAt) return;
    const time = now();
    for (const [key, { runs, waiting, block, restsUntil, isLeased }] of paces) {
      if (isLeased || runs.length > 0 || waiting.length > 0) continue;
      if (isReported(block, time) || restsUntil > time) continue;
      paces.delete(key);
      if (paces.size <= MAX_KEYS / 2) break;
    }
    dropIdleAt = Math.max(MAX_KEYS, paces.size * 1.25);
  }

  async function fetchFact(key: string, bounds: Bounds, isProvider: boolean): Promise<void> {
    const fact = await facts.provider(key);
    dropIdle();
    const pace = paceOf(key);
    const isNew = pace.loadedAt === -Infinity;
    pace.loadedAt = now();
    pace.max = Math.max(1, bounds.max);
    if (fact) mergeBlock(pace.block, fact);
    if (!isNew) return;
    pace.isProvider = isProvider;
    pace.isLeased = isProvider && leases !== undefined;
    pace.limit = Math.min(pace.max, Math.max(1, fact?.pace ?? bounds.initial));
  }

  const isKept = (block: Block) => isReported(block, now()) || block.servedAt > 0;
  /** Pace and block together, because a fact replaces the one before. */
  const store = (key: string, { limit, block }: Pace): void =>
    void facts.putProvider(key, { pace: limit, ...(isKept(block) && block) }, TTL);

  const leased = (key: string, { isLeased }: Pace): number =>
    leases && isLeased ? leases.allowed(key) : Infinity;

  function wakeWaiting(key: string, pace: Pace): void {
    letProceed(pace, leased(key, pace));
    if (pace.isLeased) leases?.usageChanged(key, pace);
  }

  function grow(key: string, pace: Pace): void {
    if (growPace(pace)) store(key, pace);
  }

  function halve(key: string, pace: Pace): void {
    halvePace(pace);
    store(key, pace);
  }

  function throttled(key: string, pace: Pace): void {
    if (pace.limit < 2) pace.complaints += 1;
    halve(key, pace);
    if (pace.complaints < COMPLAINTS_BEFORE_REST) return;
    pace.complaints = 0;
    pace.restsUntil = now() + REST_MS / timeScale;
  }

  const closed = (key: string, { customer }: Claimant) => whyClosed(paceOf(key), customer, now());

  function join(key: string, run: Claimant, proceed: () => void): () => void {
    const pace = paceOf(key);
    const each = { proceed, run };
    pace.waiting.push(each);
    wakeWaiting(key, pace);
    return () => {
      const place = pace.waiting.indexOf(each);
      if (place < 0) return;
      pace.waiting.splice(place, 1);
      wakeWaiting(key, pace);
    };
  }

  return {
    /**
     * Loads what earlier runs and other processes stored about a key. Call it before using the key.
     *
     * @param isProvider it stands for many hosts of a known provider: all processes behind our
     *   egress address count their connections together, and no single host speaks for it
     */
    load(key: string, bounds: Bounds, isProvider = false): Promise<void> {
      const loadedAt = paces.get(key)?.loadedAt ?? -Infinity;
      if (now() - loadedAt < STALE_MS) return Promise.resolve();
      let fetching = loading.get(key);
      if (!fetching) {
        fetching = fetchFact(key, bounds, isProvider).finally(() => loading.delete(key));
        loading.set(key, fetching);
      }
      return fetching;
    },

    /**
     * Resolves when one more connection may be opened, or its run has ended: first for those of the
     * highest priority, then for the customer with the fewest connections, then in the order of
     * calls.
     */
    acquire: (key: string, run: Claimant): Promise<void> =>
      new Promise((proceed) => void join(key, run, proceed)),

    /** The same with a callback. @returns what leaves the queue */
    join,

    /** Whether only leases tell how many connections may be opened. */
    isLeased: (key: string): boolean => paceOf(key).isLeased,

    /** The connection is closed. */
    release(key: string, run: Claimant, feedback: PaceFeedback): void {
      const pace = paceOf(key);
      pace.runs.splice(pace.runs.indexOf(run), 1);
      if (feedback === 'served') {
        grow(key, pace);
      } else if (feedback === 'throttled') {
        throttled(key, pace);
      } else if (feedback === 'eased_off') {
        pace.complaints = 0;
        halve(key, pace);
      }
      wakeWaiting(key, pace);
    },

    available: (key: string): number => availableAt(paceOf(key), leased(key, paceOf(key))),

    /** A session that goes on has served as long as whole sessions usually do. */
    served(key: string): void {
      const pace = paceOf(key);
      grow(key, pace);
      wakeWaiting(key, pace);
    },

    /**
     * Whether a session may ask more. If not, its connection is needed by another run or process.
     */
    mayContinue(key: string, run: Claimant): boolean {
      const pace = paceOf(key);
      return !othersWait(pace, run) && pace.runs.length <= leased(key, pace);
    },

    /**
     * Whether another customer, or a run of higher priority, waits for a connection like this one.
     */
    isContested(key: string, run: Claimant): boolean {
      const pace = paceOf(key);
      return othersWait(pace, run) || (pace.isLeased && leases?.higherPriorityWaits(key) === true);
    },

    /** Whether more than one connection is open. */
    isShared: (key: string): boolean => paceOf(key).runs.length > 1,

    /**
     * The key said that we are blocked.
     *
     * @param domain the one that was asked for
     * @param isAboutUs it was said before a recipient was named
     * @returns whether the key is closed for everybody
     */
    reportBlock(key: string, { customer }: Claimant, domain: string, isAboutUs: boolean): boolean {
      const pace = paceOf(key);
      const isSure = isAboutUs && !pace.isProvider;
      addReport(pace.block, { domain: digest(domain), customer, at: now(), isSure }, timeScale);
      store(key, pace);
      return isClosedFor(pace.block, NOBODY.customer, now());
    },

    /** Whether the key says that we are blocked, be it time for a trial or not. */
    isBlocked: (key: string, { customer }: Claimant): boolean =>
      isClosedFor(paceOf(key).block, customer, now()),

    /** A recipient got a reply that says nothing of a block. @returns whether one had. */
    clearBlock(key: string): boolean {
      const pace = paceOf(key);
      if (pace.block.reports.length === 0) return false;
      Object.assign(pace.block, { reports: [], servedAt: now(), trials: 0, trialAt: 0 });
      store(key, pace);
      return true;
    },

    /** Why and for how many milliseconds a key is left alone, if it is. */
    closed,

    /**
     * Call it before a connection that was allowed is opened: it may be the trial of a closed key.
     */
    begin(key: string, run: Claimant): Closed | undefined {
      const { block } = paceOf(key);
      const found = closed(key, run);
      if (found || !isClosedFor(block, run.customer, now())) return found;
      beginTrial(block, now(), timeScale);
      store(key, paceOf(key));
      return undefined;
    },

    /**
     * Lets other processes have the connections of this one, after its last run.
     *
     * @param allClosed resolves when every connection is closed
     */
    async releaseLeases(allClosed: () => Promise<void>): Promise<void> {
      if (!leases) return;
      for (const pace of paces.values()) if (pace.isLeased) dismissEnded(pace);
      await allClosed();
      await leases.release();
    },

    /** Shares no more with other processes. */
    close: (): void => leases?.close(),
  };
}
