import type { Ask } from './ask.ts';

/** The addresses of a run by their key, so that each mailbox is asked for once. */
export interface Roster {
  /** An address that is open, or was answered not long ago. */
  find(key: string): Ask | undefined;
  add(ask: Ask): void;
  /** All that are without an answer. */
  open(): Iterable<Ask>;
}

/**
 * Two generations: when the younger is full the older is forgotten, but for what is still open.
 * To forget each address with its answer would cost more, and would ask its twin again.
 *
 * @param capacity addresses of one generation
 */
export function createRoster(capacity: number): Roster {
  let younger = new Map<string, Ask>();
  let older = new Map<string, Ask>();

  function turn(): void {
    const next = new Map<string, Ask>();
    for (const [key, ask] of older) if (!ask.answer) next.set(key, ask);
    older = younger;
    younger = next;
  }

  return {
    find: (key) => younger.get(key) ?? older.get(key),
    add(ask) {
      if (younger.size >= capacity) turn();
      younger.set(ask.key, ask);
    },
    *open() {
      for (const generation of [older, younger]) {
        for (const ask of generation.values()) if (!ask.answer) yield ask;
      }
    },
  };
}
