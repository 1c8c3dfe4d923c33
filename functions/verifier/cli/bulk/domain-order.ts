import { createBuckets } from './buckets.ts';
import { createDomainKeys } from './domain-keys.ts';
import type { Placed } from './placed.ts';
import type { Scratch } from './scratch.ts';

/** Brings addresses into an order in which those of a domain stand together, on disk. */
export interface DomainOrder {
  /** Takes the next address of the input. */
  add(email: string): void;
  readonly size: number;
  /** All that were added. To be called once. */
  ordered(): Generator<Placed, void>;
}

/** Addresses that are brought into order in memory, about. */
const PART = 4096;
/** And at most, since an address that is repeated is all in one part, however often it is there. */
const MOST = 4 * PART;

/**
 * First all go into one bucket, since only the end of the input tells how many there are and which
 * domains are large; then into parts by their keys, each small enough to be ordered in memory.
 */
export function createDomainOrder(scratch: Scratch): DomainOrder {
  const input = createBuckets(scratch, 1);
  const keys = createDomainKeys();
  let size = 0;
  return {
    add(email) {
      input.add(0, { position: size, text: email });
      keys.count(email);
      size += 1;
    },
    get size() {
      return size;
    },
    *ordered() {
      const count = Math.ceil(size / PART);
      const parts = createBuckets(scratch, count);
      for (const placed of input.read(0)) {
        parts.add(Math.floor((keys.keyOf(placed.text) / 2 ** 32) * count), placed);
      }
      for (let part = 0; part < count; part += 1) {
        let some: Keyed[] = [];
        for (const item of parts.read(part)) {
          if (some.push({ item, key: keys.keyOf(item.text) }) < MOST) continue;
          yield* byKey(some);
          some = [];
        }
        yield* byKey(some);
      }
    },
  };
}

interface Keyed {
  item: Placed;
  key: number;
}

function* byKey(some: Keyed[]): Generator<Placed, void> {
  for (const { item } of some.sort((a, b) => a.key - b.key)) yield item;
}
