import type { LeaseStore, Priority, ProviderLeases } from '../model/leases.ts';
import { shareSessions } from './share-sessions.ts';

/** What this process does at a provider, and has learnt about it. */
export interface Demand {
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

/** The limiter, which the leases ask and tell. */
export interface LeaseUser {
  demand(key: string): Demand;
  /**
   * The sessions that are allowed may have changed.
   *
   * @param limit the one of all processes together, with what this one has learnt
   * @param isShared what this process has learnt is stored
   */
  changed(key: string, limit?: number, isShared?: boolean): void;
}

/** What several processes behind one egress address share, and how time passes for that. */
export interface SharedLeases {
  store: LeaseStore;
  /** Identifies this process among those that share the store. */
  holder: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** A pause that resolves early at the signal. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Uniform in [0, 1). */
  random: () => number;
  /** Gets the first of several failures in a row of the store. */
  onError: (error: unknown) => void;
}

/** What this process knows of its lease at a key. */
interface Held {
  sessions: number;
  until: number;
  /** How many of the sessions it may use; it gives the others back. */
  usable: number;
  writtenAt: number;
  /** Up to when the writes so far are paid, at one in `WRITE_MS`. */
  paidUntil: number;
  /** How often in a row the store failed. */
  failures: number;
  /** Another process waits for sessions, */
  isWanted: boolean;
  /** for another customer or for a run of higher priority. */
  isContested: boolean;
  isAttended: boolean;
  /** The review at work, if any. */
  reviewing: Promise<number>;
  /** The pause until the next review is as short as a lack of sessions makes it. */
  isBrief: boolean;
  wake: AbortController;
}

const RENEW_MS = 45_000;
/** A lease is not used in its last seconds: clocks differ, and sessions end late. */
const MARGIN_MS = 5_000;
/** One write at a key is paid for in this time, */
const WRITE_MS = 20_000;
/** and so many may be saved up: to take a lease, to enlarge it, and to give it back. */
const WRITES_SAVED = 4;
/** Average time between reviews, for a process that lacks sessions, and for one that does not. */
const BRIEF_MS = 1_000;
const REVIEW_MS = 5_000;
/** A process without a session reads so often when the next one that comes free is its own. */
const NEXT_MS = 500;
/**
 * A process for which no session is left waits by so much longer for each group of processes before
 * it that is as large as there are sessions. All who wait then read an item some ten times a second
 * and not once each; DynamoDB serves 3,000 units a second of it:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
const BEHIND_MS = 4_000;
const LONGEST_BRIEF_MS = 20_000;
/** The longest pause after another process wrote in between. */
const CONFLICT_MS = 200;
/** A store that takes longer has failed. */
const STORE_MS = 2_000;
/** For so long after a complaint the limit grows by this part of what each process would add. */
const CAUTION_MS = 600_000;
const CAUTION = 0.1;
/** Failures in a row, after which one session is opened without a lease: verdicts have to go on. */
const FAILURES = 2;

/**
 * The leases of this process: how many of the sessions that a provider accepts from our egress
 * address it may have open. It takes a lease for the first session, and renews it as long as it
 * needs one. Each write shares out what is free among those that wait; they find it by reading.
 */
export function createSessionLeases(
  { store, holder, now, sleep, random, onError }: SharedLeases,
  { demand, changed }: LeaseUser,
) {
  const keys = new Map<string, Held>();
  const closing = new AbortController();

  function heldAt(key: string): Held {
    let held = keys.get(key);
    if (!held) {
      held = {
        sessions: 0,
        until: 0,
        usable: 0,
        writtenAt: 0,
        paidUntil: 0,
        failures: 0,
        isWanted: false,
        isContested: false,
        isAttended: false,
        reviewing: Promise.resolve(0),
        isBrief: false,
        wake: new AbortController(),
      };
      keys.set(key, held);
    }
    return held;
  }

  function allowed(key: string): number {
    const { until, usable, failures } = heldAt(key);
    const leased = now() < until - MARGIN_MS ? usable : 0;
    return failures >= FAILURES ? Math.max(1, leased) : leased;
  }

  const lacks = (key: string): boolean => demand(key).need > allowed(key);

  /** Reviews a key again and again, as long as this process needs or has sessions there. */
  async function attend(key: string, held: Held): Promise<void> {
    held.isAttended = true;
    while (!closing.signal.aborted && (demand(key).need > 0 || now() < held.until)) {
      const pause = await review(key, held, false);
      held.isBrief = pause <= 2 * BRIEF_MS || lacks(key);
      held.wake = new AbortController();
      await sleep(pause, held.wake.signal);
    }
    held.isAttended = false;
  }

  /** Reads, and writes if that is worth it, one review of a key after the other. */
  function review(key: string, held: Held, isLast: boolean): Promise<number> {
    held.reviewing = held.reviewing.then(async () => {
      const { failures } = held;
      try {
        return await readAndWrite(key, held, isLast);
      } catch (error) {
        if (failures === 0) onError(error);
        held.failures = failures + 1;
        changed(key);
        return BRIEF_MS * (0.5 + random());
      }
    });
    return held.reviewing;
  }

  async function readAndWrite(key: string, held: Held, isLast: boolean): Promise<number> {
    const found = await inTime(store.read(key));
    const time = now();
    const { open, need, customer, priority, ...learnt } = demand(key);
    const state = { ...limitAfter(found?.state, learnt, time), leases: found?.state.leases ?? [] };
    const most = Math.min(2 * need, Math.floor(state.limit));
    const {
      next,
      allowed: usable,
      ahead,
    } = shareSessions(state, { holder, open, need, most, customer, priority }, time);
    const living = state.leases.filter(({ until }) => until > time);
    const mine = living.find((lease) => lease.holder === holder);
    const renewed = next.leases.find((lease) => lease.holder === holder);

    // Less may be opened even before it is given back, and no more before it is taken.
    held.failures = 0;
    held.sessions = mine?.sessions ?? 0;
    held.until = mine?.until ?? 0;
    held.usable = Math.min(held.sessions, usable);
    const waiting = living.filter((lease) => lease !== mine && lease.need > lease.sessions);
    held.isWanted = waiting.length > 0;
    held.isContested = waiting.some(
      (lease) => lease.customer !== customer || lease.priority > priority,
    );
    changed(key, state.limit);

    const more = (renewed?.sessions ?? 0) - held.sessions;
    const taken = living.reduce((sum, { sessions }) => sum + sessions, 0);
    const isDue =
      (need > 0 && (!mine || time - held.writtenAt >= RENEW_MS)) ||
      // Somebody else's addresses do not wait for the price of a write.
      (more < 0 && held.isContested);
    const isUseful =
      (more > 0 && lacks(key)) ||
      (more < 0 && (held.isWanted || (isLast && 2 * taken > state.limit))) ||
      (mine?.sessions === 0 && need === 0) ||
      learnt.complained;
    if (isDue || (isUseful && held.paidUntil <= time - WRITE_MS)) {
      const isWritten = await inTime(store.write(key, found?.version ?? 0, next));
      // A run that wrote in between is done; nobody reviews the key again after the last time.
      if (!isWritten) return isLast ? readAndWrite(key, held, isLast) : CONFLICT_MS * random();
      held.paidUntil = Math.max(held.paidUntil, time - WRITES_SAVED * WRITE_MS) + WRITE_MS;
      held.writtenAt = time;
      held.sessions = renewed?.sessions ?? 0;
      held.until = renewed?.until ?? 0;
      held.usable = usable;
      changed(key, state.limit, true);
    }
    const isNext = ahead < 0 && held.sessions === 0;
    const behindMs = Math.max(BRIEF_MS, (BEHIND_MS * ahead) / state.limit);
    const briefMs = isNext ? NEXT_MS : Math.min(LONGEST_BRIEF_MS, behindMs);
    return (lacks(key) ? briefMs : REVIEW_MS) * (0.5 + random());
  }

  async function inTime<T>(work: Promise<T>): Promise<T> {
    const done = new AbortController();
    const late = sleep(STORE_MS, done.signal).then(() => undefined);
    const first = await Promise.race([work.then((value) => ({ value })), late]);
    done.abort();
    if (!first) throw new Error('the lease store takes too long');
    return first.value;
  }

  return {
    /** Sessions that may be open at a key now. What is open beyond that has to end soon. */
    allowed,

    /** Whether another process waits for another customer, or for a run of higher priority. */
    isContested: (key: string): boolean => keys.get(key)?.isContested === true,

    /** The demand of a key has changed. */
    demandChanged(key: string): void {
      const held = heldAt(key);
      const { open, need } = demand(key);
      if (!held.isAttended) {
        if (need > 0) void attend(key, held);
      } else if (lacks(key)) {
        if (!held.isBrief) held.wake.abort();
      } else if (held.isWanted && held.sessions > Math.max(open, Math.min(need, held.usable))) {
        held.wake.abort();
      }
    },

    /** Gives back what others need. Call it without open sessions, before a process is frozen. */
    async giveBack(): Promise<void> {
      const time = now();
      const living = [...keys].filter(([, { until }]) => until > time);
      await Promise.all(living.map(([key, held]) => review(key, held, true)));
      // A process must not be frozen while it waits for the store.
      await Promise.all(living.map(([, held]) => held.reviewing));
    },

    /** Reads and writes nothing more. */
    close(): void {
      closing.abort();
      for (const { wake } of keys.values()) wake.abort();
    },
  };
}

/** The limit of all processes, after what this one has learnt. A complaint counts once. */
function limitAfter(
  shared: ProviderLeases | undefined,
  { limit, max, grown, complained }: Pick<Demand, 'limit' | 'max' | 'grown' | 'complained'>,
  time: number,
): { limit: number; halvedAt: number } {
  if (!shared) return { limit, halvedAt: complained ? time : 0 };
  const { halvedAt } = shared;
  if (complained && time - halvedAt >= RENEW_MS)
    return { limit: Math.max(1, shared.limit / 2), halvedAt: time };
  const caution = time - halvedAt < CAUTION_MS ? CAUTION : 1;
  return { limit: Math.min(max, shared.limit + (complained ? 0 : grown * caution)), halvedAt };
}
