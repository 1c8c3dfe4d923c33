import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS } from '../../../shared/model/duration.ts';
import { LIST_STATUS, isFinal } from '../../../shared/model/list-status.ts';
import { activeWatch } from './watch.ts';
import type { List } from './list.ts';
import type { Timeouts } from './timeouts.ts';
import { ANNOUNCED_MS, LATE_WRITE_MS, PAUSED_MS } from './retention.ts';

/** How soon a list is first reviewed once it is paused, or has started. */
export const FIRST_REVIEW_MS = 20_000;
/** The first of the ever rarer reviews of a paused list. */
const STANDSTILL_MS = MINUTE_MS;
/** The longest time between two reviews of a paused list. */
const RAREST_MS = DAY_MS;

/** A list that is still to be reviewed, as it is noted for the reconciler. */
export const storedPendingList = z.object({
  userId: z.string(),
  listId: z.string(),
  /** Epoch milliseconds. */
  since: z.number(),
  /** The list was deleted at `since`; its objects have to go. */
  deleted: z.boolean(),
  /** Epoch milliseconds from which on to review it. */
  due: z.number(),
});

export type PendingList = Readonly<z.infer<typeof storedPendingList>>;

/** The next of `firstMs` after `since`, then twice, four times … as long; at most a day apart. */
function rarer(since: number, firstMs: number, now: number): number {
  let at = since + firstMs;
  for (let step = firstMs; at <= now; step = Math.min(2 * step, RAREST_MS)) at += step;
  return at;
}

/** Moments at which something may have to be done about a list. Some may have passed. */
function momentsOf(
  noted: Pick<PendingList, 'since' | 'deleted'>,
  list: List | undefined,
  now: number,
  { notificationMs, messageMs }: Timeouts,
): number[] {
  if (noted.deleted) return [noted.since + LATE_WRITE_MS];
  if (!list) return [rarer(noted.since, notificationMs, now), noted.since + ANNOUNCED_MS];
  const { status, touchedAt, mailDue } = list;
  const mail = mailDue === null ? [] : [touchedAt + messageMs];
  const watch = activeWatch(list);
  const checks = watch ? [watch.nextAt, rarer(watch.nextAt, STANDSTILL_MS, now)] : [];
  if (list.editedAt !== undefined) checks.push(rarer(list.editedAt, STANDSTILL_MS, now));
  if (isFinal(status)) return [touchedAt + LATE_WRITE_MS, ...mail, ...checks];
  if (status === LIST_STATUS.paused)
    return [rarer(touchedAt, STANDSTILL_MS, now), touchedAt + PAUSED_MS, ...mail];
  return [touchedAt + messageMs];
}

/**
 * When the reconciler reviews a list again, later than `now`. It depends on the state of the list
 * more than on `now`, so that a list which is noted twice is soon noted once.
 * @param list undefined as long as its file has not arrived, or when it is gone
 */
export function nextReview(
  noted: Pick<PendingList, 'since' | 'deleted'>,
  list: List | undefined,
  now: number,
  timeouts: Timeouts,
): number {
  const moments = momentsOf(noted, list, now, timeouts).filter((moment) => moment > now);
  return moments.length > 0 ? Math.min(...moments) : now + timeouts.messageMs;
}
