import { HOUR_MS, MINUTE_MS } from '../../shared/model/duration.ts';
import type { Directory } from '../access/adapters/directory.ts';
import type { Clock } from '../platform/clock.ts';
import { createCustomerIndex, type CustomerIndex } from './customer-index.ts';

/**
 * Overlap of two reads of the change feed, in milliseconds. A change is dated before it is written,
 * so it may appear late by the duration of the longest call plus the clock skew.
 */
export const READ_OVERLAP_MS = 2 * MINUTE_MS;
/** Age at which the whole directory is read again; the change feed covers a day. */
export const MAX_CACHE_AGE_MS = 12 * HOUR_MS;

interface DirectoryCache {
  readonly index: CustomerIndex;
  /** Start of the last read, in epoch milliseconds. */
  readAt: number;
}

/**
 * Caches the directory in memory. A cold function reads all of it, a warm one only what changed
 * since its last read. Each call starts its own strongly consistent read, which includes every
 * change whose call has completed. A changed customer is read again by all calls of the next two
 * minutes, because the feed may show the change shortly before the customer item does.
 */
export interface Customers {
  /** Concurrent calls run one after another, and each reads the latest changes. */
  current(): Promise<CustomerIndex>;
}

export function createCustomers(directory: Directory, clock: Clock): Customers {
  let cache: DirectoryCache | undefined;
  let lastRefresh: Promise<unknown> = Promise.resolve();

  async function applyChanges(cached: DirectoryCache): Promise<void> {
    const now = clock.now();
    const ids = new Set(await directory.changes(cached.readAt - READ_OVERLAP_MS));
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
