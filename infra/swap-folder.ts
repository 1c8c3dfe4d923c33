import { renameSync, rmSync } from 'node:fs';

/**
 * Puts a new folder in the place of another, which is missing for no more than a moment and never
 * half there. Of several processes that do so at once, one wins.
 */
export function swapFolder(fresh: string, place: string): void {
  const old = `${fresh}.old`;
  unlessInTheWay(() => renameSync(place, old));
  unlessInTheWay(() => renameSync(fresh, place));
  for (const left of [old, fresh]) rmSync(left, { recursive: true, force: true });
}

/** There was none before, or another process has just put its own there. */
const HARMLESS = new Set(['ENOENT', 'ENOTEMPTY', 'EEXIST']);

function unlessInTheWay(rename: () => void): void {
  try {
    rename();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!HARMLESS.has(code)) throw error;
  }
}
