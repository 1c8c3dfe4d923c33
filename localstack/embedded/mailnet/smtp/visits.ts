/** What servers remember of their clients, for a while: who came before, and how much they asked. */
export class Visits {
  readonly #minuteMs: number;
  readonly #now: () => number;
  readonly #known = new Set<string>();
  readonly #minutes = new Map<string, { since: number; recipients: number }>();

  constructor(minuteMs: number, now: () => number) {
    this.#minuteMs = minuteMs;
    this.#now = now;
  }

  /** Whether this visitor has ended a connection before. */
  knows(visitor: string): boolean {
    return this.#known.has(visitor);
  }

  ended(visitor: string): void {
    this.#known.add(visitor);
  }

  /** Counts one more recipient, and tells how many that are in the minute of the first. */
  recipients(visitor: string): number {
    const now = this.#now();
    const before = this.#minutes.get(visitor);
    const minute =
      before && now - before.since < this.#minuteMs ? before : { since: now, recipients: 0 };
    minute.recipients += 1;
    this.#minutes.set(visitor, minute);
    return minute.recipients;
  }
}
