const MAX_SPENT = 4096;

/** Tasks that all wait equally long: first in, first out, one timer for all of them. */
class Line {
  readonly #ms: number;
  #tasks: { due: number; run: () => void }[] = [];
  #next = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  add(run: () => void): void {
    this.#tasks.push({ due: performance.now() + this.#ms, run });
    this.#timer ??= setTimeout(this.#flush, this.#ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#tasks = [];
    this.#next = 0;
  }

  readonly #flush = (): void => {
    let wait = 0;
    for (let task = this.#tasks[this.#next]; task; task = this.#tasks[this.#next]) {
      wait = task.due - performance.now();
      if (wait > 0.5) break;
      this.#next++;
      task.run();
    }
    const waiting = this.#next < this.#tasks.length;
    this.#timer = waiting ? setTimeout(this.#flush, Math.ceil(wait)) : undefined;
    // Under steady traffic the line never runs empty, so what is done must go before that.
    if (waiting && this.#next < MAX_SPENT) return;
    this.#tasks.splice(0, this.#next);
    this.#next = 0;
  };
}

/** How far away the simulated net is, and how fast its clocks run. */
export class Network {
  readonly #roundTripMs: number;
  readonly #timeScale: number;
  readonly #lines = new Map<number, Line>();

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
    let line = this.#lines.get(ms);
    if (!line) this.#lines.set(ms, (line = new Line(ms)));
    line.add(run);
  }

  /** Forgets what is under way. */
  stop(): void {
    for (const line of this.#lines.values()) line.stop();
  }
}
