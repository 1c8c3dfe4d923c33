import { type Product, isStale, mtimeFloor } from './stale.ts';

/** Node's own watching loses a file that an editor replaces by another. */
const EVERY_MS = 500;

/**
 * Resolves when a change of its sources makes another template than the one in use.
 * @param differs synthesizes anew and compares; rejects when the sources make no template
 * @param say hears, in words, of sources that make none
 */
export function watchTemplate(
  { sources, madeAt: firstMadeAt }: Product,
  differs: () => Promise<boolean>,
  say: (line: string) => void,
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
        if (await differs()) resolve();
      } catch (error) {
        say(
          `The cloud cannot be synthesized: ${error instanceof Error ? error.message : 'unknown'}`,
        );
      }
      checking = false;
    };
    const timer = setInterval(() => void check(), EVERY_MS);
    cleanup.defer(() => clearInterval(timer));
  });
}
