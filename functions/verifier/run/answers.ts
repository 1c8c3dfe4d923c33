import type { Answer } from '../types.ts';
import type { Run } from './run.ts';

interface Started {
  run: Run;
  /** Settles when all has been read and answered. */
  worked: Promise<void>;
  release(): void;
}

/**
 * The answers of a run, which begins when the first are asked for and is released after the last or
 * when its consumer leaves. As many at a time as there are: a promise for each would cost more than
 * to find it out.
 */
export async function* answersOf(start: () => Started): AsyncGenerator<readonly Answer[], void> {
  const { run, worked, release } = start();
  let over = false;
  const ended = worked.finally(() => {
    over = true;
    run.wake();
  });
  // Whoever waits for answers learns of it after the last of them.
  ended.catch(() => {});
  try {
    for (;;) {
      const last = over;
      const answers = run.collect();
      if (answers.length > 0) yield answers;
      else if (last) break;
      else await run.filled();
    }
  } finally {
    release();
  }
  await ended;
}
