import timers from 'node:timers/promises';

export type WireTimers = ReturnType<typeof createWireTimers>;

interface Timer {
  at: number;
  refresh(): Timer;
  ref(): Timer;
  unref(): Timer;
  readonly run: () => void;
}

/** Fake timers for network code. They pause between two runs, as in a frozen Lambda process. */
export function createWireTimers(now: () => number) {
  const pending = new Set<Timer>();

  function set(callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): Timer {
    const timer: Timer = {
      at: 0,
      run: () => callback(...args),
      ref: () => timer,
      unref: () => timer,
      refresh() {
        timer.at = now() + Math.max(1, ms);
        pending.add(timer);
        return timer;
      },
    };
    return timer.refresh();
  }

  const clear = (timer: Timer): void => void pending.delete(timer);

  const wait = (ms: number, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const timer = set(resolve, ms, value);
      signal?.addEventListener('abort', () => {
        clear(timer);
        reject(signal.reason as Error);
      });
    });

  return {
    /** @returns a function that restores the real timers */
    install(): () => void {
      const { setTimeout, clearTimeout } = globalThis;
      const { setTimeout: delay } = timers;
      Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
      Object.assign(timers, { setTimeout: wait });
      return () => {
        Object.assign(globalThis, { setTimeout, clearTimeout });
        Object.assign(timers, { setTimeout: delay });
      };
    },
    fire(): void {
      const due = Array.from(pending).filter(({ at }) => at <= now());
      for (const timer of due.toSorted((a, b) => a.at - b.at))
        if (pending.delete(timer)) timer.run();
    },
  };
}
