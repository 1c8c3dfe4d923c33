/** How many connections of one client a server serves at once. */
export class Places {
  readonly #taken = new Map<string, number>();

  /** Takes a place; returns how to give it back, or `undefined` if all are taken. */
  take(who: string, max: number): (() => void) | undefined {
    const taken = this.#taken.get(who) ?? 0;
    if (taken >= max) return undefined;
    this.#taken.set(who, taken + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const left = (this.#taken.get(who) ?? 1) - 1;
      if (left > 0) this.#taken.set(who, left);
      else this.#taken.delete(who);
    };
  }
}
