import { nextDue } from '../operations/due.ts';
import type { State } from './state.ts';
import { addDuration } from './time.ts';
import type { World } from './world.ts';

/** The clock of the fake: real time, and what it has been advanced by. */
export interface Clock {
  /** Seconds since 1970. */
  now(): number;
  /** Does what has become due, each at its time. */
  catchUp(world: World): void;
  /**
   * Goes on by a duration, and does what becomes due on the way.
   * @param duration ISO 8601
   * @returns false when it is no duration, or an empty one
   */
  advance(world: World, duration: string): boolean;
}

/** @param realNow milliseconds since 1970 */
export function createClock(state: State, realNow: () => number): Clock {
  let moment: number | undefined;
  const now = (): number => moment ?? Math.floor(realNow() / 1000) + state.ahead;

  const runUntil = (world: World, target: number): void => {
    try {
      for (;;) {
        const due = nextDue(state);
        if (due === undefined || due.at > target) return;
        moment = due.at;
        due.run(world);
      }
    } finally {
      moment = undefined;
    }
  };
  return {
    now,
    catchUp: (world) => runUntil(world, now()),
    advance(world, duration) {
      const start = now();
      const target = addDuration(start, duration);
      if (target === undefined || target <= start) return false;
      runUntil(world, target);
      state.ahead += target - start;
      return true;
    },
  };
}
