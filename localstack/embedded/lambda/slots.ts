/** A fixed number of places for work that runs at once. */
export interface Slots {
  /** Waits for a place and takes it; call what it resolves to, once, to give it back. */
  take(): Promise<() => void>;
  /** Resolves when every place is free. */
  empty(): Promise<void>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  const watching: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    free += 1;
    if (free === count) watching.splice(0).forEach((resolve) => resolve());
  };
  return {
    async take() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return release;
    },
    async empty() {
      if (free < count) await new Promise<void>((resolve) => watching.push(resolve));
    },
  };
}
