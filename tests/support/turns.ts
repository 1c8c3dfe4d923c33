import { setImmediate } from 'node:timers/promises';

/** Calls of parties that act side by side, one at a time, in an order that chance picks. */
export interface Turns {
  /** The function as it runs when its turn comes. */
  wrap<A extends unknown[], R>(call: (...args: A) => Promise<R>): (...args: A) => Promise<R>;
  /** Starts all parties and gives turns until they are done. */
  run(parties: readonly (() => Promise<unknown>)[]): Promise<void>;
}

/** @param random uniform in [0, 1): the same numbers give the same order */
export function createTurns(random: () => number): Turns {
  const waiting: (() => Promise<void>)[] = [];
  return {
    wrap:
      (call) =>
      (...args) =>
        new Promise((resolve, reject) => {
          waiting.push(() => call(...args).then(resolve, reject));
        }),

    async run(parties) {
      const done = Promise.all(parties.map((party) => party()));
      // A party that fails is reported at the end, and the others go on to theirs.
      done.catch(() => undefined);
      for (;;) {
        // Nothing else is under way, so what goes on has asked for a turn when this returns.
        await setImmediate();
        const [next] = waiting.splice(Math.floor(random() * waiting.length), 1);
        if (!next) break;
        await next();
      }
      await done;
    },
  };
}
