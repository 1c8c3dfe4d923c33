import { HOUR_MS, MINUTE_MS } from '../../shared/model/duration.ts';
import type { Directory } from '../access/adapters/directory.ts';
import type { Clock } from '../platform/clock.ts';
import { createCustomerIndex, type CustomerIndex } from './rules/customer-index.ts';

/**
 * Overlap of two reads of the change feed, in milliseconds. A change is dated before it is written
 * and visible only afterwards; the gap may be as long as the longest call plus the skew of two
 * clocks.
 */
const OVERLAP_MS = 2 * MINUTE_MS;
/** The feed keeps changes for a day; well before that, everything is read again. */
const MAX_CACHE_AGE_MS = 12 * HOUR_MS;

/** State that a function keeps of the directory between two calls. */
interface DirectoryCache {
  readonly index: CustomerIndex;
  /** Start of the latest read, in epoch milliseconds. */
  readAt: number;
}

/**
 * Caches the directory in memory: a cold function reads all of it, a warm one only the changes
 * since. All reads are strongly consistent and start after the call, so that any change already
 * returned by another call is seen. Calls of the next minutes read a changed customer again,
 * because the feed may show the change a moment before the customer item does.
 */
export interface Customers {
  /** The current customers. Concurrent calls take turns, and each reads again. */
  current(): Promise<CustomerIndex>;
}

export function createCustomers(directory: Directory, clock: Clock): Customers {
  let cache: DirectoryCache | undefined;
  let lastRefresh: Promise<unknown> = Promise.resolve();

  async function applyChanges(cached: DirectoryCache): Promise<void> {
    const now = clock.now();
    const ids = new Set(await directory.changes(cached.readAt - OVERLAP_MS));
    for (const row of await directory.read([...ids])) {
      cached.index.put(row);
      ids.delete(row.id);
    }
    for (const removedId of ids) cached.index.remove(removedId);
    cached.readAt = now;
  }

  async function refresh(): Promise<CustomerIndex> {
    if (cache && clock.now() - cache.readAt < MAX_CACHE_AGE_MS) {
      await applyChanges(cache);
      return cache.index;
    }
    const readAt = clock.now();
    cache = { index: createCustomerIndex(await directory.list()), readAt };
    return cache.index;
  }

  return {
    current() {
      const refreshed = lastRefresh.then(refresh, refresh);
      lastRefresh = refreshed;
      return refreshed;
    },
  };
}
