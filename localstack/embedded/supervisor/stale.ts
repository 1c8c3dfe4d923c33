import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A build product and its sources: files, or folders with all their content. */
export interface Product {
  readonly sources: readonly string[];
  /** Epoch milliseconds; later changes are not included. */
  readonly madeAt: number;
}

/** The clock of a file system may tick every 10 ms only: a file can look older than it is. */
const TICK_MS = 20;

/** When a product is made of what it finds from now on. */
export const mtimeFloor = (now: number): number => now - TICK_MS;

/** Whether a source has changed, or is gone, since the product was made. */
export const isStale = ({ sources, madeAt }: Product): boolean =>
  sources.some((source) => lastChange(source) >= madeAt);

/** Makes a product unless it is fresh; says whether it had to. The file `stamp` remembers when. */
export async function makeIfStale(
  { sources, stamp }: { readonly sources: readonly string[]; readonly stamp: string },
  make: () => Promise<void>,
): Promise<boolean> {
  if (existsSync(stamp) && !isStale({ sources, madeAt: statSync(stamp).mtimeMs })) return false;
  // Changes during the build must make the product stale again.
  const startedAt = new Date(mtimeFloor(Date.now()));
  await make();
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
  return true;
}

/** When a file, or anything in a folder, was last changed. A folder changes by a removal, too. */
function lastChange(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return Infinity;
  const inside = stat.isDirectory() ? readdirSync(path) : [];
  return Math.max(stat.mtimeMs, ...inside.map((name) => lastChange(join(path, name))));
}
