import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findDependents, foldersOf, importsOf } from './affected-tests.ts';
import { findMergeBase, git, listSources } from './git.ts';

/** Folders of doubles of third parties, which few changes affect. */
const FOLDERS = ['packages/mailnet', 'packages/fake-stripe', 'localstack/embedded'] as const;

/** Files on which every test depends, with their imports: versions, settings, and the setup. */
const COMMON_FILES = [
  '.npmrc',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'localstack/run.mjs',
  'tests/run.ts',
  'tests/vitest.config.ts',
  'tests/support/check-logs.ts',
];

/** Matches what a file reads or runs: a path relative to it, or something in its own folder. */
const READ =
  /new URL\(\s*(?:'(?<path>[^']+)'|[^',]+),\s*import\.meta\.url|import\.meta\.(?:dirname|filename|resolve)/g;

/** Returns what a file reads or runs, without a slash after folders; `.` is the root folder. */
const readsOf = (source: string, text: string): string[] =>
  Array.from(text.matchAll(READ), ({ groups: { path = '.' } = {} }) =>
    join(dirname(source), path).replace(/\/$/, ''),
  );

/**
 * Finds the tests of doubles that do not depend on the changes since the merge base with main. A
 * test depends on what it and its imports import, read and run. All tests
 * count as changed if the changes are unknown: without a merge base, and if the working tree is the
 * merge base, as in CI on main.
 * @returns paths of the tests by folder
 */
export function findUnchangedTests(folder = '.'): Map<string, string[]> {
  // CI has tested `origin/main`, but not the commits by which a local `main` is ahead.
  const base = findMergeBase(['origin/main', 'main'], folder);
  if (base === undefined) return new Map();
  const changed = git(['diff', '--name-only', '--no-renames', base], folder);
  if (changed.length === 0 && git(['rev-parse', 'HEAD'], folder).includes(base)) return new Map();
  changed.push(...git(['ls-files', '--others', '--exclude-standard'], folder));
  const sources = listSources(folder);
  const texts = new Map(sources.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
  const textOf = (path: string): string => texts.get(path) ?? '';
  const importing = findDependents(changed, sources, (path) =>
    importsOf(path, textOf(path), sources),
  );
  if (COMMON_FILES.some((path) => importing.has(path))) return new Map();
  const root = changed.length > 0 ? ['.'] : [];
  const read = [...changed, ...changed.flatMap(foldersOf), ...root];
  const affected = findDependents(read, sources, (path) => [
    ...importsOf(path, textOf(path), sources),
    ...readsOf(path, textOf(path)),
  ]);
  const isUnchanged = (path: string) => path.endsWith('.test.ts') && !affected.has(path);
  return new Map(
    FOLDERS.map((name) => [
      name,
      sources.filter((path) => path.startsWith(`${name}/`) && isUnchanged(path)),
    ]),
  );
}
