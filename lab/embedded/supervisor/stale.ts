import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../services/replace-file.ts';

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

interface KeptProduct {
  /** Files, or folders with all their content. */
  readonly sources: readonly string[];
  /** Every input that is not a file, such as the stage or settings. */
  readonly parameters?: string;
  /** File with the hash of the inputs of the last complete build. */
  readonly stamp: string;
}

/**
 * Builds a product unless its inputs have the same content as at its last complete build. Returns
 * whether it was built. Compares contents because a checkout changes modification times. Concurrent
 * calls for one product need a lock.
 */
export async function buildIfStale(
  product: KeptProduct,
  make: () => Promise<void>,
): Promise<boolean> {
  const { stamp } = product;
  const hash = hashInputs(product);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false;
  // An interrupted build must not look complete after its sources are restored.
  rmSync(stamp, { force: true });
  await make();
  // If a source changed during the build, the product may contain both of its versions.
  if (hashInputs(product) === hash) replaceFile(stamp, hash);
  return true;
}

function hashInputs({ sources, parameters = '' }: KeptProduct): string {
  const { version, platform, arch } = process;
  const hash = createHash('sha256').update(JSON.stringify([version, platform, arch, parameters]));
  for (const path of sources.flatMap(filesIn))
    // A file may be removed while this loop runs.
    hash.update(JSON.stringify([path, existsSync(path) && hashFile(path)]));
  return hash.digest('hex');
}

const hashFile = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('base64');

function filesIn(source: string): string[] {
  if (!statSync(source).isDirectory()) return [source];
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}

/**
 * Returns the latest modification time of a path and everything below it; Infinity if it is
 * missing. Includes folders, because removing a file changes only the modification time of its
 * folder.
 */
export function lastChange(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return Infinity;
  const inside = stat.isDirectory() ? readdirSync(path) : [];
  return Math.max(stat.mtimeMs, ...inside.map((name) => lastChange(join(path, name))));
}
