import type { VerifierConfig } from '../model/types.ts';
import { NO_LEASE, POLL_WAITING_MS, allowedSessions, nextLease, pollMs } from './lease-state.ts';
import { letProceed, usageOf, type Pace } from './pace.ts';

/** The lease store that the processes behind one egress address share, and a clock for it. */
export interface SharedLeases
  extends NonNullable<VerifierConfig['leases']>, Pick<VerifierConfig, 'now' | 'random'> {
  /** A pause that resolves early at the signal. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Gets the first of several failures in a row of the store. */
  onError: (error: unknown) => void;
}

/**
 * The leases of this process: how many of the sessions that a provider accepts from our egress
 * address it may have open.
 */
export interface SessionLeases {
  /** Sessions that may be open at a key now. Any beyond that have to end soon. */
  allowed(key: string): number;
  /** Whether another process waits for another customer, or for a run of higher priority. */
  higherPriorityWaits(key: string): boolean;
  /** Sessions were opened, closed or requested at a key. */
  usageChanged(key: string, pace: Pace): void;
  /** Gives back what others need. Call it without open sessions, before a process is frozen. */
  release(): Promise<void>;
  /** Stops all reads and writes. */
  close(): void;
}

const newRenewal = (pace: Pace) => ({
  pace,
  lease: NO_LEASE,
  /** Reviews follow each other as long as this process has or needs sessions. */
  renewing: false,
  /** The latest review. */
  reviewing: Promise.resolve(0),
  /** The next review comes soon, so a new need for sessions does not wake the loop. */
  reviewScheduled: false,
  wake: new AbortController(),
});
type Renewal = ReturnType<typeof newRenewal>;

/** The longest pause after another process wrote in between. */
const CONFLICT_MS = 200;
/** A store that takes longer has failed. */
const STORE_MS = 2_000;

/**
 * Takes a lease for the first session at a key, and renews it as long as one is needed. Each write
 * divides the free sessions among the processes that wait; they learn of it by reading. A review
 * reads how the pace of its key is used, changes its limit and lets sessions proceed.
 */
export function createSessionLeases(shared: SharedLeases): SessionLeases {
  const { store, holder, now, sleep, random, onError } = shared;
  const renewals = new Map<string, Renewal>();
  const closing = new AbortController();

  function renewalAt(key: string, pace: Pace): Renewal {
    let renewal = renewals.get(key);
    if (!renewal) {
      renewal = newRenewal(pace);
      renewals.set(key, renewal);
    }
    return renewal;
  }

  const needsMore = ({ pace, lease }: Renewal): boolean =>
    usageOf(pace).need > allowedSessions(lease, now());

  /** Lets sessions proceed that are allowed now. @param limit the one of all processes together */
  function proceed(key: string, renewal: Renewal, limit: number): void {
    const { pace } = renewal;
    pace.limit = pace.throttledSinceSync ? Math.min(pace.limit, limit) : limit;
    letProceed(pace, allowedSessions(renewal.lease, now()));
    usageChanged(key, renewal);
  }

  function usageChanged(key: string, renewal: Renewal): void {
    const { open, need } = usageOf(renewal.pace);
    const { sessions, usable, othersWait } = renewal.lease;
    if (!renewal.renewing) {
      if (need > 0) void renew(key, renewal);
    } else if (needsMore(renewal)) {
      if (!renewal.reviewScheduled) renewal.wake.abort();
    } else if (othersWait && sessions > Math.max(open, Math.min(need, usable))) {
      renewal.wake.abort();
    }
  }

  /** Reviews a key again and again, as long as this process needs or has sessions there. */
  async function renew(key: string, renewal: Renewal): Promise<void> {
    renewal.renewing = true;
    while (
      !closing.signal.aborted &&
      (usageOf(renewal.pace).need > 0 || now() < renewal.lease.until)
    ) {
      const pause = await review(key, renewal, false);
      renewal.reviewScheduled = pause <= 2 * POLL_WAITING_MS || needsMore(renewal);
      renewal.wake = new AbortController();
      await sleep(pause, renewal.wake.signal);
    }
    renewal.renewing = false;
  }

  /** Reviews a key after its previous review. @returns milliseconds until the next one */
  function review(key: string, renewal: Renewal, isLast: boolean): Promise<number> {
    renewal.reviewing = renewal.reviewing.then(async () => {
      const { failures } = renewal.lease;
      try {
        return await readAndWrite(key, renewal, isLast);
      } catch (error) {
        if (failures === 0) onError(error);
        renewal.lease = { ...renewal.lease, failures: failures + 1 };
        proceed(key, renewal, renewal.pace.limit);
        return POLL_WAITING_MS * (0.5 + random());
      }
    });
    return renewal.reviewing;
  }

  async function readAndWrite(key: string, renewal: Renewal, isLast: boolean): Promise<number> {
    const found = await inTime(store.read(key), sleep);
    const { pace, lease } = renewal;
    const stored = found?.state;
    const decision = nextLease(
      { holder, lease, stored, pace, usage: usageOf(pace), isLast },
      now(),
    );
    const { held, granted, next, write } = decision;
    // A smaller share applies before it is given back, a larger one only once it is taken.
    renewal.lease = held;
    proceed(key, renewal, next.limit);
    if (write === 'always' || (write === 'if_needed' && needsMore(renewal))) {
      const isWritten = await inTime(store.write(key, found?.version ?? 0, next), sleep);
      // A run that wrote in between is done; nobody reviews the key again after the last time.
      if (!isWritten) return isLast ? readAndWrite(key, renewal, isLast) : CONFLICT_MS * random();
      renewal.lease = granted;
      proceed(key, renewal, next.limit);
      Object.assign(pace, { growthSinceSync: 0, throttledSinceSync: false });
    }
    return pollMs(renewal.lease, decision, needsMore(renewal)) * (0.5 + random());
  }

  return {
    allowed(key) {
      const renewal = renewals.get(key);
      return renewal ? allowedSessions(renewal.lease, now()) : 0;
    },
    higherPriorityWaits: (key) => renewals.get(key)?.lease.higherPriorityWaits === true,
    usageChanged: (key, pace) => usageChanged(key, renewalAt(key, pace)),
    async release() {
      const time = now();
      const living = [...renewals].filter(([, { lease }]) => lease.until > time);
      await Promise.all(living.map(([key, renewal]) => review(key, renewal, true)));
      // A process must not be frozen while it waits for the store.
      await Promise.all(living.map(([, { reviewing }]) => reviewing));
    },
    close() {
      closing.abort();
      for (const { wake } of renewals.values()) wake.abort();
    },
  };
}

async function inTime<T>(work: Promise<T>, sleep: SharedLeases['sleep']): Promise<T> {
  const done = new AbortController();
  const late = sleep(STORE_MS, done.signal).then(() => undefined);
  const first = await Promise.race([work.then((value) => ({ value })), late]);
  done.abort();
  if (!first) throw new Error('the lease store takes too long');
  return first.value;
}
