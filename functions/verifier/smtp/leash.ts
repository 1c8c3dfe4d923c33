/**
 * Lets go of many connections at once. An AbortSignal would do the same, but walks through all its
 * listeners to add one, which is felt with hundreds of connections.
 */
export interface Leash {
  readonly cut: boolean;
  /** To be called back when the leash is cut. */
  hold(letGo: () => void): void;
  drop(letGo: () => void): void;
}

export function createLeash(): Leash & { cutAll(): void } {
  const held = new Set<() => void>();
  let cut = false;
  return {
    get cut() {
      return cut;
    },
    hold(letGo) {
      if (cut) letGo();
      else held.add(letGo);
    },
    drop(letGo) {
      held.delete(letGo);
    },
    cutAll() {
      cut = true;
      for (const letGo of held) letGo();
      held.clear();
    },
  };
}
