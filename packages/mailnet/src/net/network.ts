/** A server of the net. */
export interface Listening {
  port: number;
  close(): Promise<void>;
}

export type Network = ReturnType<typeof createNetwork>;

/**
 * How far away the simulated net is, and how fast its clocks run.
 * @param delayMs one way
 * @param timeScale divides every span of time a server takes for itself
 */
export function createNetwork(delayMs: number, timeScale: number) {
  const underWay = new Set<NodeJS.Timeout>();
  const wait = (ms: number, run: () => void): void => {
    if (ms <= 0) return run();
    const timer = setTimeout(() => {
      underWay.delete(timer);
      run();
    }, ms);
    underWay.add(timer);
  };
  return {
    /** Hands over what answers a message, one round trip after that arrived; in order. */
    deliver: (run: () => void): void => wait(delayMs * 2, run),
    /** Runs after the time that a server takes, at once for 0. */
    after: (ms: number, run: () => void): void => wait(ms / timeScale, run),
    /** Forgets what is under way. */
    stop(): void {
      underWay.forEach(clearTimeout);
      underWay.clear();
    },
  };
}
