import { setImmediate as turn } from 'node:timers/promises';

/** A simulated clock, which advances to the next event once no work is pending. */
export interface VirtualTime {
  now: () => number;
  /** Resolves after `ms`, or earlier at the signal. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Stops time until external work has ended. */
  outside: <T>(work: Promise<T>) => Promise<T>;
  /** Advances time event by event, until `isOver` or no event is left. */
  advance(isOver: () => boolean): Promise<void>;
}

interface Event {
  at: number;
  fire: () => void;
}

/** @param start milliseconds since the epoch */
export function createVirtualTime(start: number): VirtualTime {
  let now = start;
  const events: Event[] = [];
  const outside = new Set<Promise<unknown>>();

  /** Lets all work finish that does not wait for the clock. */
  async function runPending(): Promise<void> {
    await turn();
    while (outside.size > 0) {
      await Promise.allSettled(outside);
      await turn();
    }
  }

  function insert(event: Event): void {
    let low = 0;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((events[middle]?.at ?? 0) <= event.at) low = middle + 1;
      else high = middle;
    }
    events.splice(low, 0, event);
  }

  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const event = { at: now + Math.max(0, ms), fire: resolve };
        insert(event);
        signal?.addEventListener('abort', () => {
          const place = events.indexOf(event);
          if (place >= 0) events.splice(place, 1);
          resolve();
        });
      }),
    async outside(work) {
      outside.add(work);
      try {
        return await work;
      } finally {
        outside.delete(work);
      }
    },
    async advance(isOver) {
      await runPending();
      while (!isOver()) {
        const event = events.shift();
        if (!event) return;
        now = event.at;
        event.fire();
        await runPending();
      }
    },
  };
}
