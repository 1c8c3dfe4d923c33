import { HOUR_MS, SECOND_MS } from '../../../shared/model/duration.ts';

/** Seconds between attempts; the last value repeats. */
const RETRY_DELAYS_SECONDS = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200] as const;
const MAX_GAP_SECONDS = 43_200;
/** Maximum fraction of a gap that is randomly added, to spread out simultaneous failures. */
const JITTER_SHARE = 0.2;
/** Time from the first attempt to the last. */
export const RETRY_WINDOW_MS = 72 * HOUR_MS;
/** Maximum delay that a receiver can request. */
const MAX_RETRY_AFTER_MS = HOUR_MS;
/** Maximum pause of an endpoint whose receiver did not respond. */
const MAX_PAUSE_MS = 600 * SECOND_MS;

/** Number of attempts during which an event blocks later events of the same subject. */
export const MAX_BLOCKING_ATTEMPTS = 4;

/** The delay requested with `Retry-After` (RFC 9110 §10.2.3), or 0. */
function retryAfterMs(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  const requestedMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * SECOND_MS
    : Date.parse(retryAfter) - now;
  return Number.isNaN(requestedMs) ? 0 : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, requestedMs));
}

interface FailedAttempt {
  /** Number of failed attempts, including this one. */
  readonly attempts: number;
  /** Time of the first failed attempt, epoch milliseconds. */
  readonly firstAt: number;
  readonly now: number;
  readonly retryAfter?: string | undefined;
  /** A random number from 0 to 1. */
  readonly random: number;
  /** Divisor of all durations, for simulated time. */
  readonly timeScale: number;
}

/** @returns epoch milliseconds; undefined once three days have passed since the first attempt */
export function computeNextAttemptAt(failed: FailedAttempt): number | undefined {
  const { attempts, firstAt, now, retryAfter, random, timeScale } = failed;
  const end = firstAt + RETRY_WINDOW_MS / timeScale;
  if (now >= end) return undefined;
  const gap =
    (RETRY_DELAYS_SECONDS[attempts - 1] ?? MAX_GAP_SECONDS) *
    SECOND_MS *
    (1 + JITTER_SHARE * random);
  const next = now + Math.max(gap, retryAfterMs(retryAfter, now)) / timeScale;
  return Math.ceil(Math.min(next, end));
}

export const hasFailedTooLong = (failingSince: number | null, now: number, timeScale: number) =>
  failingSince !== null && now - failingSince >= RETRY_WINDOW_MS / timeScale;

/** The pause ends at the next attempt, but at most ten minutes from now. */
export const computePauseEnd = (nextAt: number, now: number, timeScale: number): number =>
  Math.min(nextAt, Math.ceil(now + MAX_PAUSE_MS / timeScale));
