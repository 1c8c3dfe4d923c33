import { readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { findDependents, foldersOf, importsOf } from './affected-tests.ts';
import { findMergeBase, git, listSources } from './git.ts';
import { runsAll } from './tier.ts';

/** Folders of fakes of third-party services, which few changes affect. */
const FOLDERS = ['packages/mailnet', 'lab/fake-stripe', 'lab/embedded'] as const;

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

/** Tests with third-party tools, which `.ci/run` installs. */
export interface ToolSuite {
  /** Script in `tests/ci` and its arguments for each tool that the tests need. */
  readonly tools: readonly string[];
  /** Names of the test files in `tests/ci`. */
  readonly tests: readonly string[];
  /** Patterns of the paths that the tests check, besides the files of the tests and their tools. */
  readonly paths: readonly string[];
}

const ENGINE = ['packages/{verifier,mailnet}/**'];
const TEMPLATES = ['infra/**', 'functions/*/context.ts', 'shared/model/**', 'tests/infra/**'];
const STACK = [...TEMPLATES, '{lab/embedded,localstack}/**', 'functions/platform/**'];
const CONTRACT = ['shared/{contract,client}/**', 'functions/*/api.ts', 'functions/platform/api/**'];

/** Every tool of `.ci/run`. `.ci/nightly` installs others, and runs all. */
export const TOOL_SUITES: readonly ToolSuite[] = [
  {
    tools: ['mail-world.sh postfix exim dovecot sendmail'],
    tests: ['postfix', 'exim', 'servers'],
    paths: ENGINE,
  },
  {
    tools: ['egress-hosts/world.sh'],
    tests: ['egress-hosts'],
    paths: [...ENGINE, 'infra/egress{,-host}/**'],
  },
  { tools: ['ministack/install.sh'], tests: ['emulators'], paths: STACK },
  {
    tools: ['ministack/install.sh', 'aws-cli/install.sh'],
    tests: ['stage-commands'],
    paths: [...STACK, 'docs/operators/recovery.md', 'functions/admin/**'],
  },
  {
    tools: ['cfn-lint/install.sh', 'ministack/install.sh'],
    tests: ['templates'],
    paths: TEMPLATES,
  },
  { tools: ['openapi-linters/install.sh'], tests: ['openapi-linters'], paths: CONTRACT },
  {
    tools: ['package-linters/install.sh'],
    tests: ['packages', 'engine-packages'],
    paths: ['packages/**', ...CONTRACT],
  },
  { tools: ['fuzz/install.sh'], tests: ['fuzz'], paths: CONTRACT },
  {
    tools: ['fuzz/install.sh'],
    tests: ['docs-python'],
    paths: ['web/docs/**', 'packages/python/**', ...CONTRACT],
  },
  {
    tools: ['stripe-mock/install.sh'],
    tests: ['stripe-requests'],
    paths: ['lab/fake-stripe/**', 'functions/{billing,credits,privacy}/**'],
  },
  { tools: ['python/install.sh'], tests: ['python'], paths: ['packages/**', ...CONTRACT] },
  { tools: ['firefox/install.sh'], tests: ['firefox'], paths: ['web/**', ...CONTRACT] },
];

const testPath = (name: string): string => `tests/ci/${name}.test.ts`;

/** Returns the tools that changed tests need. */
export function listNeededTools(unchanged: ReadonlyMap<string, readonly string[]>): string[] {
  const skipped = new Set([...unchanged.values()].flat());
  const needed = TOOL_SUITES.filter(({ tests }) =>
    tests.some((name) => !skipped.has(testPath(name))),
  );
  return [...new Set(needed.flatMap(({ tools }) => tools))];
}

/** Returns the tests of tools whose rows contain no changed path. */
export function findUnchangedTools(
  changed: readonly string[],
  sources: readonly string[],
): string[] {
  const isAffected = ({ tools, tests, paths }: ToolSuite): boolean => {
    const names = tools.join(' ').split(' ');
    const own = names.map((name) => `tests/ci/${name.split('/', 1).join('')}{,/**}`);
    const globs = [...paths, ...own, ...tests.map(testPath), 'tests/ci/*.sh', '.ci/**'];
    return changed.some((path) => globs.some((glob) => matchesGlob(path, glob)));
  };
  return TOOL_SUITES.filter((suite) => !isAffected(suite))
    .flatMap(({ tests }) => tests.map(testPath))
    .filter((path) => sources.includes(path));
}

/** Matches a path that a file reads or runs: relative to the file, or in its own folder. */
const READ =
  /new URL\(\s*(?:'(?<path>[^']+)'|[^',]+),\s*import\.meta\.url|import\.meta\.(?:dirname|filename|resolve)/g;

/**
 * Returns the paths that a file reads or runs, without a slash after folders; `.` is the root
 * folder.
 */
const readsOf = (source: string, text: string): string[] =>
  Array.from(text.matchAll(READ), ({ groups: { path = '.' } = {} }) =>
    join(dirname(source), path).replace(/\/$/, ''),
  );

/**
 * Finds the tests that the changes since the merge base with main do not affect. A test of a double
 * depends on what it and its imports import, read and run; a test of a tool depends on the paths in
 * its row of `TOOL_SUITES`. All tests count as changed if the changes are unknown: without a merge
 * base, and if the working tree is the merge base, as in CI on main.
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
  return new Map([
    ...FOLDERS.map((name): [string, string[]] => [
      name,
      sources.filter((path) => path.startsWith(`${name}/`) && isUnchanged(path)),
    ]),
    ['tools', findUnchangedTools(changed, sources)],
  ]);
}

/** Returns the tests that `npm test` and `.ci/run` skip, by folder. `.ci/run all` skips none. */
export const findSkippedTests = (): Map<string, string[]> =>
  runsAll ? new Map() : findUnchangedTests();
