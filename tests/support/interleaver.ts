import { setImmediate } from 'node:timers/promises';

/** Runs the calls of concurrent parties one at a time, in a random order. */
export interface Interleaver {
  /** Wraps a function so that its calls wait until they are scheduled. */
  wrap<A extends unknown[], R>(call: (...args: A) => Promise<R>): (...args: A) => Promise<R>;
  /** Starts all parties, and schedules their calls until all are done. */
  run(parties: readonly (() => Promise<unknown>)[]): Promise<void>;
}

/**
 * Creates an interleaver. @param random uniform in [0, 1); the same numbers produce the same order
 */
export function createInterleaver(random: () => number): Interleaver {
  const waiting: (() => Promise<void>)[] = [];
  return {
    wrap:
      (call) =>
      (...args) =>
        new Promise((resolve, reject) => {
          waiting.push(() => call(...args).then(resolve, reject));
        }),

    async run(parties) {
      const results = parties.map((party) => party());
      const state = { isRunning: true };
      const settle = async (): Promise<void> => {
        await Promise.allSettled(results);
        state.isRunning = false;
      };
      // A failed party is reported at the end; the others continue.
      const settled = settle();
      while (state.isRunning) {
        // Lets every unfinished party reach its next call. A party that needs longer between two
        // calls is scheduled once it has reached the second call.
        await setImmediate();
        const [next] = waiting.splice(Math.floor(random() * waiting.length), 1);
        await next?.();
      }
      await settled;
      await Promise.all(results);
    },
  };
}
