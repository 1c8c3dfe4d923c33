/**
 * Tells an outage of ours from the failures of others: many failures in a row over different
 * subjects, with not one success between them, are ours. While open, nothing is tried; after a
 * while one trial at a time is let through, and the first success closes it.
 */
export interface Breaker {
  /** Whether to try now. */
  allows(): boolean;
  succeeded(): void;
  /** @param subject what failed, such as a host: the same one again proves nothing new */
  failed(subject: string): void;
  /** Milliseconds until the next trial; 0 when closed. */
  waitMs(): number;
}

/**
 * @param threshold failures over distinct subjects that open it
 * @param openMs how long it stays open before each trial
 * @param now milliseconds
 */
export function createBreaker(threshold: number, openMs: number, now: () => number): Breaker {
  const failing = new Set<string>();
  let nextTrial = 0;

  return {
    allows() {
      if (failing.size < threshold) return true;
      if (now() < nextTrial) return false;
      nextTrial = now() + openMs;
      return true;
    },
    succeeded() {
      if (failing.size > 0) failing.clear();
      nextTrial = 0;
    },
    failed(subject) {
      if (failing.size >= threshold) return;
      failing.add(subject);
      if (failing.size === threshold) nextTrial = now() + openMs;
    },
    waitMs() {
      return failing.size < threshold ? 0 : Math.max(1, nextTrial - now());
    },
  };
}
