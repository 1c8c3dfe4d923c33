import { EventEmitter, once } from 'node:events';
import type { IndexedVerdict } from '../model/types.ts';

/** The verdicts of a run that have not been taken yet. */
export interface VerdictQueue {
  /** Returns the index of the next address of the input, and reserves room in the window. */
  nextIndex(): number;
  push(verdict: IndexedVerdict): void;
  /** Removes and returns the verdicts. */
  take(): IndexedVerdict[];
  /** Resolves when there are verdicts, or at `wake`. */
  filled(): Promise<void>;
  wake(): void;
  /** Resolves when `size` more addresses fit into the window. */
  waitForCapacity(size: number): Promise<void>;
}

export function createVerdictQueue(window: number): VerdictQueue {
  const events = new EventEmitter();
  let verdicts: IndexedVerdict[] = [];
  let added = 0;
  /** Addresses whose verdicts have not been taken yet. */
  let held = 0;
  const fits = (size: number): boolean => held === 0 || held + size <= window;

  return {
    nextIndex() {
      held += 1;
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
      held -= taken.length;
      if (taken.length > 0) events.emit('taken');
      return taken;
    },
    async filled() {
      if (verdicts.length === 0) await once(events, 'verdict');
    },
    wake: () => void events.emit('verdict'),
    async waitForCapacity(size) {
      while (!fits(size)) await once(events, 'taken');
    },
  };
}
