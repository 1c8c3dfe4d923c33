/**
 * A circuit breaker. Many failures in a row at different hosts, without one success, mean that our
 * own line is down. While the breaker is open nothing is tried, except one trial from time to time.
 * The first success closes it.
 *
 * @param threshold failures of different subjects that open it
 * @param openMs milliseconds from one trial to the next while it is open
 * @param now milliseconds
 */
export function createBreaker(threshold: number, openMs: number, now: () => number) {
  const failing = new Set<string>();
  let nextTrial = 0;

  return {
    /** Whether to try now. */
    allows(): boolean {
      if (failing.size < threshold) return true;
      if (now() < nextTrial) return false;
      nextTrial = now() + openMs;
      return true;
    },
    succeeded(): void {
      if (failing.size > 0) failing.clear();
      nextTrial = 0;
    },
    /** @param subject what failed, such as a host; the same one counts once */
    failed(subject: string): void {
      if (failing.size >= threshold) return;
      failing.add(subject);
      if (failing.size === threshold) nextTrial = now() + openMs;
    },
    /** Milliseconds until the next trial; 0 when closed. */
    waitMs(): number {
      return failing.size < threshold ? 0 : Math.max(1, nextTrial - now());
    },
  };
}

export type Breaker = ReturnType<typeof createBreaker>;
