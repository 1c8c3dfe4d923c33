export interface ListeningServer {
  port: number;
  close(): Promise<void>;
}

/** Simulates the network's delay and the delays of the servers. */
export interface NetworkDelay {
  /**
   * Delivers a reply one round trip after the message that it answers. Replies keep their order.
   */
  deliver(run: () => void): void;
  /** Runs a callback after a server's delay in milliseconds; immediately for 0. */
  after(ms: number, run: () => void): void;
  stop(): void;
}

/**
 * @param delayMs one-way delay
 * @param timeScale divides every delay of a server
 */
export function createNetworkDelay(delayMs: number, timeScale: number): NetworkDelay {
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
