import type { Answer } from '../types.ts';
import type { Run } from './run.ts';

interface Started {
  run: Run;
  /** Settles when all has been read and answered. */
  worked: Promise<void>;
  release(): void;
}

/**
 * The answers of a run, which begins when the first is asked for and is released after the last.
 * Written by hand, since an async generator costs several promises an answer, of which there are
 * millions.
 */
export function answersOf(start: () => Started): AsyncIterableIterator<Answer, undefined> {
  let started: Started | undefined;
  let ready: Answer[] = [];
  let at = 0;
  let over = false;
  let released = false;
  let failure: { error: unknown } | undefined;
  /** Answers are asked for one after the other, even where the consumer does not wait. */
  let turn: Promise<unknown> = Promise.resolve();

  function begin(): Started {
    const it = start();
    void it.worked
      .catch((error: unknown) => {
        failure = { error };
      })
      .finally(() => {
        over = true;
        it.run.wake();
      });
    return it;
  }

  function release(): void {
    if (released) return;
    released = true;
    ready = [];
    started?.release();
  }

  async function refill(): Promise<IteratorResult<Answer, undefined>> {
    const { run } = (started ??= begin());
    for (;;) {
      const last = over;
      if (at >= ready.length) {
        ready = run.collect();
        at = 0;
      }
      const answer = ready[at];
      at += 1;
      if (answer) return { done: false, value: answer };
      if (last) break;
      await run.filled();
    }
    release();
    if (failure) throw failure.error;
    return { done: true, value: undefined };
  }

  return {
    next() {
      const answer = ready[at];
      if (answer) {
        at += 1;
        return Promise.resolve({ done: false, value: answer });
      }
      if (released) return Promise.resolve({ done: true, value: undefined });
      const result = turn.then(refill);
      turn = result.catch(() => {});
      return result;
    },
    return() {
      release();
      return Promise.resolve({ done: true, value: undefined });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
