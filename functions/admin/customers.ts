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
const FORGET_MS = 12 * HOUR_MS;

/** State that a function keeps of the directory between two calls. */
interface Memory {
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
  let memory: Memory | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function catchUp(known: Memory): Promise<void> {
    const now = clock.now();
    const ids = new Set(await directory.changes(known.readAt - OVERLAP_MS));
    for (const row of await directory.read([...ids])) {
      known.index.put(row);
      ids.delete(row.id);
    }
    for (const gone of ids) known.index.remove(gone);
    known.readAt = now;
  }

  async function refresh(): Promise<CustomerIndex> {
    if (memory && clock.now() - memory.readAt < FORGET_MS) {
      await catchUp(memory);
      return memory.index;
    }
    const readAt = clock.now();
    memory = { index: createCustomerIndex(await directory.list()), readAt };
    return memory.index;
  }

  return {
    current() {
      const mine = last.then(refresh, refresh);
      last = mine;
      return mine;
    },
  };
}
