import { HOUR_MS, MINUTE_MS } from '../../shared/model/duration.ts';
import type { Directory } from '../access/adapters/directory.ts';
import type { Clock } from '../platform/clock.ts';
import { createCustomerIndex, type CustomerIndex } from './rules/customer-index.ts';

/**
 * How far back changes are read again, in milliseconds. A change is dated before it is written and
 * seen after; between the two may lie a call's longest time and the difference of two clocks.
 */
const OVERLAP_MS = 2 * MINUTE_MS;
/** Changes are kept for a day; well before that, everything is read again. */
const FORGET_MS = 12 * HOUR_MS;

/** What a function remembers of the directory between two calls. */
interface Memory {
  readonly index: CustomerIndex;
  /** Epoch milliseconds before the latest reading. */
  readAt: number;
}

/**
 * Keeps the directory in memory: a cold function reads all of it, a warm one what has changed
 * since. Both read strongly consistent and after they were asked, so that a change that was
 * returned anywhere before is seen. A changed customer is read by every call of the next minutes,
 * since a transaction may show its entry in the feed a moment before the customer itself.
 */
export interface Customers {
  /** The customers as they are now. Calls read one after the other, each for itself. */
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
