import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { findAffectedTests } from './support/affected-tests.ts';
import { findMergeBase, git, listSources } from './support/git.ts';

/**
 * `npm run check`: the checks that a small change needs. Runs the static checks one after another,
 * in parallel with the tests that the change affects; each of the two uses about one core. Skips
 * tests that synthesize or simulate the whole product, and all but the nearest `MAX_TESTS` test
 * files.
 */

/** Maximum test files. They take under a minute next to the static checks, on two slow cores. */
const MAX_TESTS = 50;

async function passes(command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [command, ...args], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) console.log(`failed: ${[command, ...args].join(' ').slice(0, 200)}`);
  return code === 0;
}

/** Runs a script of package.json. Returns whether it passed. */
function runScript(name: string, ...args: readonly string[]): Promise<boolean> {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('Run this with npm: npm run check.');
  return passes(npm, ['run', '--silent', name, ...args]);
}

async function staticChecks(changed: readonly string[]): Promise<boolean> {
  const prettier = 'node_modules/prettier/bin/prettier.cjs';
  const options = ['--check', '--log-level=warn', '--ignore-unknown'];
  let passed = changed.length === 0 || (await passes(prettier, [...options, ...changed]));
  for (const name of ['lint', 'unused', 'types']) passed = (await runScript(name)) && passed;
  return passed;
}

const FEATURE = /^infra\/features\/(?<name>[\w-]+)(?<!\.test)\.ts$/;

/** Tests in which functions of one feature handle messages of another feature. */
const ACROSS_FEATURES = [
  'functions/{grants,ownership}.test.ts',
  'functions/checks/check-attempt.test.ts',
  'functions/low-credits/',
  'tests/attacks/selections.test.ts',
  'tests/faults/{attacks,closing,deliveries}.test.ts',
].flatMap((pattern) => globSync(pattern));

/**
 * Returns the tests of features whose grants may have changed. Handlers do not import their grants,
 * so imports do not show which tests depend on them.
 */
function grantTests(changed: readonly string[]): string[] {
  const names = changed.flatMap((path) => FEATURE.exec(path)?.groups?.['name'] ?? []);
  const folders = names.map((name) => `functions/${name}/`).filter((folder) => existsSync(folder));
  return names.length === 0 ? [] : [...folders, ...ACROSS_FEATURES];
}

/** Runs the tests nearest to the change, and prints which tests it skips. */
async function tests(changed: readonly string[]): Promise<boolean> {
  const affected = findAffectedTests(changed, listSources());
  const omitted = affected.slice(MAX_TESTS);
  const folders = new Set(omitted.map((path) => path.split('/', 2).join('/')));
  if (omitted.length > 0)
    console.log(
      `The change affects ${affected.length} test files; the ${omitted.length} farthest are only run by ` +
        `npm run validate, in ${[...folders].toSorted().join(', ')}.`,
    );
  const chosen = [...affected.slice(0, MAX_TESTS), ...grantTests(changed)];
  return chosen.length === 0 || runScript('unit', '--', ...chosen);
}

// Clones of other branches have only `origin/main`.
const since = findMergeBase(['main', 'origin/main', 'HEAD']);
if (since === undefined) throw new Error('This is not a git checkout.');
const changed = [
  ...git(['diff', '--name-only', '--diff-filter=d', since]),
  ...git(['ls-files', '--others', '--exclude-standard']),
];
const results = await Promise.all([staticChecks(changed), tests(changed)]);
process.exitCode = results.every(Boolean) ? 0 : 1;
