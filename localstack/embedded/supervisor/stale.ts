import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A build product and its sources, which are files, or folders with all their content. */
export interface BuildProduct {
  readonly sources: readonly string[];
  /** Epoch milliseconds. The product does not include later changes. */
  readonly madeAt: number;
}

/** Some file system clocks tick only every 10 ms, so a file can look older than it is. */
const TICK_MS = 20;

/** The modification time to record for a product whose build starts now. */
export const mtimeFloor = (now: number): number => now - TICK_MS;

export const isStale = ({ sources, madeAt }: BuildProduct): boolean =>
  sources.some((source) => lastChange(source) >= madeAt);

/** Builds a product unless its stamp file is up to date. Returns whether it was built. */
export async function buildIfStale(
  { sources, stamp }: { readonly sources: readonly string[]; readonly stamp: string },
  make: () => Promise<void>,
): Promise<boolean> {
  if (existsSync(stamp) && !isStale({ sources, madeAt: statSync(stamp).mtimeMs })) return false;
  // Recorded before the build, so that a change during the build makes the product stale.
  const startedAt = new Date(mtimeFloor(Date.now()));
  await make();
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
  return true;
}

/**
 * Returns the latest modification time of a path and everything below it; Infinity if it is
 * missing. Includes folders, because removing a file changes only the modification time of its
 * folder.
 */
function lastChange(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return Infinity;
  const inside = stat.isDirectory() ? readdirSync(path) : [];
  return Math.max(stat.mtimeMs, ...inside.map((name) => lastChange(join(path, name))));
}
