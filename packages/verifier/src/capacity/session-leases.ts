import type { ProviderLeases } from '../model/leases.ts';
import type { VerifierConfig } from '../model/types.ts';
import { letProceed, usageOf, type Pace } from './pace.ts';
import { shareSessions } from './share-sessions.ts';

/** What several processes behind one egress address share, and how time passes for that. */
export interface SharedLeases
  extends NonNullable<VerifierConfig['leases']>, Pick<VerifierConfig, 'now' | 'random'> {
  /** A pause that resolves early at the signal. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Gets the first of several failures in a row of the store. */
  onError: (error: unknown) => void;
}

/** What this process knows of its lease at a key, before the first review. */
const newLeaseState = (pace: Pace) => ({
  pace,
  sessions: 0,
  until: 0,
  /** How many of the sessions it may use; it gives the others back. */
  usable: 0,
  writtenAt: 0,
  /** Up to when the writes so far are paid, at one in `WRITE_MS`. */
  paidUntil: 0,
  /** How often in a row the store failed. */
  failures: 0,
  /** Another process waits for sessions. */
  othersWait: false,
  /** One of them waits for another customer, or for a run of higher priority. */
  higherPriorityWaits: false,
  /** Reviews follow each other as long as this process has or needs sessions. */
  isKept: false,
  /** The review at work, if any. */
  reviewing: Promise.resolve(0),
  /** A lack of sessions makes the next review come soon: nobody needs to wake it. */
  isSoon: false,
  wake: new AbortController(),
});
type LeaseState = ReturnType<typeof newLeaseState>;

const RENEW_MS = 45_000;
/** A lease is not used in its last seconds: clocks differ, and sessions end late. */
const MARGIN_MS = 5_000;
/** A key may be written once in this time, on average. */
const WRITE_MS = 20_000;
/** Writes that a key saves up: to take a lease, to enlarge it, and to give it back. */
const WRITES_SAVED = 4;
/** Average time between reviews, for a process that lacks sessions, and for one that does not. */
const BRIEF_MS = 1_000;
const REVIEW_MS = 5_000;
/** The same for a process without a session that gets the next one that comes free. */
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
 * needs one. Each write divides what is free among those that wait; they find it by reading. A
 * review reads how the pace of its key is used, changes its limit and lets sessions proceed.
 */
export function createSessionLeases({ store, holder, now, sleep, random, onError }: SharedLeases) {
  const states = new Map<string, LeaseState>();
  const closing = new AbortController();

  function stateAt(key: string, pace: Pace): LeaseState {
    let state = states.get(key);
    if (!state) {
      state = newLeaseState(pace);
      states.set(key, state);
    }
    return state;
  }

  function allowed({ until, usable, failures }: LeaseState): number {
    const leased = now() < until - MARGIN_MS ? usable : 0;
    return failures >= FAILURES ? Math.max(1, leased) : leased;
  }

  const lacks = (state: LeaseState): boolean => usageOf(state.pace).need > allowed(state);

  /**
   * Lets sessions proceed that are allowed now.
   *
   * @param limit the one of all processes together, with what this one has learnt
   */
  function proceed(key: string, state: LeaseState, limit?: number): void {
    const { pace } = state;
    if (limit !== undefined) pace.limit = pace.complained ? Math.min(pace.limit, limit) : limit;
    letProceed(pace, allowed(state));
    usageChanged(key, state);
  }

  function usageChanged(key: string, state: LeaseState): void {
    const { open, need } = usageOf(state.pace);
    const { sessions, usable } = state;
    if (!state.isKept) {
      if (need > 0) void keep(key, state);
    } else if (lacks(state)) {
      if (!state.isSoon) state.wake.abort();
    } else if (state.othersWait && sessions > Math.max(open, Math.min(need, usable))) {
      state.wake.abort();
    }
  }

  /** Reviews a key again and again, as long as this process needs or has sessions there. */
  async function keep(key: string, state: LeaseState): Promise<void> {
    state.isKept = true;
    while (!closing.signal.aborted && (usageOf(state.pace).need > 0 || now() < state.until)) {
      const pause = await review(key, state, false);
      state.isSoon = pause <= 2 * BRIEF_MS || lacks(state);
      state.wake = new AbortController();
      await sleep(pause, state.wake.signal);
    }
    state.isKept = false;
  }

  /** Reads, and writes if that is worth it, one review of a key after the other. */
  function review(key: string, state: LeaseState, isLast: boolean): Promise<number> {
    state.reviewing = state.reviewing.then(async () => {
      const { failures } = state;
      try {
        return await readAndWrite(key, state, isLast);
      } catch (error) {
        if (failures === 0) onError(error);
        state.failures = failures + 1;
        proceed(key, state);
        return BRIEF_MS * (0.5 + random());
      }
    });
    return state.reviewing;
  }

  async function readAndWrite(key: string, state: LeaseState, isLast: boolean): Promise<number> {
    const found = await inTime(store.read(key));
    const time = now();
    const { open, need, customer, priority } = usageOf(state.pace);
    const { complained } = state.pace;
    const shared = {
      ...limitAfter(found?.state, state.pace, time),
      leases: found?.state.leases ?? [],
    };
    const most = Math.min(2 * need, Math.floor(shared.limit));
    const {
      next,
      allowed: usable,
      ahead,
    } = shareSessions(shared, { holder, open, need, most, customer, priority }, time);
    const living = shared.leases.filter(({ until }) => until > time);
    const mine = living.find((lease) => lease.holder === holder);
    const renewed = next.leases.find((lease) => lease.holder === holder);

    // Less may be opened even before it is given back, and no more before it is taken.
    state.failures = 0;
    state.sessions = mine?.sessions ?? 0;
    state.until = mine?.until ?? 0;
    state.usable = Math.min(state.sessions, usable);
    const waiting = living.filter((lease) => lease !== mine && lease.need > lease.sessions);
    state.othersWait = waiting.length > 0;
    state.higherPriorityWaits = waiting.some(
      (lease) => lease.customer !== customer || lease.priority > priority,
    );
    proceed(key, state, shared.limit);

    const more = (renewed?.sessions ?? 0) - state.sessions;
    const taken = living.reduce((sum, { sessions }) => sum + sessions, 0);
    const isDue =
      (need > 0 && (!mine || time - state.writtenAt >= RENEW_MS)) ||
      // Somebody else's addresses do not wait for the price of a write.
      (more < 0 && state.higherPriorityWaits);
    const isUseful =
      (more > 0 && lacks(state)) ||
      (more < 0 && (state.othersWait || (isLast && 2 * taken > shared.limit))) ||
      (mine?.sessions === 0 && need === 0) ||
      complained;
    if (isDue || (isUseful && state.paidUntil <= time - WRITE_MS)) {
      const isWritten = await inTime(store.write(key, found?.version ?? 0, next));
      // A run that wrote in between is done; nobody reviews the key again after the last time.
      if (!isWritten) return isLast ? readAndWrite(key, state, isLast) : CONFLICT_MS * random();
      state.paidUntil = Math.max(state.paidUntil, time - WRITES_SAVED * WRITE_MS) + WRITE_MS;
      state.writtenAt = time;
      state.sessions = renewed?.sessions ?? 0;
      state.until = renewed?.until ?? 0;
      state.usable = usable;
      proceed(key, state, shared.limit);
      Object.assign(state.pace, { grown: 0, complained: false });
    }
    const isNext = ahead < 0 && state.sessions === 0;
    const behindMs = Math.max(BRIEF_MS, (BEHIND_MS * ahead) / shared.limit);
    const briefMs = isNext ? NEXT_MS : Math.min(LONGEST_BRIEF_MS, behindMs);
    return (lacks(state) ? briefMs : REVIEW_MS) * (0.5 + random());
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
    allowed(key: string): number {
      const state = states.get(key);
      return state ? allowed(state) : 0;
    },

    /** Whether another process waits for another customer, or for a run of higher priority. */
    higherPriorityWaits: (key: string): boolean => states.get(key)?.higherPriorityWaits === true,

    /** Sessions were opened, closed or requested at a key. */
    usageChanged: (key: string, pace: Pace): void => usageChanged(key, stateAt(key, pace)),

    /** Gives back what others need. Call it without open sessions, before a process is frozen. */
    async release(): Promise<void> {
      const time = now();
      const living = [...states].filter(([, { until }]) => until > time);
      await Promise.all(living.map(([key, state]) => review(key, state, true)));
      // A process must not be frozen while it waits for the store.
      await Promise.all(living.map(([, { reviewing }]) => reviewing));
    },

    /** Reads and writes nothing more. */
    close(): void {
      closing.abort();
      for (const { wake } of states.values()) wake.abort();
    },
  };
}

/** The limit of all processes, after what this one has learnt. A complaint counts once. */
function limitAfter(
  shared: ProviderLeases | undefined,
  { limit, max, grown, complained }: Pace,
  time: number,
): { limit: number; halvedAt: number } {
  if (!shared) return { limit, halvedAt: complained ? time : 0 };
  const { halvedAt } = shared;
  if (complained && time - halvedAt >= RENEW_MS)
    return { limit: Math.max(1, shared.limit / 2), halvedAt: time };
  const caution = time - halvedAt < CAUTION_MS ? CAUTION : 1;
  return { limit: Math.min(max, shared.limit + (complained ? 0 : grown * caution)), halvedAt };
}
