import { renameSync, rmSync } from 'node:fs';

/**
 * Replaces a folder with a new one. It is missing only for a moment and never incomplete. If
 * several processes do this at once, one wins.
 */
export function replaceDirectory(fresh: string, place: string): void {
  const old = `${fresh}.old`;
  unlessInTheWay(() => renameSync(place, old));
  unlessInTheWay(() => renameSync(fresh, place));
  for (const left of [old, fresh]) rmSync(left, { recursive: true, force: true });
}

/** There was no previous folder, or another process has just replaced it. */
const HARMLESS = new Set(['ENOENT', 'ENOTEMPTY', 'EEXIST']);

function unlessInTheWay(rename: () => void): void {
  try {
    rename();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!HARMLESS.has(code)) throw error;
  }
}
