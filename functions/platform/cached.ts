import type { Clock } from './clock.ts';

/** Reads at most once in `ms`, also for concurrent calls; failed and empty reads are not cached. */
export function cached<T>(read: () => Promise<T>, ms: number, clock: Clock): () => Promise<T> {
  let copy: { readonly value: Promise<T>; readonly until: number } | undefined;
  return async () => {
    if (!copy || copy.until <= clock.now()) copy = { value: read(), until: clock.now() + ms };
    const mine = copy;
    const drop = (): void => {
      if (copy === mine) copy = undefined;
    };
    try {
      const value = await mine.value;
      if (value === undefined) drop();
      return value;
    } catch (error) {
      drop();
      throw error;
    }
  };
}
