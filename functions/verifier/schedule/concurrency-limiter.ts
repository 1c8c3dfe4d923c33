import type { FactStore } from '../types.ts';
import { addReport, beginTrial, digest, isClosedFor, isReported, mergeBlock } from './block.ts';
import { createPace, dismissEnded, isWanted, letProceed } from './pace.ts';
import type { Claimant, Pace } from './pace.ts';
import { createSessionLeases } from './session-leases.ts';
import type { Demand, SharedLeases } from './session-leases.ts';

/**
 * How a session went, for the pace. `served`: well. `throttled`: it brought nothing but a complaint
 * about our rate. `eased_off`: recipients got replies before such a complaint. `neutral`: it says
 * nothing about the pace.
 */
export type PaceFeedback = 'served' | 'throttled' | 'eased_off' | 'neutral';

/** Connections to start with, and at most. */
interface Bounds {
  initial: number;
  max: number;
}

/** Why a key is left alone, and for how many milliseconds. */
export interface Closed {
  reason: 'ip_blocked' | 'throttled';
  ms: number;
}

/** For whom a key is that nobody needs. */
const NOBODY = { customer: '', priority: 0 } as const;
/** Seconds for which a provider's pace and blocks are stored. */
const PACE_TTL = 86_400;
/** The growth towards a number of connections that was too many, relative to the normal growth. */
const CAUTION = 0.1;
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
  const leases = shared && createSessionLeases(shared, { demand, changed });

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
    if (fact) mergeBlock(pace.block, fact);
    if (!isNew) return;
    pace.isProvider = isProvider;
    pace.isLeased = isProvider && leases !== undefined;
    pace.max = Math.max(1, bounds.max);
    pace.limit = Math.min(pace.max, Math.max(1, fact?.pace ?? bounds.initial));
  }

  /** Stores pace and block together, because a fact replaces the one before. */
  function store(key: string, { limit, block }: Pace): void {
    const isKept = isReported(block, now()) || block.servedAt > 0;
    void facts.putProvider(key, { pace: limit, ...(isKept && block) }, PACE_TTL);
  }

  const allowedIn = (key: string, { limit, isLeased }: Pace): number =>
    Math.min(Math.floor(limit), leases && isLeased ? leases.allowed(key) : Infinity);

  const availableIn = (key: string, pace: Pace): number =>
    Math.max(0, allowedIn(key, pace) - pace.runs.length);

  function wakeWaiting(key: string, pace: Pace): void {
    letProceed(pace, availableIn(key, pace));
    if (pace.isLeased) leases?.demandChanged(key);
  }

  function demand(key: string): Demand {
    const { runs, waiting, limit, max, grown, complained } = paceOf(key);
    const open = runs.length;
    const living = waiting.map(({ run }) => run).filter(({ signal }) => !signal.aborted);
    const need = Math.max(open, Math.min(Math.floor(limit), open + living.length));
    const { customer, priority } = [...living, ...runs].reduce(
      (best, each) => (each.priority > best.priority ? each : best),
      living[0] ?? runs[0] ?? NOBODY,
    );
    return { open, need, customer, priority, limit, max, grown, complained };
  }

  function changed(key: string, limit?: number, isShared = false): void {
    const pace = paceOf(key);
    if (limit !== undefined) pace.limit = pace.complained ? Math.min(pace.limit, limit) : limit;
    if (isShared) Object.assign(pace, { grown: 0, complained: false });
    wakeWaiting(key, pace);
  }

  function grow(key: string, pace: Pace): void {
    const before = Math.floor(pace.limit);
    pace.complaints = 0;
    const step = before + 1 < pace.tooMany ? 1 : CAUTION;
    const grown = Math.min(pace.max, pace.limit + step / pace.limit);
    pace.grown += grown - pace.limit;
    pace.limit = grown;
    if (Math.floor(pace.limit) > before) store(key, pace);
  }

  function halve(key: string, pace: Pace): void {
    pace.tooMany = Math.max(2, Math.floor(pace.limit));
    pace.limit = Math.max(1, pace.limit / 2);
    pace.grown = 0;
    pace.complained = true;
    store(key, pace);
  }

  function throttled(key: string, pace: Pace): void {
    if (pace.limit < 2) pace.complaints += 1;
    halve(key, pace);
    if (pace.complaints < COMPLAINTS_BEFORE_REST) return;
    pace.complaints = 0;
    pace.restsUntil = now() + REST_MS / timeScale;
  }

  function closed(key: string, { customer }: Claimant): Closed | undefined {
    const { block, restsUntil } = paceOf(key);
    const time = now();
    if (block.trialAt > time && isClosedFor(block, customer, time))
      return { reason: 'ip_blocked', ms: block.trialAt - time };
    if (restsUntil > time) return { reason: 'throttled', ms: restsUntil - time };
    return undefined;
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
    acquire(key: string, run: Claimant): Promise<void> {
      const pace = paceOf(key);
      return new Promise((proceed) => {
        pace.waiting.push({ proceed, run });
        wakeWaiting(key, pace);
      });
    },

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

    /** Connections that may be opened now. */
    available: (key: string): number => availableIn(key, paceOf(key)),

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
      if (isWanted(pace, run)) return false;
      return !leases || !pace.isLeased || pace.runs.length <= leases.allowed(key);
    },

    /**
     * Whether another customer, or a run of higher priority, waits for a connection like this one.
     */
    isContested(key: string, run: Claimant): boolean {
      const pace = paceOf(key);
      return isWanted(pace, run) || (pace.isLeased && leases?.isContested(key) === true);
    },

    /** Whether more than one connection is open. */
    isShared: (key: string): boolean => paceOf(key).runs.length > 1,

    /**
     * The key said that we are blocked.
     *
     * @param domain the one that was asked for
     * @param isAboutUs it was said before a recipient was named
     */
    reportBlock(key: string, { customer }: Claimant, domain: string, isAboutUs: boolean): void {
      const pace = paceOf(key);
      const isSure = isAboutUs && !pace.isProvider;
      addReport(pace.block, { domain: digest(domain), customer, at: now(), isSure }, timeScale);
      store(key, pace);
    },

    /** A recipient got a reply that does not say that we are blocked. */
    clearBlock(key: string): void {
      const pace = paceOf(key);
      if (pace.block.reports.length === 0) return;
      Object.assign(pace.block, { reports: [], servedAt: now(), trials: 0, trialAt: 0 });
      store(key, pace);
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
    async giveBack(allClosed: () => Promise<void>): Promise<void> {
      if (!leases) return;
      for (const pace of paces.values()) if (pace.isLeased) dismissEnded(pace);
      await allClosed();
      await leases.giveBack();
    },

    /** Shares no more with other processes. */
    close: (): void => leases?.close(),
  };
}

export type ConcurrencyLimiter = ReturnType<typeof createConcurrencyLimiter>;
