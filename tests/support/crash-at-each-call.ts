import { CrashError, type Faults } from './faults.ts';
import { isNightly } from './tier.ts';

/** More calls than any tested action makes. */
const MAX_CALLS = 500;

/** Runs `action`, kills it at one of its calls, and restarts the process. */
export type Crash = (faults: Faults, action: () => Promise<unknown>) => Promise<void>;

interface Attempt {
  /** Set if the crash happened: whether its call was the first one of a function's run. */
  readonly crashed: Faults['crashed'];
  /** Number of calls that the action made. */
  readonly calls: number;
}

/** Runs `attempt` with a crash at one call. */
async function runAttempt(
  attempt: (crash: Crash) => Promise<void>,
  call: number,
  kind: 'before' | 'after',
): Promise<Attempt> {
  let made: Attempt = { crashed: undefined, calls: 0 };
  try {
    await attempt(async (faults, action) => {
      faults.crashAt(call, kind);
      await action().catch((error: unknown) => {
        if (!(error instanceof CrashError)) throw error;
      });
      made = { crashed: faults.crashed, calls: faults.calls };
      faults.restart();
    });
  } catch (error) {
    throw new Error(`after a crash ${kind} call ${call}: ${String(error)}`, { cause: error });
  }
  return made;
}

/**
 * Runs `attempt` with a crash before each call in turn, until an attempt makes all its calls. A
 * crash after a call leaves the same state as a crash before the next call of the same function, so
 * this also crashes after a call only if it is the last one of a function.
 * @param attempt sets up its own state, calls `crash` once, and checks the state
 * @returns the number of attempts
 */
export async function crashAtEachCall(attempt: (crash: Crash) => Promise<void>): Promise<number> {
  let attempts = 0;
  const run = (call: number, kind: 'before' | 'after') => {
    attempts += 1;
    return runAttempt(attempt, call, kind);
  };
  for (let call = 1; call < MAX_CALLS; call += 1) {
    const { crashed } = await run(call, 'before');
    if (call > 1 && crashed?.isFirstOfFunction !== false) await run(call - 1, 'after');
    if (!crashed) return attempts;
  }
  throw new Error(`the action makes more than ${MAX_CALLS} calls`);
}

/** `crashAtSomeCalls` crashes at every third call, in the nightly run at each. */
const STEP = isNightly ? 1 : 3;
/** Seed that selects one of every three calls. */
const SEED = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * STEP));

/**
 * Runs `attempt` with a crash before every third call, starting at a call that a random seed
 * selects, and before and after the last call. A failure names the seed, which `CRASH_SEED` sets.
 * @param attempt sets up its own state, calls `crash` once, and checks the state
 * @returns the number of calls of the action
 */
export async function crashAtSomeCalls(attempt: (crash: Crash) => Promise<void>): Promise<number> {
  try {
    const { calls } = await runAttempt(attempt, MAX_CALLS, 'before');
    await runAttempt(attempt, calls, 'after');
    const numbers = Array.from({ length: calls }, (_, index) => index + 1);
    for (const call of numbers.filter((n) => n % STEP === SEED % STEP || n === calls)) {
      const { crashed } = await runAttempt(attempt, call, 'before');
      if (crashed?.isFirstOfFunction) await runAttempt(attempt, call - 1, 'after');
    }
    return calls;
  } catch (error) {
    throw new Error(`CRASH_SEED=${SEED}: ${String(error)}`, { cause: error });
  }
}
