import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is made from sources, and a file that remembers when. */
export interface Product {
  readonly sources: readonly string[];
  readonly stamp: string;
}

/** File systems tell time by a clock that may tick only every 10 ms: a file can look older than it is. */
const TICK_MS = 20;

/** Makes a product unless it is younger than all its sources; says whether it had to. */
export async function makeIfStale(
  { sources, stamp }: Product,
  make: () => Promise<void>,
): Promise<boolean> {
  if (existsSync(stamp) && sources.every((source) => youngest(source) < age(stamp))) return false;
  // What changes while it is made has to make it stale again.
  const begin = new Date(Date.now() - TICK_MS);
  await make();
  writeFileSync(stamp, '');
  utimesSync(stamp, begin, begin);
  return true;
}

const age = (path: string): number => statSync(path).mtimeMs;

/** When a file, or anything in a folder, was last changed. A folder changes by a removal, too. */
const youngest = (path: string): number =>
  Math.max(
    age(path),
    ...(statSync(path).isDirectory()
      ? readdirSync(path).map((name) => youngest(join(path, name)))
      : []),
  );
