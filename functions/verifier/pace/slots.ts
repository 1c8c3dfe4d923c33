/** A bounded number of things at once, with callers waiting their turn. */
export interface Slots {
  readonly free: number;
  /** To be called only while one is free. */
  take(): void;
  give(): void;
  /** Calls back once, when a slot has become free. The same callback waits only once. */
  whenFree(callback: () => void): void;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();
  return {
    get free() {
      return free;
    },
    take() {
      free -= 1;
    },
    give() {
      free += 1;
      const callbacks = [...waiting];
      waiting.clear();
      for (const callback of callbacks) callback();
    },
    whenFree(callback) {
      waiting.add(callback);
    },
  };
}
