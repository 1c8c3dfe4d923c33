import type { LeaseStore, ProviderLeases } from '../src/model/leases.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A lease table in memory, with conditional writes and some milliseconds of latency. */
export interface MemoryLeases {
  /** Returns the table as one process sees it. */
  storeOf(holder: string): LeaseStore;
  state(key: string): ProviderLeases | undefined;
  reads: number;
  writes: { holder: string; key: string; at: number; isFirst: boolean; isDone: boolean }[];
  isDown: boolean;
}

const stateOf = (text: string) => JSON.parse(text) as ProviderLeases;

/** @param isConditional false simulates a defective table, in which a write replaces any version */
export function createMemoryLeases(
  time: Pick<VirtualTime, 'now' | 'sleep'>,
  random: () => number,
  isConditional = true,
): MemoryLeases {
  const items = new Map<string, { version: number; text: string }>();
  const simulateLatency = () => time.sleep(1 + 9 * random());
  const table: MemoryLeases = {
    reads: 0,
    writes: [],
    isDown: false,
    state(key) {
      const item = items.get(key);
      return item && stateOf(item.text);
    },
    storeOf: (holder) => ({
      async read(key) {
        await simulateLatency();
        table.reads += 1;
        const item = items.get(key);
        if (table.isDown) throw new Error('down');
        await simulateLatency();
        return item && { version: item.version, state: stateOf(item.text) };
      },
      async write(key, version, state) {
        await simulateLatency();
        if (table.isDown) throw new Error('down');
        const item = items.get(key);
        const isDone = !isConditional || (item?.version ?? 0) === version;
        const isFirst = !(
          item &&
          stateOf(item.text).leases.some(
            (lease) => lease.holder === holder && lease.until > time.now(),
          )
        );
        table.writes.push({ holder, key, at: time.now(), isFirst, isDone });
        if (isDone) items.set(key, { version: version + 1, text: JSON.stringify(state) });
        await simulateLatency();
        return isDone;
      },
    }),
  };
  return table;
}
