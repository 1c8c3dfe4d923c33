import { currentFunctionRun, runOutsideFunction } from './invoke.ts';

/** Thrown by the call at which the process is killed, and by every later call until `restart`. */
export class CrashError extends Error {
  override readonly name = 'CrashError';
}

/** Thrown by a call that failed or whose response was lost. The process continues. */
export class CallFailedError extends Error {
  override readonly name = 'CallFailedError';
}

type Kind = 'before' | 'after';

const READS = new Set([
  'blobs.bytes',
  'blobs.read',
  'blobs.size',
  'db.batchGet',
  'db.get',
  'db.page',
  'db.query',
]);

/** Calls that return a stream or a plain value; all others return a promise. */
const STREAMS = new Set(['read', 'query', 'verify']);

async function* after<T>(first: Promise<void>, stream: () => AsyncIterable<T>): AsyncIterable<T> {
  await first;
  yield* stream();
}

/**
 * Decides the outcome of every call that leaves the process. After a crash, every call fails until
 * `restart`. The calls of a run are counted, so that a test can crash at each of them in turn.
 */
export function createFaults() {
  let crash: { call: number; kind: Kind } | undefined;
  let dead = false;
  let lastRun: object | undefined;
  let decide: ((name: string) => Kind | undefined) | undefined;
  const interruptions = new Map<number, () => Promise<void>>();

  /** Runs the function that `interruptAt` scheduled for the current call, if any. */
  const interrupted = async (): Promise<void> => {
    const act = interruptions.get(faults.calls);
    interruptions.delete(faults.calls);
    if (act) await runOutsideFunction(act);
  };

  const enter = (name: string): Kind | undefined => {
    if (dead) throw new CrashError(name);
    if (crash && READS.has(name)) return undefined;
    faults.calls += 1;
    const run = currentFunctionRun();
    const isFirstOfFunction = run !== lastRun;
    lastRun = run;
    if (crash?.call === faults.calls) {
      dead = true;
      faults.crashed = { isFirstOfFunction };
      if (crash.kind === 'before') throw new CrashError(name);
      return 'after';
    }
    const outcome = decide?.(name);
    if (outcome === 'before') throw new CallFailedError(name);
    return outcome;
  };

  const leave = (name: string, outcome: Kind | undefined): void => {
    if (outcome === 'after')
      throw dead ? new CrashError(name) : new CallFailedError(`response of ${name}`);
  };

  const faults = {
    calls: 0,
    /** Set after a crash: whether its call was the first one of a function's run. */
    crashed: undefined as { readonly isFirstOfFunction: boolean } | undefined,
    /**
     * Crashes at the call with this number, starting at 1, before or `after` its effect. Reads are
     * not counted: a crash at a read leaves the same state as a crash at the next effect.
     */
    crashAt(call: number, kind: Kind): void {
      crash = { call, kind };
      faults.calls = 0;
      faults.crashed = undefined;
    },
    /** Sets the function that decides whether a call fails `before` or `after` its effect. */
    failWhen(next: typeof decide): void {
      decide = next;
    },
    restart(): void {
      dead = false;
      crash = undefined;
      interruptions.clear();
    },
    /** Runs `act` just before the call with this number, counted from now. */
    interruptAt(call: number, act: () => Promise<void>): void {
      interruptions.set(faults.calls + call, act);
    },
    /** Counts one of several effects of a call, and throws if the test makes this effect fail. */
    step(name: string): void {
      leave(name, enter(name));
    },
    /** Wraps an adapter so that its calls can fail. */
    wrap: <P extends object>(name: string, port: P): P =>
      new Proxy(port, {
        get(target, property, receiver) {
          const member: unknown = Reflect.get(target, property, receiver);
          if (typeof member !== 'function') return member;
          const called = `${name}.${String(property)}`;
          const call = (args: unknown[]): unknown => Reflect.apply(member, target, args);
          if (STREAMS.has(String(property)))
            return (...args: unknown[]) => {
              leave(called, enter(called));
              return interruptions.has(faults.calls)
                ? after(interrupted(), () => call(args) as AsyncIterable<unknown>)
                : call(args);
            };
          return async (...args: unknown[]) => {
            const outcome = enter(called);
            await interrupted();
            const value = await call(args);
            leave(called, outcome);
            return value;
          };
        },
      }),
  };
  return faults;
}

export type Faults = ReturnType<typeof createFaults>;
