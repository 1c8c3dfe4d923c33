import { DAY_MS } from '../../../shared/model/duration.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { WATCH_INTERVAL_DAYS } from '../../../shared/model/watch.ts';
import type { List } from './list.ts';
import type { WatchSpan } from './due-reasons.ts';

export type ListWatch = NonNullable<List['watch']>;

export type WatchSettings = Pick<ListWatch, 'every' | 'maxCredits' | 'startedBy' | 'actions'>;

export const getActiveWatch = ({ watch }: Pick<List, 'watch'>): ListWatch | undefined =>
  watch?.stopped === undefined ? watch : undefined;

/**
 * Returns the watch of a finished list with new settings. A new watch starts at the time the list
 * finished; a changed or restarted watch continues from the last check that was not canceled.
 * @param now epoch milliseconds
 */
export function newWatch(
  { endDate, createdAt, watch }: Pick<List, 'endDate' | 'createdAt' | 'watch'>,
  rechecks: readonly Pick<List, 'recheckOf' | 'status'>[],
  { every, maxCredits, startedBy, actions }: WatchSettings,
  now: number,
): ListWatch {
  const since = Date.parse(endDate ?? createdAt);
  const checkedUntil = rechecks.map(({ recheckOf, status }) =>
    status === LIST_STATUS.canceled ? since : (recheckOf?.span?.to ?? since),
  );
  if (watch && watch.stopped !== 'canceled') checkedUntil.push(watch.lastAt);
  const lastAt = Math.max(since, ...checkedUntil);
  return {
    every,
    maxCredits,
    since,
    lastAt,
    nextAt: Math.max(now, lastAt + WATCH_INTERVAL_DAYS[every] * DAY_MS),
    ...(startedBy !== undefined && { startedBy }),
    ...(actions && { actions }),
  };
}

export const nextWatchSpan = ({ since, lastAt, nextAt }: ListWatch): WatchSpan => ({
  since,
  from: lastAt,
  to: nextAt,
});

/** Returns the watch after its due check has started. The next check is due after `now`. */
export function advanceWatch(watch: ListWatch, now: number): ListWatch {
  const intervalMs = WATCH_INTERVAL_DAYS[watch.every] * DAY_MS;
  const missed = Math.max(0, Math.floor((now - watch.nextAt) / intervalMs));
  return { ...watch, lastAt: watch.nextAt, nextAt: watch.nextAt + (missed + 1) * intervalMs };
}
