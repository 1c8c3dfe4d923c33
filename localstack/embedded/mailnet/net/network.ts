/** A server of the net. */
export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** How far away the simulated net is, and how fast its clocks run. */
export class Network {
  readonly #roundTripMs: number;
  readonly #timeScale: number;
  readonly #underWay = new Set<NodeJS.Timeout>();

  /** `delayMs`: one way. `timeScale` divides every span of time a server takes for itself. */
  constructor(delayMs: number, timeScale: number) {
    this.#roundTripMs = delayMs * 2;
    this.#timeScale = timeScale;
  }

  /** Milliseconds on this net for a span on the real one. */
  scaled(ms: number): number {
    return ms / this.#timeScale;
  }

  /** Hands over what answers a message, one round trip after that arrived; in order. */
  deliver(run: () => void): void {
    this.after(this.#roundTripMs, run);
  }

  /** Runs after real milliseconds, at once for 0. */
  after(ms: number, run: () => void): void {
    if (ms <= 0) {
      run();
      return;
    }
    const timer = setTimeout(() => {
      this.#underWay.delete(timer);
      run();
    }, ms);
    this.#underWay.add(timer);
  }

  /** Forgets what is under way. */
  stop(): void {
    this.#underWay.forEach(clearTimeout);
    this.#underWay.clear();
  }
}
