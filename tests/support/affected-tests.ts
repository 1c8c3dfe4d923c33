import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Matches imports of values; the compiler checks imports of types. Paths need no resolution,
 * because they include the file extension.
 */
const IMPORT =
  /(?:^(?:import|export)\b(?! type\b)[\w\s{},*]*?|\bimport\(\s*)'(?:(?<path>\.[^']+)|@tamis\/(?<name>[\w-]+))'/gm;
/** Matches the tests that run without a stack, a browser or the whole product. */
const TEST = /^(?!tests\/(?:browser|ci|emulator|infra|integration|simulation)\/).+\.test\.tsx?$/;

/** Returns the paths that a source file imports. */
export const importsOf = (source: string, text: string): string[] =>
  Array.from(text.matchAll(IMPORT), ({ groups: { path, name } = {} }) =>
    path ? join(dirname(source), path) : `packages/${name}/src/index.ts`,
  );

/**
 * Finds the tests that import the changed files directly or indirectly. The nearest tests come
 * first: those with the fewest imports in between, then those in the closest folders.
 * @param sources every file that may import another file
 * @param read returns the text of a file
 */
export const findAffectedTests = (
  changed: readonly string[],
  sources: readonly string[],
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): string[] =>
  [...findDependents(changed, sources, (source) => importsOf(source, read(source)))].filter(
    (path) => TEST.test(path),
  );

/**
 * Returns the changed paths and all files that depend on them directly or indirectly, nearest first.
 * @param dependenciesOf returns the paths on which a file depends
 */
export function findDependents(
  changed: readonly string[],
  sources: readonly string[],
  dependenciesOf: (source: string) => readonly string[],
): Set<string> {
  const dependents = new Map<string, string[]>();
  for (const source of sources)
    for (const path of dependenciesOf(source))
      dependents.set(path, [...(dependents.get(path) ?? []), source]);
  const reached = new Set<string>();
  let next = [...new Set(changed)];
  while (next.length > 0) {
    for (const path of next.toSorted(byCloseness(changed))) reached.add(path);
    const further = next.flatMap((path) => dependents.get(path) ?? []);
    next = [...new Set(further)].filter((path) => !reached.has(path));
  }
  return reached;
}

/** Compares paths: those that share more folders with one of the changed files come first. */
function byCloseness(changed: readonly string[]): (a: string, b: string) => number {
  const closeness = (path: string): number =>
    Math.max(...changed.map((other) => sharedFolders(path.split('/'), other.split('/'))));
  return (a, b) => closeness(b) - closeness(a) || a.localeCompare(b);
}

function sharedFolders(a: readonly string[], b: readonly string[]): number {
  const first = a.findIndex((folder, index) => folder !== b[index]);
  return first < 0 ? a.length : first;
}
