import { HOUR_MS, SECOND_MS } from '../../../shared/model/duration.ts';

/** Seconds between attempts; the last one repeats. */
const GAPS = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200] as const;
const LONGEST = 43_200;
/** So much longer at most, so that what failed together is not sent together again. */
const JITTER = 0.2;
/** From the first attempt to the last. */
const WINDOW_MS = 72 * HOUR_MS;
/** The most that a receiver may ask for. */
const MAX_ASKED_MS = HOUR_MS;
/** The most that an endpoint whose receiver did not respond is left alone. */
const MAX_PAUSE_MS = 600 * SECOND_MS;

/** Attempts of an event that keep later ones of the same subject waiting. */
export const ORDERED_ATTEMPTS = 4;

/** Milliseconds that a receiver asks for: seconds or a date (RFC 9110 §10.2.3); 0 for none. */
function askedMs(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  const wanted = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * SECOND_MS
    : Date.parse(retryAfter) - now;
  return Number.isNaN(wanted) ? 0 : Math.min(MAX_ASKED_MS, Math.max(0, wanted));
}

interface Failed {
  /** Attempts that failed, this one included. */
  readonly attempts: number;
  /** The first of them, and this one, epoch milliseconds. */
  readonly firstAt: number;
  readonly now: number;
  /** What the response asks for by its header `Retry-After`. */
  readonly retryAfter?: string | undefined;
  /** From 0 to 1. */
  readonly random: number;
  /** Divides every duration. */
  readonly timeScale: number;
}

/** When it is sent again, epoch milliseconds; undefined once three days have passed. */
export function nextAttempt(failed: Failed): number | undefined {
  const { attempts, firstAt, now, retryAfter, random, timeScale } = failed;
  const end = firstAt + WINDOW_MS / timeScale;
  if (now >= end) return undefined;
  const gap = (GAPS[attempts - 1] ?? LONGEST) * SECOND_MS * (1 + JITTER * random);
  const next = now + Math.max(gap, askedMs(retryAfter, now)) / timeScale;
  return Math.ceil(Math.min(next, end));
}

/** Whether nothing was taken for three days. */
export const isLongFailing = (failingSince: number | null, now: number, timeScale: number) =>
  failingSince !== null && now - failingSince >= WINDOW_MS / timeScale;

/** Until when an endpoint is left alone whose receiver did not respond to what is due again then. */
export const pauseUntil = (nextAt: number, now: number, timeScale: number): number =>
  Math.min(nextAt, Math.ceil(now + MAX_PAUSE_MS / timeScale));
