import type { Clock } from '../clock.ts';
import { forEachConcurrently } from '../for-each-concurrently.ts';
import type { Log } from '../log.ts';

/** Finds the due items of one feature and passes them to `reviewEach`. */
export type Sweep<Deps> = (deps: Deps, reviewEach: ReviewEach) => Promise<void>;

export type ReviewEach = <T extends { readonly userId: string }>(
  due: AsyncIterable<T>,
  review: (item: T) => Promise<void>,
) => Promise<void>;

/** Maximum duration of a run. The next run starts with the items that have been due the longest. */
const MAX_RUN_MS = 40_000;
/** Maximum concurrent reviews, enough to hide the latency of the table and the bucket. */
const CONCURRENCY = 32;

/**
 * Runs sweeps one after another. A failing item does not block the others.
 * @returns the numbers of reviewed (`pending`) and failed items; `deferredItems` is 1 if the time
 * was up before all due items were reviewed
 */
export async function runSweeps<Deps extends { readonly clock: Clock; readonly log: Log }>(
  deps: Deps,
  sweeps: readonly Sweep<Deps>[],
): Promise<{ pending: number; failed: number; deferredItems: number }> {
  const { clock, log } = deps;
  const deadline = clock.now() + MAX_RUN_MS;
  const count = { pending: 0, failed: 0, deferredItems: 0 };

  async function* takeBeforeDeadline<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const item of items) {
      if (clock.now() > deadline) {
        count.deferredItems = 1;
        return;
      }
      yield item;
    }
  }
  const reviewEach: ReviewEach = (due, review) =>
    forEachConcurrently(takeBeforeDeadline(due), CONCURRENCY, async (item) => {
      count.pending += 1;
      try {
        await review(item);
      } catch (error) {
        count.failed += 1;
        log.error('reconcile_failed', error, { user: item.userId });
      }
    });
  for (const sweep of sweeps) await sweep(deps, reviewEach);
  return count;
}
