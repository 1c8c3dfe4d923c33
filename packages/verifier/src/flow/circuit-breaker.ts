/**
 * A circuit breaker. Many consecutive failures at different hosts may mean that our own connection
 * is down. The breaker then checks a control, such as a reliable third party, and opens if that
 * fails, too. While open, it allows a single trial from time to time. The first success closes it.
 */
export interface CircuitBreaker {
  /** Whether the breaker is open and no trial is due; unlike `allows`, does not use up a trial. */
  isOpen(): boolean;
  /** Opens without checking the control, for an unambiguous failure. */
  open(): void;
  allows(): boolean;
  succeeded(): void;
  /** @param subject what failed, such as a host; repeated subjects count once */
  failed(subject: string): void;
  /** Milliseconds until the next trial; 0 when closed. */
  waitMs(): number;
}

/**
 * @param threshold failures of different subjects after which the control is checked
 * @param openMs milliseconds between trials while the breaker is open
 * @param now milliseconds
 * @param control whether our own connection works; if absent, it counts as down
 */
export function createCircuitBreaker(
  threshold: number,
  openMs: number,
  now: () => number,
  control?: () => Promise<boolean>,
): CircuitBreaker {
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
    // A success during the check overrides its result.
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
