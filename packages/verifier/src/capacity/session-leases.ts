import type { VerifierConfig } from '../model/types.ts';
import { getOrCreate } from '../flow/get-or-create.ts';
import {
  NO_LEASE,
  POLL_WAITING_MS,
  countAllowedSessions,
  reviewLease,
  pollIntervalMs,
} from './lease-state.ts';
import type { LeaseState } from './lease-state.ts';
import { admitWaiting, usageOf, type Pace } from './pace.ts';

/** The lease store that the processes behind one egress address share, and the clock for it. */
export interface SharedLeases
  extends NonNullable<VerifierConfig['leases']>, Pick<VerifierConfig, 'now' | 'random'> {
  /** Pauses, or resolves early at the signal. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called with the first of several consecutive failures of the store. */
  onError: (error: unknown) => void;
}

/** How many of a provider's sessions from our egress address this process may open. */
export interface SessionLeases {
  /**
   * Number of sessions that may be open now for a key, which identifies an egress address and a
   * provider. Sessions beyond this number must end soon.
   */
  allowed(key: string): number;
  higherPriorityWaits(key: string): boolean;
  /** Must be called after sessions for a key were opened, closed or requested. */
  usageChanged(key: string, pace: Pace): void;
  /**
   * Returns all sessions to the provider's limit. Call it when no session is open, before the
   * process is frozen.
   */
  release(): Promise<void>;
  close(): void;
}

/** Maximum pause after a write that conflicted with another process's. */
const MAX_CONFLICT_DELAY_MS = 200;
const STORE_TIMEOUT_MS = 2_000;

export function createSessionLeases(shared: SharedLeases): SessionLeases {
  const renewals = new Map<string, LeaseRenewal>();
  const closing = new AbortController();
  return {
    allowed: (key) => renewals.get(key)?.allowed() ?? 0,
    higherPriorityWaits: (key) => renewals.get(key)?.lease.higherPriorityWaits === true,
    usageChanged(key, pace) {
      const create = () => createLeaseRenewal(key, pace, shared, closing.signal);
      getOrCreate(renewals, key, create).usageChanged();
    },
    async release() {
      const time = shared.now();
      const activeRenewals = [...renewals.values()].filter(({ lease }) => lease.until > time);
      await Promise.all(activeRenewals.map(({ release }) => release()));
      // A process must not be frozen while it waits for the store.
      await Promise.all(activeRenewals.map(({ reviewed }) => reviewed()));
    },
    close() {
      closing.abort();
      for (const { wake } of renewals.values()) wake();
    },
  };
}

/** The lease for one key, renewed while this process needs or holds sessions for that key. */
interface LeaseRenewal {
  readonly lease: LeaseState;
  allowed(): number;
  usageChanged(): void;
  release(): Promise<unknown>;
  reviewed(): Promise<unknown>;
  wake(): void;
}

/**
 * Renews the lease for one key in reviews. Each review reads the stored leases, sets the limit of
 * the key's pace and admits waiting sessions. If it writes, it divides the free sessions among the
 * waiting processes, which learn of it when they read the leases.
 */
function createLeaseRenewal(
  key: string,
  pace: Pace,
  { store, holder, now, sleep, random, onError }: SharedLeases,
  closing: AbortSignal,
): LeaseRenewal {
  let lease = NO_LEASE;
  let renewing = false;
  let reviewing = Promise.resolve(0);
  /** Whether a review follows soon anyway. A new need for sessions then does not wake the loop. */
  let reviewScheduled = false;
  let waking = new AbortController();

  const allowed = (): number => countAllowedSessions(lease, now());
  const needsMore = (): boolean => usageOf(pace).need > allowed();

  /** @param limit maximum sessions of all processes together */
  function applyLimit(limit: number): void {
    pace.limit = pace.newlyThrottled ? Math.min(pace.limit, limit) : limit;
    admitWaiting(pace, allowed());
    usageChanged();
  }

  function usageChanged(): void {
    const { open, need } = usageOf(pace);
    if (!renewing) {
      if (need > 0) void renew();
    } else if (needsMore()) {
      if (!reviewScheduled) waking.abort();
    } else if (lease.othersWait && lease.sessions > Math.max(open, Math.min(need, lease.usable))) {
      waking.abort();
    }
  }

  async function renew(): Promise<void> {
    renewing = true;
    while (!closing.aborted && (usageOf(pace).need > 0 || now() < lease.until)) {
      const pause = await review(false);
      reviewScheduled = pause <= 2 * POLL_WAITING_MS || needsMore();
      waking = new AbortController();
      await sleep(pause, waking.signal);
    }
    renewing = false;
  }

  /** Reviews the key after the previous review. @returns milliseconds until the next review */
  function review(isLast: boolean): Promise<number> {
    reviewing = reviewing.then(async () => {
      const { failures } = lease;
      try {
        return await readAndWrite(isLast);
      } catch (error) {
        if (failures === 0) onError(error);
        lease = { ...lease, failures: failures + 1 };
        applyLimit(pace.limit);
        return POLL_WAITING_MS * (0.5 + random());
      }
    });
    return reviewing;
  }

  async function readAndWrite(isLast: boolean): Promise<number> {
    const found = await withTimeout(store.read(key), sleep);
    const stored = found?.state;
    const state = { holder, lease, stored, pace, usage: usageOf(pace), isLast };
    const decision = reviewLease(state, now());
    const { held, granted, next, write } = decision;
    // A smaller lease applies before it is written, a larger one only afterwards.
    lease = held;
    applyLimit(next.limit);
    if (write === 'always' || (write === 'if_needed' && needsMore())) {
      const isWritten = await withTimeout(store.write(key, found?.version ?? 0, next), sleep);
      // After a conflict, the last review retries immediately, because no other review follows.
      if (!isWritten) return isLast ? readAndWrite(isLast) : MAX_CONFLICT_DELAY_MS * random();
      lease = granted;
      applyLimit(next.limit);
      Object.assign(pace, { newGrowth: 0, newlyThrottled: false });
    }
    return pollIntervalMs(lease, decision, needsMore()) * (0.5 + random());
  }

  return {
    get lease() {
      return lease;
    },
    allowed,
    usageChanged,
    release: () => review(true),
    reviewed: () => reviewing,
    wake: () => waking.abort(),
  };
}

async function withTimeout<T>(work: Promise<T>, sleep: SharedLeases['sleep']): Promise<T> {
  const done = new AbortController();
  const late = sleep(STORE_TIMEOUT_MS, done.signal).then(() => undefined);
  const first = await Promise.race([work.then((value) => ({ value })), late]);
  done.abort();
  if (!first) throw new Error('the lease store did not respond in time');
  return first.value;
}
