/** Remembers triplets of (client, sender, recipient): the only thing a server here must store. */
export class Greylist {
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #seen = new Map<string, number>();

  constructor(windowMs: number, now: () => number) {
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /**
   * Whether the triplet was seen long enough ago; a first sight is remembered. `forgets`: one that
   * was is as new as at first again.
   */
  ripe(client: string, sender: string, recipient: string, { forgets = false } = {}): boolean {
    const triplet = `${client} ${sender} ${recipient}`.toLowerCase();
    const seen = this.#seen.get(triplet);
    const ripe = seen !== undefined && this.#now() - seen >= this.#windowMs;
    if (seen === undefined || (ripe && forgets)) this.#seen.set(triplet, this.#now());
    return ripe;
  }
}
