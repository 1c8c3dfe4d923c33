import { renameSync, rmSync } from 'node:fs';

/**
 * Replaces a folder with a new one. The target is missing only for a moment and never incomplete.
 * If several processes do this concurrently, one wins.
 */
export function replaceDirectory(fresh: string, target: string): void {
  const old = `${fresh}.old`;
  ignoreRace(() => renameSync(target, old));
  ignoreRace(() => renameSync(fresh, target));
  for (const leftover of [old, fresh]) rmSync(leftover, { recursive: true, force: true });
}

/**
 * Codes of errors that mean that there was no previous folder, or that another process has just
 * replaced the folder.
 */
const RACE_CODES = new Set(['ENOENT', 'ENOTEMPTY', 'EEXIST']);

function ignoreRace(rename: () => void): void {
  try {
    rename();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!RACE_CODES.has(code)) throw error;
  }
}
