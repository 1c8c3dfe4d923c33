import { CrashError, type Faults } from './faults.ts';

/** More calls than any tested action makes. */
const MAX_CALLS = 500;

/** Runs `action`, kills it at one of its calls, and restarts the process. */
export type Crash = (faults: Faults, action: () => Promise<unknown>) => Promise<void>;

/**
 * Runs `attempt` with a crash before each call in turn, until an attempt makes all its calls. A
 * crash after a call leaves the same state as a crash before the next call of the same function, so
 * this also crashes after a call only if it is the last one of a function.
 * @param attempt sets up its own state, calls `crash` once, and checks the state
 * @param every crashes only at every nth call
 * @returns the number of attempts
 */
export async function crashAtEachCall(
  attempt: (crash: Crash) => Promise<void>,
  every = 1,
): Promise<number> {
  let attempts = 0;
  const run = async (call: number, kind: 'before' | 'after') => {
    attempts += 1;
    let crashed: Faults['crashed'];
    try {
      await attempt(async (faults, action) => {
        faults.crashAt(call, kind);
        await action().catch((error: unknown) => {
          if (!(error instanceof CrashError)) throw error;
        });
        crashed = faults.crashed;
        faults.restart();
      });
    } catch (error) {
      throw new Error(`after a crash ${kind} call ${call}: ${String(error)}`, { cause: error });
    }
    return crashed;
  };
  for (let call = 1; call < MAX_CALLS; call += every) {
    const crashed = await run(call, 'before');
    if (call > 1 && crashed?.isFirstOfFunction !== false) await run(call - 1, 'after');
    if (!crashed) return attempts;
  }
  throw new Error(`the action makes more than ${MAX_CALLS} calls`);
}
