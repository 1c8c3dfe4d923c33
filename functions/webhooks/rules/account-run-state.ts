import * as z from 'zod/mini';
import { HOUR_MS, SECOND_MS } from '../../../shared/model/duration.ts';
import type { PendingEndpoint } from './delivery.ts';
import type { StoredEndpoint } from './endpoint.ts';

/** Runs are short, so that other accounts get workers. A new message continues the work. */
const MAX_RUN_MS = 5 * SECOND_MS;
/** Attempts that take longer than this count as slow. */
const SLOW_ATTEMPT_MS = 2 * SECOND_MS;
/** Pause of slow endpoints, as a multiple of the slow attempt's duration. */
const SLOW_PAUSE_FACTOR = 10;
/** Maximum requests per hour and account to endpoints that have never returned a 2xx. */
const MAX_UNPROVEN_POSTS = 20;

/** State that a run of an account passes to the next one. Times are epoch milliseconds. */
export const carriedRunState = z.object({
  /** Recently slow endpoints are skipped until this time. */
  pausedUntil: z.optional(z.number()),
  /** Times of the last hour's requests to endpoints that have never returned a 2xx. */
  unproven: z.optional(z.array(z.number())),
});
export type CarriedRunState = Readonly<z.infer<typeof carriedRunState>>;

/** State of one run of a worker for an account's endpoints. */
export type AccountRunState = ReturnType<typeof createAccountRunState>;

export const createAccountRunState = (
  { pausedUntil = 0, unproven = [] }: CarriedRunState = {},
  now: number,
) => ({
  /** No more deliveries are started after this time. */
  endsAt: now + MAX_RUN_MS,
  pausedUntil,
  unproven: unproven.filter((at) => at > now - HOUR_MS),
  delivered: 0,
  failed: 0,
});

/**
 * Counts a request to an unproven endpoint, which has never returned a 2xx. Returns false if the
 * account's limit is reached.
 */
export function consumeUnprovenRequestQuota({ unproven }: AccountRunState, now: number): boolean {
  if (unproven.length >= MAX_UNPROVEN_POSTS) return false;
  unproven.push(now);
  return true;
}

export const isSlowAttempt = (ms: number): boolean => ms > SLOW_ATTEMPT_MS;

/**
 * Ends a run after a slow attempt, and pauses the account's slow endpoints.
 * @param ms duration of the attempt
 * @param timeScale divisor of the pause, for simulated time
 */
export function endRunAfterSlowAttempt(
  run: AccountRunState,
  ms: number,
  now: number,
  timeScale: number,
): void {
  run.endsAt = now;
  run.pausedUntil = Math.max(
    run.pausedUntil,
    now + Math.ceil((SLOW_PAUSE_FACTOR * ms) / timeScale),
  );
}

/** Whether an endpoint was slow within the last hour and slow endpoints are paused. */
export const isPausedAsSlow = (
  { slowAt }: Pick<StoredEndpoint, 'slowAt'>,
  { pausedUntil }: AccountRunState,
  now: number,
): boolean => slowAt !== undefined && slowAt > now - HOUR_MS && pausedUntil > now;

/** @returns epoch milliseconds */
export const computeNextRunAt = ({
  dueAt,
  pausedUntil = 0,
}: Pick<PendingEndpoint, 'dueAt' | 'pausedUntil'>) => Math.max(dueAt, pausedUntil);
