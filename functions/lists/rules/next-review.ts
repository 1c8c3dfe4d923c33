import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS, nextUtcMidnight } from '../../../shared/model/duration.ts';
import { LIST_STATUS, isFinalStatus } from '../../../shared/model/list-status.ts';
import { getActiveWatch } from './watch.ts';
import { type List, isAtDailyLimit } from './list.ts';
import type { MessageTimeouts } from './timeouts.ts';
import { UPLOAD_EXPIRY_MS, LATE_WRITE_GRACE_MS, MAX_PAUSED_MS } from './retention.ts';

/** Time until the first review after an event that needs one, such as a start or a pause. */
export const FIRST_REVIEW_DELAY_MS = 20_000;
/** Initial interval of the backoff for paused lists and due checks. */
const FIRST_BACKOFF_MS = MINUTE_MS;
const MAX_BACKOFF_MS = DAY_MS;

/** The reconciler's entry for a list that needs another review. */
export const storedPendingList = z.object({
  userId: z.string(),
  listId: z.string(),
  /** The time at which the entry was added, in epoch milliseconds. */
  since: z.number(),
  /** Whether the list was deleted at `since`, in which case its objects must be deleted too. */
  deleted: z.boolean(),
  /** The earliest time of the review, in epoch milliseconds. */
  due: z.number(),
});

export type PendingList = Readonly<z.infer<typeof storedPendingList>>;

/** The next time after `now` in a backoff from `since`. Intervals double, up to one day. */
function nextBackoff(since: number, firstMs: number, now: number): number {
  let at = since + firstMs;
  for (let step = firstMs; at <= now; step = Math.min(2 * step, MAX_BACKOFF_MS)) at += step;
  return at;
}

/** Returns the times at which a list may need a review; some may be in the past. */
function reviewTimes(
  pending: Pick<PendingList, 'since' | 'deleted'>,
  list: List | undefined,
  now: number,
  { notificationMs, messageMs }: MessageTimeouts,
): number[] {
  if (pending.deleted) return [pending.since + LATE_WRITE_GRACE_MS];
  if (!list)
    return [nextBackoff(pending.since, notificationMs, now), pending.since + UPLOAD_EXPIRY_MS];
  const { status, touchedAt, mailDue } = list;
  const mail = mailDue === null ? [] : [touchedAt + messageMs];
  const watch = getActiveWatch(list);
  const checks = watch ? [watch.nextAt, nextBackoff(watch.nextAt, FIRST_BACKOFF_MS, now)] : [];
  if (isFinalStatus(status)) return [touchedAt + LATE_WRITE_GRACE_MS, ...mail, ...checks];
  if (status === LIST_STATUS.paused)
    return [
      nextBackoff(touchedAt, FIRST_BACKOFF_MS, now),
      touchedAt + MAX_PAUSED_MS,
      ...(isAtDailyLimit(list) ? [nextUtcMidnight(now)] : []),
      ...mail,
    ];
  return [touchedAt + messageMs];
}

/**
 * Returns the time of a list's next review, always after `now`. It depends mostly on the state of
 * the list, so duplicate entries soon get the same time and merge.
 * @param list undefined if its file has not arrived or the list is deleted
 */
export function computeNextReviewTime(
  pending: Pick<PendingList, 'since' | 'deleted'>,
  list: List | undefined,
  now: number,
  timeouts: MessageTimeouts,
): number {
  const times = reviewTimes(pending, list, now, timeouts).filter((moment) => moment > now);
  return times.length > 0 ? Math.min(...times) : now + timeouts.messageMs;
}
