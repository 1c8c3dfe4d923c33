import { type Product, isStale, mtimeFloor } from './stale.ts';

/** Node's own watching loses a file that an editor replaces by another. */
const POLL_MS = 500;

/**
 * Resolves when a change of its sources makes another template than the one in use.
 * @param hasChanged synthesizes anew and compares; rejects when the sources make no template
 * @param print hears, in words, of sources that make none
 */
export function watchTemplate(
  { sources, madeAt: firstMadeAt }: Product,
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
          `The cloud cannot be synthesized: ${error instanceof Error ? error.message : 'unknown'}`,
        );
      }
      checking = false;
    };
    const timer = setInterval(() => void check(), POLL_MS);
    cleanup.defer(() => clearInterval(timer));
  });
}
