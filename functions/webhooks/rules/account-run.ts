import * as z from 'zod/mini';
import { HOUR_MS, SECOND_MS } from '../../../shared/model/duration.ts';
import type { PendingEndpoint } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';

/** What takes longer is left to a further message, so that others get their turn. */
const RUN_MS = 5 * SECOND_MS;
/** An attempt that takes longer is slow. */
const SLOW_MS = 2 * SECOND_MS;
/** So many times as long as a slow attempt took, slow endpoints of its account are left alone. */
const PAUSE_FACTOR = 10;
/** Posts an hour to all endpoints of an account that never answered 2xx. */
const MAX_UNPROVEN_POSTS = 20;

/** What an account's runs leave to the next one, by the moment in epoch milliseconds. */
export const accountRuns = z.object({
  /** Endpoints that were slow lately are sent nothing before. */
  pausedUntil: z.optional(z.number()),
  /** Of each post of the last hour to an endpoint that never answered 2xx. */
  unproven: z.optional(z.array(z.number())),
});
export type AccountRuns = Readonly<z.infer<typeof accountRuns>>;

/** One worker's run for the endpoints of an account, and what has become of it so far. */
export type AccountRun = ReturnType<typeof newAccountRun>;

export const newAccountRun = (
  { pausedUntil = 0, unproven = [] }: AccountRuns = {},
  now: number,
) => ({
  /** Nothing is taken up from then on. */
  endsAt: now + RUN_MS,
  pausedUntil,
  unproven: unproven.filter((at) => at > now - HOUR_MS),
  delivered: 0,
  failed: 0,
});

/** Counts a post to an endpoint that never answered 2xx; false where there is none left. */
export function countUnproven({ unproven }: AccountRun, now: number): boolean {
  if (unproven.length >= MAX_UNPROVEN_POSTS) return false;
  unproven.push(now);
  return true;
}

export const isSlow = (ms: number): boolean => ms > SLOW_MS;

/** Ends a run by a slow attempt. @param timeScale divides every duration */
export function endBySlow(run: AccountRun, ms: number, now: number, timeScale: number): void {
  run.endsAt = now;
  run.pausedUntil = Math.max(run.pausedUntil, now + Math.ceil((PAUSE_FACTOR * ms) / timeScale));
}

/** Whether an endpoint was slow within the hour, and its account's slow ones have had their share. */
export const isLeftAlone = (
  { slowAt }: Pick<Endpoint, 'slowAt'>,
  { pausedUntil }: AccountRun,
  now: number,
): boolean => slowAt !== undefined && slowAt > now - HOUR_MS && pausedUntil > now;

/** When an endpoint is looked at, epoch milliseconds. */
export const dueAtOf = ({
  dueAt,
  pausedUntil = 0,
}: Pick<PendingEndpoint, 'dueAt' | 'pausedUntil'>) => Math.max(dueAt, pausedUntil);
