import type { Clock } from './clock.ts';

/** Failures and undefined are not cached. Concurrent calls share a read. */
export function cacheWithTtl<T>(
  read: () => Promise<T>,
  ttlMs: number,
  clock: Clock,
): () => Promise<T> {
  let entry: { readonly value: Promise<T>; readonly until: number } | undefined;
  return async () => {
    if (!entry || entry.until <= clock.now()) entry = { value: read(), until: clock.now() + ttlMs };
    const current = entry;
    const invalidate = (): void => {
      if (entry === current) entry = undefined;
    };
    try {
      const value = await current.value;
      if (value === undefined) invalidate();
      return value;
    } catch (error) {
      invalidate();
      throw error;
    }
  };
}
