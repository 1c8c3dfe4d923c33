import * as z from 'zod/mini';
import { HOUR_MS, SECOND_MS } from '../../../shared/model/duration.ts';
import type { PendingEndpoint } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';

/** Maximum time of a run; a new message continues the rest, so that others get their turn. */
const MAX_RUN_MS = 5 * SECOND_MS;
/** An attempt that takes longer is slow. */
const SLOW_MS = 2 * SECOND_MS;
/** Slow endpoints of an account are skipped for this multiple of the slow attempt's duration. */
const PAUSE_FACTOR = 10;
/** Posts an hour to all endpoints of an account that never answered 2xx. */
const MAX_UNPROVEN_POSTS = 20;

/** State that an account's runs pass on to the next one. Times are epoch milliseconds. */
export const accountRuns = z.object({
  /** Endpoints that were slow lately are skipped until this time. */
  pausedUntil: z.optional(z.number()),
  /** Times of the posts in the last hour to endpoints that never answered 2xx. */
  unproven: z.optional(z.array(z.number())),
});
export type AccountRuns = Readonly<z.infer<typeof accountRuns>>;

/** State of one worker's run for the endpoints of an account. */
export type AccountRun = ReturnType<typeof newAccountRun>;

export const newAccountRun = (
  { pausedUntil = 0, unproven = [] }: AccountRuns = {},
  now: number,
) => ({
  /** No further delivery is started after this time. */
  endsAt: now + MAX_RUN_MS,
  pausedUntil,
  unproven: unproven.filter((at) => at > now - HOUR_MS),
  delivered: 0,
  failed: 0,
});

/** Counts a post to an endpoint that never answered 2xx; false if the limit is reached. */
export function countUnproven({ unproven }: AccountRun, now: number): boolean {
  if (unproven.length >= MAX_UNPROVEN_POSTS) return false;
  unproven.push(now);
  return true;
}

export const isSlow = (ms: number): boolean => ms > SLOW_MS;

/**
 * Ends a run after a slow attempt.
 * @param timeScale divides every duration
 */
export function endAfterSlowAttempt(
  run: AccountRun,
  ms: number,
  now: number,
  timeScale: number,
): void {
  run.endsAt = now;
  run.pausedUntil = Math.max(run.pausedUntil, now + Math.ceil((PAUSE_FACTOR * ms) / timeScale));
}

/** Whether to skip an endpoint: it was slow within the last hour, and its account is paused. */
export const isSkipped = (
  { slowAt }: Pick<Endpoint, 'slowAt'>,
  { pausedUntil }: AccountRun,
  now: number,
): boolean => slowAt !== undefined && slowAt > now - HOUR_MS && pausedUntil > now;

/** When the endpoint's next run is due, in epoch milliseconds. */
export const dueAtOf = ({
  dueAt,
  pausedUntil = 0,
}: Pick<PendingEndpoint, 'dueAt' | 'pausedUntil'>) => Math.max(dueAt, pausedUntil);
