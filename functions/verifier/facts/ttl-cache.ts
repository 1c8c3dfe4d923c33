/** Remembers values until their time is over, or until many others were stored since. */
export interface TtlCache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V, ttlSeconds: number): void;
}

/**
 * Two maps, of which the older is dropped as a whole: to take single entries from the front of one
 * costs a walk over all the places that became empty there before.
 *
 * @param capacity entries held at most, at least half of them the latest
 * @param now milliseconds since the epoch
 */
export function createTtlCache<V>(capacity: number, now: () => number): TtlCache<V> {
  let recent = new Map<string, { value: V; until: number }>();
  let older = recent;
  return {
    get(key) {
      const entry = recent.get(key) ?? older.get(key);
      return entry && entry.until > now() ? entry.value : undefined;
    },
    set(key, value, ttlSeconds) {
      if (recent.size >= capacity / 2) {
        older = recent;
        recent = new Map();
      }
      recent.set(key, { value, until: now() + ttlSeconds * 1000 });
    },
  };
}
