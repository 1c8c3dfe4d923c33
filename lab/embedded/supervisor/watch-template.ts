import { type BuildProduct, isStale, mtimeFloor } from './stale.ts';

/** Polls, because Node's file watcher loses a file that an editor replaces with a new one. */
const POLL_MS = 500;

/**
 * Resolves when the sources produce a template that differs from the one in use.
 * @param hasChanged synthesizes the template and compares it; rejects if the sources cannot be
 *   synthesized
 * @param print receives a message if the sources cannot be synthesized
 */
export function watchTemplate(
  { sources, madeAt: firstMadeAt }: BuildProduct,
  hasChanged: () => Promise<boolean>,
  print: (line: string) => void,
  cleanup: AsyncDisposableStack,
): Promise<void> {
  return new Promise((resolve) => {
    let madeAt = firstMadeAt;
    let checking = false;
    const check = async (): Promise<void> => {
      if (checking || !isStale({ sources, madeAt })) return;
      checking = true;
      madeAt = mtimeFloor(Date.now());
      try {
        if (await hasChanged()) resolve();
      } catch (error) {
        print(
          `The template cannot be synthesized: ${error instanceof Error ? error.message : 'unknown'}`,
        );
      }
      checking = false;
    };
    const timer = setInterval(() => void check(), POLL_MS);
    cleanup.defer(() => clearInterval(timer));
  });
}
