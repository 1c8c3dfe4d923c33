/**
 * A circuit breaker. Many consecutive failures at different hosts may mean that our own line is
 * down. A control is then tried, and if it fails too, the breaker opens and allows only one trial
 * from time to time. The first success closes it.
 */
export interface Breaker {
  /** Whether the breaker is open; unlike `allows`, this uses up no trial. */
  isOpen(): boolean;
  /** Opens without a control, for an unambiguous failure. */
  open(): void;
  allows(): boolean;
  succeeded(): void;
  /** @param subject the failed object, such as a host; the same one counts once */
  failed(subject: string): void;
  /** Milliseconds until the next trial; 0 when closed. */
  waitMs(): number;
}

/**
 * @param threshold failures of different subjects after which the control is tried
 * @param openMs milliseconds between trials while the breaker is open
 * @param now milliseconds
 * @param control whether our line works; without one it counts as down
 */
export function createBreaker(
  threshold: number,
  openMs: number,
  now: () => number,
  control?: () => Promise<boolean>,
): Breaker {
  const failedSubjects = new Set<string>();
  let state: 'closed' | 'checked' | 'open' = 'closed';
  let nextTrial = 0;

  function close(): void {
    failedSubjects.clear();
    state = 'closed';
  }

  function open(): void {
    state = 'open';
    nextTrial = now() + openMs;
  }

  async function check(isReachable: () => Promise<boolean>): Promise<void> {
    state = 'checked';
    const isUp = await isReachable();
    // A success in the meantime outweighs the control.
    if (state !== 'checked') return;
    if (isUp) close();
    else open();
  }

  return {
    isOpen: () => state === 'open' && now() < nextTrial,
    open,
    allows() {
      if (state !== 'open') return true;
      if (now() < nextTrial) return false;
      nextTrial = now() + openMs;
      return true;
    },
    succeeded: close,
    failed(subject) {
      if (state !== 'closed') return;
      failedSubjects.add(subject);
      if (failedSubjects.size < threshold) return;
      if (control) void check(control);
      else open();
    },
    waitMs: () => (state === 'open' ? Math.max(1, nextTrial - now()) : 0),
  };
}
