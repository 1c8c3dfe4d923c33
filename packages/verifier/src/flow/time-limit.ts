const STEPS = 8;

export interface TimeLimit {
  restart(): void;
  stop(): void;
}

/**
 * Calls `onExpired` after `ms` milliseconds, unless the caller stops or restarts the limit first.
 * The time is counted in steps, and sockets are read between them: Node runs due timers before it
 * reads, so after a pause of this process, a single timer would expire while received data waits
 * unread. A pause counts as at most one step, because it is not caused by the peer.
 */
export function startTimeLimit(ms: number, onExpired: () => void): TimeLimit {
  let elapsedSteps = 0;
  const timer = setTimeout(
    () => {
      elapsedSteps += 1;
      if (elapsedSteps < STEPS) timer.refresh();
      else onExpired();
    },
    Math.ceil(ms / STEPS),
  );
  return {
    restart() {
      elapsedSteps = 0;
      timer.refresh();
    },
    stop: () => clearTimeout(timer),
  };
}
