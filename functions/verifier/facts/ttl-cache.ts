/** Remembers values until their time is over, the least recently stored ones leaving first. */
export interface TtlCache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V, ttlSeconds: number): void;
}

/**
 * @param capacity entries held at most
 * @param now milliseconds since the epoch
 */
export function createTtlCache<V>(capacity: number, now: () => number): TtlCache<V> {
  const entries = new Map<string, { value: V; until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.until > now()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value, ttlSeconds) {
      entries.delete(key);
      entries.set(key, { value, until: now() + ttlSeconds * 1000 });
      if (entries.size <= capacity) return;
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    },
  };
}
