import { readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { projectOf } from './project-of.ts';

/**
 * Matches imports of values; the compiler checks imports of types. Paths need no resolution,
 * because they include the file extension.
 */
const IMPORT =
  /(?:^(?:import|export)\b(?! type\b)[\w\s{},*]*?|\bimport\(\s*)'(?:(?<path>\.[^']+)|@tamis\/(?<name>[\w-]+))'/gm;
/** Matches a path or a pattern of paths in a string, from the root or in `new URL`. */
const NAMED =
  /(?:\bnew URL\(\s*['`](?<own>[^'`]+)|['`](?<path>(?:\w|\{|\*\*)[^'`\s:]*\/[^'`\s]+))['`]/g;

/** Returns the paths that a source file imports. */
export const importsOf = (source: string, text: string): string[] =>
  Array.from(text.matchAll(IMPORT), ({ groups: { path, name } = {} }) =>
    path ? join(dirname(source), path) : `packages/${name}/src/index.ts`,
  );

/** Returns those of the paths that a source file names, such as those that it reads by a pattern. */
function namedIn(source: string, text: string, paths: readonly string[]): string[] {
  const names = Array.from(text.matchAll(NAMED), ({ groups: { own, path = '' } = {} }) =>
    (own ? join(dirname(source), own) : path).replaceAll(/\$\{.*?\}/g, '*'),
  );
  return paths.filter((path) =>
    names.some((name) =>
      /[*{]/.test(name) ? matchesGlob(path, name) : `${path}/`.startsWith(`${name}/`),
    ),
  );
}

/** Returns the sources that import one of these paths, or a type from it. */
export const importersOf = (
  paths: readonly string[],
  sources: readonly string[],
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): string[] =>
  sources.filter((source) => {
    const text = read(source).replaceAll(/^(import|export) type\b/gm, '$1');
    return importsOf(source, text).some((path) => paths.includes(path));
  });

/**
 * Finds the tests that depend on the changed files, because they import or name them directly or
 * indirectly. Omits the tests that need a stack, a browser or the whole product. The nearest tests
 * come first: those with the fewest files in between, then those in the closest folders.
 * @param sources every file that may depend on another file
 * @param read returns the text of a file
 */
export const findAffectedTests = (
  changed: readonly string[],
  sources: readonly string[],
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): string[] =>
  [
    ...findDependents(changed, sources, (source) => {
      const text = read(source);
      return [...importsOf(source, text), ...namedIn(source, text, changed)];
    }),
  ].filter((path) => /^(?:unit|web)$/.test(projectOf(path) ?? ''));

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

/**
 * Compares paths: those that share more folders with one of the changed files come first, then those
 * with more words of their names, such as `usage/list-usage.test.ts` for `usage-lines.ts`.
 */
function byCloseness(changed: readonly string[]): (a: string, b: string) => number {
  const words = new Set(changed.flatMap((path) => basename(path).split('.', 1)[0]?.split('-')));
  const closeness = (path: string): number =>
    Math.max(...changed.map((other) => sharedFolders(path.split('/'), other.split('/')))) +
    path.split(/\W+/).filter((word) => words.has(word)).length / 100;
  return (a, b) => closeness(b) - closeness(a) || a.localeCompare(b);
}

function sharedFolders(a: readonly string[], b: readonly string[]): number {
  const first = a.findIndex((folder, index) => folder !== b[index]);
  return first < 0 ? a.length : first;
}
