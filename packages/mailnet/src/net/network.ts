/** A server of the net. */
export interface ListeningServer {
  port: number;
  close(): Promise<void>;
}

/** How far away the simulated net is, and how fast its clocks run. */
export interface Network {
  /** Delivers the answer to a message one round trip after the message arrived; in order. */
  deliver(run: () => void): void;
  /** Runs after a server's delay, immediately for 0. */
  after(ms: number, run: () => void): void;
  /** Cancels everything under way. */
  stop(): void;
}

/**
 * @param delayMs one way
 * @param timeScale divides every span of time a server takes for itself
 */
export function createNetwork(delayMs: number, timeScale: number): Network {
  const pendingTimers = new Set<NodeJS.Timeout>();
  const wait = (ms: number, run: () => void): void => {
    if (ms <= 0) return run();
    const timer = setTimeout(() => {
      pendingTimers.delete(timer);
      run();
    }, ms);
    pendingTimers.add(timer);
  };
  return {
    deliver: (run) => wait(delayMs * 2, run),
    after: (ms, run) => wait(ms / timeScale, run),
    stop() {
      pendingTimers.forEach(clearTimeout);
      pendingTimers.clear();
    },
  };
}
