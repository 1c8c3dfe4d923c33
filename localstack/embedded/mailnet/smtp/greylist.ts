/** Remembers triplets of (client, sender, recipient): the only thing a server here must store. */
export class Greylist {
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #firstSeen = new Map<string, number>();

  constructor(windowMs: number, now: () => number) {
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** Whether the triplet was first seen long enough ago; a first sight is remembered. */
  passes(client: string, sender: string, recipient: string): boolean {
    const triplet = `${client} ${sender} ${recipient}`.toLowerCase();
    const first = this.#firstSeen.get(triplet);
    if (first === undefined) this.#firstSeen.set(triplet, this.#now());
    return first !== undefined && this.#now() - first >= this.#windowMs;
  }
}
