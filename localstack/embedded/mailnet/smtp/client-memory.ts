const MINUTE_MS = 60_000;
const GREYLIST_MS = 4 * MINUTE_MS;

/** What servers remember of their clients, for a while. */
export class ClientMemory {
  readonly #scale: number;
  readonly #now: () => number;
  /** First sights of (client, sender, recipient). */
  readonly #triplets = new Map<string, number>();
  readonly #visitors = new Set<string>();
  readonly #minutes = new Map<string, { since: number; recipients: number }>();

  /** @param scale divides the minutes that servers wait */
  constructor(scale: number, now: () => number) {
    this.#scale = scale;
    this.#now = now;
  }

  /**
   * Whether the triplet was seen long enough ago; a first sight is remembered. `forgets`: one that
   * was is as new as at first again.
   */
  ripe(client: string, sender: string, recipient: string, { forgets = false } = {}): boolean {
    const triplet = `${client} ${sender} ${recipient}`.toLowerCase();
    const seen = this.#triplets.get(triplet);
    const ripe = seen !== undefined && this.#now() - seen >= GREYLIST_MS / this.#scale;
    if (seen === undefined || (ripe && forgets)) this.#triplets.set(triplet, this.#now());
    return ripe;
  }

  /** Whether this visitor has ended a connection before. */
  knows(visitor: string): boolean {
    return this.#visitors.has(visitor);
  }

  ended(visitor: string): void {
    this.#visitors.add(visitor);
  }

  /** Counts one more recipient, and tells how many that are in the minute of the first. */
  recipients(visitor: string): number {
    const now = this.#now();
    let minute = this.#minutes.get(visitor);
    if (!minute || now - minute.since >= MINUTE_MS / this.#scale)
      this.#minutes.set(visitor, (minute = { since: now, recipients: 0 }));
    return ++minute.recipients;
  }
}
