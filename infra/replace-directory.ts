import { renameSync, rmSync } from 'node:fs';

/**
 * Replaces a directory. The target may briefly be missing, but is never incomplete. If calls are
 * concurrent, one of them takes effect.
 */
export function replaceDirectory(fresh: string, target: string): void {
  const old = `${fresh}.old`;
  ignoreRace(() => renameSync(target, old));
  ignoreRace(() => renameSync(fresh, target));
  for (const leftover of [old, fresh]) rmSync(leftover, { recursive: true, force: true });
}

/** Codes for a missing previous folder, or a folder that another process has just replaced. */
const RACE_CODES = new Set(['ENOENT', 'ENOTEMPTY', 'EEXIST']);

function ignoreRace(rename: () => void): void {
  try {
    rename();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!RACE_CODES.has(code)) throw error;
  }
}
