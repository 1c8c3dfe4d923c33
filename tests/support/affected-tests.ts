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

/** Matches an import whose path contains values, such as the name of a feature. */
const COMPUTED_IMPORT = /\bimport\(\s*`(?<path>\.[^`]+)`/g;

const toPattern = (template: string): string => template.replaceAll(/\$\{.*?\}/g, '*');

/**
 * Returns the paths that a source file imports.
 * @param paths every file that it may import with a computed path
 */
export const importsOf = (source: string, text: string, paths: readonly string[]): string[] => [
  ...Array.from(text.matchAll(IMPORT), ({ groups: { path, name } = {} }) =>
    path ? join(dirname(source), path) : `packages/${name}/src/index.ts`,
  ),
  ...Array.from(text.matchAll(COMPUTED_IMPORT), ({ groups: { path = '' } = {} }) => {
    const pattern = join(dirname(source), toPattern(path));
    return paths.filter((other) => matchesGlob(other, pattern));
  }).flat(),
];

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
export const importersOf = (
  paths: readonly string[],
  sources: readonly string[],
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): string[] =>
  sources.filter((source) => {
    const text = read(source).replaceAll(/^(import|export) type\b/gm, '$1');
    return importsOf(source, text, sources).some((path) => paths.includes(path));
  });

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
  /** Returns the text of a file. */
  readonly read?: (path: string) => string;
  /** Vitest projects of the tests; by default those that need no stack, browser or whole product. */
  readonly projects?: readonly string[];
}

/**
 * Finds the tests that depend on the changed files, because they import or name them directly or
 * indirectly. First the nearest test of each changed file, then the second nearest of each, etc.
 * @param sources every file that may depend on another file
 */
export function findAffectedTests(
  changed: readonly string[],
  sources: readonly string[],
  { read = (path) => readFileSync(path, 'utf8'), projects = ['unit', 'web'] }: Options = {},
): string[] {
  const folders = new Set(changed.flatMap(foldersOf));
  const named = [...changed, ...folders];
  const dependents = mapDependents([...sources, ...folders], (source) => {
    if (folders.has(source)) return named.filter((path) => dirname(path) === source);
    const text = read(source);
    return [
      ...importsOf(source, text, sources),
      ...namedIn(source, text, named),
      ...grantsOf(source, changed),
    ];
  });
  const lists = changed.map((path) => {
    const distances = measureDistances([path], dependents);
    return [...distances.keys()]
      .filter((test) => projects.includes(projectOf(test) ?? ''))
      .toSorted(byCloseness(path, distances));
  });
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

/** How many more imports a test may be away for each folder that it shares with the changed file. */
const IMPORTS_PER_FOLDER = 2;

/**
 * Compares tests of a changed file: those that import or name it themselves come first, then those
 * that fewer imports and folders separate from it, then those with more words of its name, such as
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
