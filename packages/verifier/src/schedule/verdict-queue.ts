import { EventEmitter, once } from 'node:events';
import type { IndexedVerdict } from '../model/types.ts';

export interface VerdictQueue {
  /** Returns the index of the next address of the input, and reserves room in the window. */
  nextIndex(): number;
  push(verdict: IndexedVerdict): void;
  take(): IndexedVerdict[];
  /** Resolves when there are verdicts, or at `wake`. */
  waitForVerdicts(): Promise<void>;
  wake(): void;
  /** Resolves when `size` more addresses fit into the window. */
  waitForCapacity(size: number): Promise<void>;
}

export function createVerdictQueue(window: number): VerdictQueue {
  const events = new EventEmitter();
  let verdicts: IndexedVerdict[] = [];
  let added = 0;
  /** Number of addresses whose verdicts have not been taken yet. */
  let untaken = 0;
  const hasRoomFor = (size: number): boolean => untaken === 0 || untaken + size <= window;

  return {
    nextIndex() {
      untaken += 1;
      added += 1;
      return added - 1;
    },
    push(verdict) {
      verdicts.push(verdict);
      if (verdicts.length === 1) events.emit('verdict');
    },
    take() {
      const taken = verdicts;
      verdicts = [];
      untaken -= taken.length;
      if (taken.length > 0) events.emit('taken');
      return taken;
    },
    async waitForVerdicts() {
      if (verdicts.length === 0) await once(events, 'verdict');
    },
    wake: () => void events.emit('verdict'),
    async waitForCapacity(size) {
      while (!hasRoomFor(size)) await once(events, 'taken');
    },
  };
}
