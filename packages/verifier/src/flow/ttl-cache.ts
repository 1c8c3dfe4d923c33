/**
 * Keeps each value for its TTL, or until many other values are stored after it.
 *
 * When the recent map has reached half the capacity, it becomes the older map, and the previous
 * older map is dropped. With a single map that deletes its first entry when full, each `set` would
 * take 30 µs instead of 0.4 µs at 50,000 entries, because V8 iterates over the deleted entries.
 *
 * @param capacity maximum number of entries; the latest half of them is always kept
 * @param now milliseconds since the epoch
 */
export function createTtlCache<V>(capacity: number, now: () => number) {
  let recent = new Map<string, { value: V; until: number }>();
  let older = recent;
  return {
    get(key: string): V | undefined {
      const entry = recent.get(key) ?? older.get(key);
      return entry && entry.until > now() ? entry.value : undefined;
    },
    set(key: string, value: V, ttlSeconds: number): void {
      if (recent.size >= capacity / 2) {
        older = recent;
        recent = new Map();
      }
      recent.set(key, { value, until: now() + ttlSeconds * 1000 });
    },
  };
}
