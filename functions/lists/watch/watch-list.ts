import { AppError } from '../../../shared/contract/errors.ts';
import type { ListDetail } from '../../../shared/contract/list-detail.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { ListsDeps } from '../deps.ts';
import { assertResultAvailable } from '../result/assert-result-available.ts';
import type { List } from '../rules/list.ts';
import {
  computeMaxCreditsPerRecheck,
  computeMaxCreditsPerYear,
  estimateCreditsPerYear,
} from '../rules/due-reasons.ts';
import { type ListWatch, newWatch, type WatchSettings } from '../rules/watch.ts';

type Deps = Pick<ListsDeps, 'clock' | 'lists'>;

/** Maximum number of past checks returned: a year of weekly checks. */
const MAX_SHOWN_CHECKS = 52;

/**
 * Starts a watch, which rechecks a finished list at regular intervals.
 * @throws {AppError} `not_found`; `wrong_state` unless the list is finished, and for actions unless
 *   it was imported; `expired`
 */
export async function startWatch(
  deps: Deps,
  userId: string,
  listId: string,
  settings: WatchSettings,
): Promise<NonNullable<ListDetail['watch']>> {
  const now = deps.clock.now();
  const { watch } = await changeWatch(deps, userId, listId, 'watched', async (list) => {
    assertResultAvailable(list, now);
    if (settings.actions && !list.source) throw new AppError('wrong_state');
    return newWatch(list, await deps.lists.rechecksOf(userId, listId), settings, now);
  });
  if (!watch) throw new Error(`list ${listId} has no watch after the update`);
  return watchRow(watch);
}

/** A running check continues. @throws {AppError} `not_found` */
export async function stopWatch(deps: Deps, userId: string, listId: string): Promise<void> {
  await changeWatch(deps, userId, listId, 'unwatched', () => undefined);
}

const changeWatch = (
  { clock, lists }: Deps,
  userId: string,
  listId: string,
  what: 'unwatched' | 'watched',
  change: (list: List) => List['watch'] | Promise<List['watch']>,
): Promise<List> =>
  retryOnConflict(`list ${listId}`, async () => {
    const list = await lists.get(userId, listId);
    if (!list) throw new AppError('not_found');
    return (await lists.setWatch(list, await change(list), clock.now(), what)) ?? 'again';
  });

const watchRow = ({ every, maxCredits, nextAt, stopped, actions }: ListWatch) => ({
  every,
  max_credits: maxCredits,
  next_at: stopped === undefined ? new Date(nextAt).toISOString() : null,
  stopped: stopped ?? null,
  ...(actions && { actions }),
});

/** Returns an empty object until the list is finished. */
export async function describeWatch(
  { lists }: Pick<Deps, 'lists'>,
  list: List,
): Promise<Pick<ListDetail, 'watch' | 'watch_costs' | 'checks'>> {
  if (list.status !== LIST_STATUS.finished) return {};
  const { watch } = list;
  const all = list.rechecks === undefined ? [] : await lists.rechecksOf(list.userId, list.listId);
  const checks = all.flatMap(({ endDate, charged, changes, after, recheckOf }) =>
    endDate !== null && changes && after && !recheckOf?.edits && !recheckOf?.corrections
      ? [{ end_date: endDate, credits_charged: charged, ...changes, ...after }]
      : [],
  );
  return {
    watch_costs: {
      check: computeMaxCreditsPerRecheck(list),
      week: computeMaxCreditsPerYear(list, 'week'),
      month: computeMaxCreditsPerYear(list, 'month'),
      quarter: computeMaxCreditsPerYear(list, 'quarter'),
      typical: {
        week: estimateCreditsPerYear(list, 'week'),
        month: estimateCreditsPerYear(list, 'month'),
        quarter: estimateCreditsPerYear(list, 'quarter'),
      },
    },
    ...(watch && { watch: watchRow(watch) }),
    ...(checks.length > 0 && { checks: checks.slice(-MAX_SHOWN_CHECKS) }),
  };
}
