/** Runs the actions on one key one after the other, in the order they were asked for. */
export type KeyLock = <T>(key: string, action: () => Promise<T>) => Promise<T>;

export function createKeyLock(): KeyLock {
  const tails = new Map<string, Promise<void>>();
  return async (key, action) => {
    const previous = tails.get(key);
    const { promise: tail, resolve: release } = Promise.withResolvers<void>();
    tails.set(key, tail);
    try {
      await previous;
      return await action();
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
      release();
    }
  };
}
