import type { Clock } from '../clock.ts';
import { forEach } from '../for-each.ts';
import type { Log } from '../log.ts';

/** Reviews what one feature has due, by a function that each sweep of a run is given. */
export type Sweep<Deps> = (deps: Deps, reviewEach: ReviewEach) => Promise<void>;

export type ReviewEach = <T extends { readonly userId: string }>(
  due: AsyncIterable<T>,
  review: (item: T) => Promise<void>,
) => Promise<void>;

/** What takes longer is left to the next run, which begins with what has been due the longest. */
const RUN_MS = 40_000;
/** Enough to hide the latency of table and bucket. */
const CONCURRENCY = 32;

/**
 * Runs sweeps one after the other. An item that fails does not keep the others waiting.
 * @returns how many items were reviewed, and how many of these failed; `deferredItems` is 1 where
 *   the time was up before all that is due was seen
 */
export async function runSweeps<Deps extends { readonly clock: Clock; readonly log: Log }>(
  deps: Deps,
  sweeps: readonly Sweep<Deps>[],
): Promise<{ pending: number; failed: number; deferredItems: number }> {
  const { clock, log } = deps;
  const end = clock.now() + RUN_MS;
  const count = { pending: 0, failed: 0, deferredItems: 0 };

  async function* inTime<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const item of items) {
      if (clock.now() > end) {
        count.deferredItems = 1;
        return;
      }
      yield item;
    }
  }
  const reviewEach: ReviewEach = (due, review) =>
    forEach(inTime(due), CONCURRENCY, async (item) => {
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
