import { isOverdue, reviewCheck } from '../../checks/review-check.ts';
import { reviewWatch, type ReviewWatchDeps } from '../../low-credits/review-watch.ts';
import { forEach } from '../../platform/for-each.ts';
import type { ListsDeps } from '../deps.ts';
import { createResumeOnce } from './resume-once.ts';
import { type ReviewDeps, reviewList } from './review-list.ts';

type ReconcileDeps = ReviewDeps & ReviewWatchDeps & Pick<ListsDeps, 'checkQueue' | 'checks'>;

/** What takes longer is left to the next run, which begins with what has been due the longest. */
const RUN_MS = 40_000;
/** Enough to hide the latency of table and bucket. */
const AT_ONCE = 32;

/**
 * Reviews what is pending and puts right what a lost message, a killed worker or a failed
 * mail left. A list is reviewed when it is due, a single check when it should be over, a watch of
 * credits as soon as something is due by it. An item that fails does not keep the others waiting.
 * @returns how many items it reviewed, and how many of these failed; `unfinished` is 1 where its
 *   time was up before it had seen all that is due
 */
export async function reconcile(
  deps: ReconcileDeps,
): Promise<{ pending: number; failed: number; unfinished: number }> {
  const { clock, log } = deps;
  const startedAt = clock.now();
  const count = { pending: 0, failed: 0, unfinished: 0 };

  async function* inTime<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const item of items) {
      if (clock.now() - startedAt > RUN_MS) {
        count.unfinished = 1;
        return;
      }
      yield item;
    }
  }
  const reviewAll = <T extends { readonly userId: string }>(
    items: AsyncIterable<T>,
    review: (item: T) => Promise<void>,
  ): Promise<void> =>
    forEach(inTime(items), AT_ONCE, async (item) => {
      count.pending += 1;
      try {
        await review(item);
      } catch (error) {
        count.failed += 1;
        log.error('reconcile_failed', error, { user: item.userId });
      }
    });

  const resumeOnce = createResumeOnce(deps);
  await reviewAll(overdue(deps, startedAt), (check) => reviewCheck(deps, check));
  await reviewAll(deps.watches.listDue(), (due) => reviewWatch(deps, due));
  await reviewAll(deps.lists.pendingItems(startedAt), (list) => reviewList(deps, resumeOnce, list));
  return count;
}

async function* overdue({ checks }: ReconcileDeps, now: number) {
  for await (const check of checks.pendingItems()) if (isOverdue(check, now)) yield check;
}
