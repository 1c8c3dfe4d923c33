import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, vi } from 'vitest';

/** Turns of the event loop without a network event after which the clock advances. */
const QUIET_TURNS = 2;

/**
 * Replaces the clock and the timers in the tests of a file. Time passes only while nothing happens
 * on the network, and then jumps to the next timer: waits take no time, and a busy machine delays
 * no reply. Sockets need `noDelay`, because the kernel has its own timers.
 */
export function skipWaits(): void {
  let end = (): void => {};
  beforeEach(() => {
    end = startSkipping();
  });
  afterEach(() => end());
}

function startSkipping(): () => void {
  const { setTimeout, setImmediate } = globalThis;
  // Several timers can fire in a row, but an immediate always comes after network events.
  const turn = () => new Promise((resolve) => setTimeout(() => setImmediate(resolve), 1));
  const state = { isOver: false };
  async function run(): Promise<void> {
    let eventsBefore = -1;
    for (let quietTurns = 0; !state.isOver; quietTurns += 1) {
      const { events } = performance.nodeTiming.uvMetricsInfo;
      if (events !== eventsBefore) quietTurns = 0;
      eventsBefore = events;
      if (quietTurns === QUIET_TURNS) {
        vi.advanceTimersToNextTimer();
        // Other timers may be due at the same time.
        vi.advanceTimersByTime(0);
        quietTurns = 0;
      }
      await turn();
    }
  }
  vi.useFakeTimers({
    now: Date.UTC(2027, 0, 14, 10),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  void run();
  return () => {
    state.isOver = true;
    vi.useRealTimers();
  };
}
