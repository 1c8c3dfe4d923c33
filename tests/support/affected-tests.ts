import { readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { projectOf } from './project-of.ts';

/** Matches imports. Paths need no resolution, because they include the file extension. */
const IMPORT =
  /(?:^(?:import|export)\b(?<type> type\b)?[\w\s{},*]*?|\bimport\(\s*)'(?:(?<path>\.[^']+)|@tamis\/(?<name>[\w-]+))'/gm;
/** Matches a path or a pattern of paths in a string, from the root or in `new URL`. */
const NAMED =
  /(?:\bnew URL\(\s*['`](?<own>[^'`]+)|['`](?<path>(?:\w|\{|\*\*)[^'`\s:]*\/[^'`\s]+))['`]/g;

/** Matches an import whose path contains values, such as the name of a feature. */
const COMPUTED_IMPORT = /\bimport\(\s*`(?<path>\.[^`]+)`/g;

const toPattern = (template: string): string => template.replaceAll(/\$\{.*?\}/g, '*');

interface Imports {
  readonly values: readonly string[];
  /** Paths from which only types are imported. The compiler checks these imports. */
  readonly types: readonly string[];
}

function findImports(source: string, text: string, paths: readonly string[]): Imports {
  const values: string[] = [];
  const types: string[] = [];
  for (const { groups: { type, path, name } = {} } of text.matchAll(IMPORT))
    (type ? types : values).push(
      path ? join(dirname(source), path) : `packages/${name}/src/index.ts`,
    );
  for (const { groups: { path = '' } = {} } of text.matchAll(COMPUTED_IMPORT)) {
    const pattern = join(dirname(source), toPattern(path));
    values.push(...paths.filter((other) => matchesGlob(other, pattern)));
  }
  return { values, types };
}

/**
 * Returns the paths from which a source file imports values.
 * @param paths every file that it may import with a computed path
 */
export const importsOf = (
  source: string,
  text: string,
  paths: readonly string[],
): readonly string[] => findImports(source, text, paths).values;

/** The files that may depend on another file, each with its text and its imports. */
export type Sources = ReadonlyMap<string, Imports & { readonly text: string }>;

/** Reads the sources with these paths, each once. */
export const readSources = (
  paths: readonly string[],
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): Sources =>
  new Map(
    paths.map((path) => {
      const text = read(path);
      return [path, { text, ...findImports(path, text, paths) }];
    }),
  );

/** Returns the paths that a source file names, for example in a pattern of files that it reads. */
function namedIn(source: string, text: string, paths: readonly string[]): string[] {
  const names = Array.from(text.matchAll(NAMED), ({ groups: { own, path = '' } = {} }) =>
    toPattern(own ? join(dirname(source), own) : path).replace(/\/$/, ''),
  );
  return paths.filter((path) =>
    names.some((name) => (/[*{]/.test(name) ? matchesGlob(path, name) : path === name)),
  );
}

/** Returns the sources that import one of these paths, or a type from it. */
export const importersOf = (paths: readonly string[], sources: Sources): string[] =>
  Array.from(sources, ([source, { values, types }]) =>
    [...values, ...types].some((path) => paths.includes(path)) ? source : [],
  ).flat();

/** Matches calls that read a file, and calls that list a folder or the files of a pattern. */
const READ_FILE = /\breadFile(?:Sync)?\(/;
const LIST_FILES = /\b(?:readdir|glob)(?:Sync)?\(/;

/** Returns the sources that read a file as text, by its path, a pattern, or a folder around it. */
const readersOf = (path: string, sources: Sources): string[] =>
  Array.from(sources, ([source, { text }]) => {
    if (source === path || !READ_FILE.test(text)) return [];
    const names = LIST_FILES.test(text) ? [path, ...foldersOf(path)] : [path];
    return namedIn(source, text, names).length > 0 ? source : [];
  }).flat();

/** Tests in which functions of one feature handle messages of another feature. */
const ACROSS_FEATURES = [
  'functions/{grants,ownership}.test.ts',
  'functions/checks/check-attempt.test.ts',
  'functions/low-credits/*.test.ts',
  'tests/attacks/selections.test.ts',
  'tests/faults/{attacks,closing,deliveries}.test.ts',
];

/**
 * Returns the paths that define grants of functions which a test calls. Handlers do not import their
 * grants, so imports do not show these dependencies.
 */
const grantsOf = (test: string, paths: readonly string[]): string[] =>
  paths.filter((path) => {
    const name = /^infra\/features\/(?<name>[\w-]+)\.ts$/.exec(path)?.groups?.['name'];
    const tests = [`functions/${name}/**/*.test.ts`, ...ACROSS_FEATURES];
    return name !== undefined && tests.some((pattern) => matchesGlob(test, pattern));
  });

/** Returns the folders around a path, such as `a/b` and `a` for `a/b/c`. */
export function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

interface Options {
  /** The changed files in which only comments changed. They affect only tests that read them. */
  readonly commented?: readonly string[];
  /**
   * Vitest projects of the tests; by default the ones that need no stack, browser or whole product.
   */
  readonly projects?: readonly string[];
}

/**
 * Finds the tests that depend on the changed files, because they import or name them directly or
 * indirectly. Returns first the nearest test of each changed file, then the second nearest, and so
 * on.
 */
export function findAffectedTests(
  changed: readonly string[],
  sources: Sources,
  { commented = [], projects = ['unit', 'web'] }: Options = {},
): string[] {
  const folders = new Set(changed.flatMap(foldersOf));
  const named = [...changed, ...folders];
  const dependents = mapDependents([...sources.keys(), ...folders], (source) => {
    const found = sources.get(source);
    if (found === undefined) return named.filter((path) => dirname(path) === source);
    const { text, values } = found;
    return [...values, ...namedIn(source, text, named), ...grantsOf(source, changed)];
  });
  const distancesOf = new Map(
    changed.map((path) => {
      if (!commented.includes(path)) return [path, measureDistances([path], dependents)];
      const readers = new Map([...dependents, [path, readersOf(path, sources)]]);
      const distances = measureDistances([path], readers);
      distances.delete(path);
      return [path, distances];
    }),
  );
  const reached = new Set(
    Array.from(distancesOf.values(), (distances) => Array.from(distances.keys())).flat(),
  );
  const tests = new Set([...reached].filter((path) => projects.includes(projectOf(path) ?? '')));
  const lists = Array.from(distancesOf, ([path, distances]) =>
    [...distances.keys()]
      .filter((other) => tests.has(other))
      .toSorted(byCloseness(path, distances)),
  );
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return [
    ...new Set(
      Array.from({ length: longest }, (_, rank) => lists.map((list) => list[rank] ?? [])).flat(2),
    ),
  ];
}

/**
 * Returns the changed paths and all files that depend on them directly or indirectly.
 * @param dependenciesOf returns the paths on which a file depends
 */
export const findDependents = (
  changed: readonly string[],
  sources: readonly string[],
  dependenciesOf: (source: string) => readonly string[],
): Set<string> => new Set(measureDistances(changed, mapDependents(sources, dependenciesOf)).keys());

type Dependents = ReadonlyMap<string, readonly string[]>;

function mapDependents(
  sources: readonly string[],
  dependenciesOf: (source: string) => readonly string[],
): Dependents {
  const dependents = new Map<string, string[]>();
  for (const source of sources)
    for (const path of dependenciesOf(source))
      dependents.set(path, [...(dependents.get(path) ?? []), source]);
  return dependents;
}

/** Returns how many imports each dependent file is away from the changed files. */
function measureDistances(changed: readonly string[], dependents: Dependents): Map<string, number> {
  const distances = new Map<string, number>();
  let next = new Set(changed);
  for (let distance = 0; next.size > 0; distance += 1) {
    for (const path of next) distances.set(path, distance);
    const further = [...next].flatMap((path) => dependents.get(path) ?? []);
    next = new Set(further.filter((path) => !distances.has(path)));
  }
  return distances;
}

/** Number of imports for which a folder shared with the changed file makes up. */
const IMPORTS_PER_FOLDER = 2;

/**
 * Compares tests of a changed file: tests that import or name it directly come first, then tests
 * that are fewer imports and folders away, then tests with more words of its name, such as
 * `usage/list-usage.test.ts` for `usage-lines.ts`.
 */
function byCloseness(
  changed: string,
  distances: ReadonlyMap<string, number>,
): (a: string, b: string) => number {
  const words = new Set(basename(changed).split('.', 1)[0]?.split('-'));
  const isIndirect = (path: string): number => Number((distances.get(path) ?? 0) > 1);
  const farness = (path: string): number =>
    (distances.get(path) ?? 0) -
    IMPORTS_PER_FOLDER * sharedFolders(path.split('/'), changed.split('/')) -
    path.split(/\W+/).filter((word) => words.has(word)).length / 100;
  return (a, b) => isIndirect(a) - isIndirect(b) || farness(a) - farness(b) || a.localeCompare(b);
}

function sharedFolders(a: readonly string[], b: readonly string[]): number {
  const first = a.findIndex((folder, index) => folder !== b[index]);
  return first < 0 ? a.length : first;
}
