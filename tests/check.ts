import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findAffectedTests, importersOf } from './support/affected-tests.ts';
import { findMergeBase, git, listSources } from './support/git.ts';
import { projectOf } from './support/project-of.ts';
import { readTestReport, secondsOfLastRuns } from './support/test-report.ts';

/**
 * `npm run check`: the checks that a small change needs. Runs the static checks one after another,
 * in parallel with the tests that the change affects. Formats and lints only the changed files, and
 * lints those that import them. Skips tests that need a stack, a browser or the whole product, and
 * those for which the time of `testSeconds` does not suffice. Its last lines are the distinct
 * reasons of all failures, and the slowest steps.
 */

/**
 * Time that the tests of a change may take together. With the static checks, one or two files take
 * about half a minute on two cores, and six take about one.
 */
const testSeconds = (changedFiles: number): number => Math.min(8 + 7 * changedFiles, 60);
/** Time to import a test file, which Vitest does not count as its duration. */
const IMPORT_SECONDS = 0.2;
/** Assumed time of a test file that has not run yet. */
const USUAL_SECONDS = 1;
/** Vitest projects of the tests that run. */
const PROJECTS = ['unit', 'web'];
/** Maximum changed files for each of which the tests are chosen. More would take seconds. */
const MAX_GROUPS = 12;
/** Number of skipped tests that are printed by name. */
const NAMED_TESTS = 4;
/** Maximum lines for reasons at the end, so that they and the steps fit into ten lines. */
const MAX_REASONS = 8;
const LONGEST_REASON = 300;

interface StepResult {
  readonly name: string;
  readonly seconds: number;
  /** Why the step failed, the most frequent reasons first. Empty if it passed. */
  readonly reasons: readonly string[];
}

const startedAt = performance.now();

async function runStep(
  name: string,
  findReasons: () => Promise<readonly string[]>,
): Promise<StepResult> {
  const start = performance.now();
  const reasons = await findReasons();
  return { name, seconds: (performance.now() - start) / 1000, reasons };
}

/** Runs a program of Node. Prints its output if it fails, and returns the reasons in it. */
async function findReasonsIn(
  args: readonly string[],
  reasonsIn: (output: string) => readonly string[],
): Promise<readonly string[]> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = await once(child, 'close');
  if (code === 0) return [];
  console.log(output.trimEnd());
  const reasons = reasonsIn(output);
  return reasons.length > 0 ? reasons : [output.trim().split('\n').at(-1) ?? `exit ${code}`];
}

/** Runs a script of package.json. */
function runScript(
  name: string,
  args: readonly string[],
  reasonsIn: (output: string) => readonly string[],
): Promise<StepResult> {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('Run this with npm: npm run check.');
  return runStep(name, () =>
    findReasonsIn([npm, 'run', '--silent', name, '--', ...args], reasonsIn),
  );
}

const linesWith =
  (pattern: RegExp) =>
  (output: string): string[] =>
    output.split('\n').filter((line) => pattern.test(line));

/** Returns each heading in the output of knip with its lines. */
const paragraphs = (output: string): string[] =>
  output.split(/\n(?=[A-Z][\w ]+ \(\d+\)$)/m).map((text) => text.trim().replaceAll(/\s+/g, ' '));

/** Files that change the result of a linter for all other files. */
const LINT_SETTINGS = /^(?:\.oxlintrc\.json|package-lock\.json|(?:\w+\/)*tsconfig\.json)$/;

async function staticChecks(
  changed: readonly string[],
  { changesExports }: Change,
): Promise<StepResult[]> {
  const sources = listSources();
  const linted = sources.filter((path) => changed.includes(path));
  const lintPaths = changed.some((path) => LINT_SETTINGS.test(path))
    ? ['.']
    : [...new Set([...linted, ...importersOf(changed, sources)])];
  const prettier = 'node_modules/prettier/bin/prettier.cjs';
  const unformatted = (output: string): string[] =>
    output.split('\n').flatMap((path) => (path ? [`npx prettier --write ${path}`] : []));
  const results: StepResult[] = [];
  if (changed.length > 0)
    results.push(
      await runStep('format', () =>
        findReasonsIn([prettier, '--list-different', '--ignore-unknown', ...changed], unformatted),
      ),
    );
  if (lintPaths.length > 0)
    results.push(await runScript('lint', ['--format=unix', ...lintPaths], linesWith(/:\d+:\d+: /)));
  results.push(await runScript('types', [], linesWith(/error TS/)));
  if (changesExports) results.push(await runScript('unused', ['--no-config-hints'], paragraphs));
  return results;
}

/** The test of the rules for imports, which reads all files, so it runs only if imports changed. */
const IMPORT_RULES = 'tests/architecture/imports.test.ts';

/** Matches a changed line of an import or an export, or of a list of their names. */
const EXPORTED = /^[+-](?:.*\b(?:import|export|from)\b|\s*(?:type )?\w+(?: as \w+)?,$)/;
const isCode = (path: string): boolean => /\.tsx?$/.test(path);

interface Change {
  readonly addsImports: boolean;
  /** Whether an export, a file or a dependency may have become unused. */
  readonly changesExports: boolean;
}

function describeChange(since: string, untracked: readonly string[]): Change {
  const lines = git(['diff', '-U0', since, '--', '*.ts', '*.tsx']);
  const states = git(['diff', '--name-status', since]);
  return {
    addsImports:
      untracked.some(isCode) || lines.some((line) => /^\+.*(?:\bfrom |import\()'\./.test(line)),
    changesExports:
      untracked.length > 0 ||
      states.some((line) => !line.startsWith('M') || !isCode(line)) ||
      lines.some((line) => EXPORTED.test(line)),
  };
}

/** Runs these test files, and returns the reasons of their failures. */
async function runTests(chosen: readonly string[]): Promise<readonly string[]> {
  if (chosen.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'tamis-check-'));
  const report = join(folder, 'report.json');
  const projects = PROJECTS.map((name) => `--project=${name}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config=tests/vitest.config.ts'];
  try {
    const child = spawn(
      process.execPath,
      [...vitest, ...projects, ...reporters, '--passWithNoTests', ...chosen],
      {
        stdio: 'inherit',
        env: { ...process.env, NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') },
      },
    );
    const [code] = await once(child, 'exit');
    if (code === 0) return [];
    if (!existsSync(report)) return [`vitest exited with code ${code}, without a report`];
    return reasonsOfTests(report);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the distinct messages, those of the most tests first, each with its first test. */
function reasonsOfTests(report: string): string[] {
  const tests = new Map<string, string[]>();
  for (const { file, test, messages } of readTestReport(report).failures)
    for (const message of new Set(messages)) {
      const [reason = ''] = message.split(/\n\s+at /, 1);
      tests.set(reason, [...(tests.get(reason) ?? []), `${file}: ${test}`]);
    }
  const found = [...tests].toSorted(([, a], [, b]) => b.length - a.length);
  if (found.length === 0) return ['vitest failed outside the tests'];
  return found.map(([reason, [first = '', ...others]]) => {
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    return `${reason.replaceAll(/\s+/g, ' ')} – ${first}${more}`;
  });
}

/**
 * Chooses the tests nearest to each changed file: at least one, and others while its share of the
 * time suffices. Prints how many it skips, and the nearest of them.
 */
function chooseTests(changed: readonly string[], { addsImports }: Change): string[] {
  const sources = listSources();
  const groups = changed.length > MAX_GROUPS ? [changed] : changed.map((path) => [path]);
  const seconds = secondsOfLastRuns();
  const all = new Set<string>();
  const chosen = new Set<string>();
  let left = 0;
  for (const group of groups) {
    const affected = findAffectedTests(group, sources, { projects: [...PROJECTS, 'product'] });
    const candidates = affected.filter((path) => PROJECTS.includes(projectOf(path) ?? ''));
    for (const path of affected) all.add(path);
    left += testSeconds(changed.length) / groups.length;
    for (const [rank, path] of candidates.entries()) {
      const needed = (seconds.get(path) ?? USUAL_SECONDS) + IMPORT_SECONDS;
      if (chosen.has(path) || (rank > 0 && needed > left)) continue;
      left -= needed;
      chosen.add(path);
    }
  }
  const skipped = [...all].filter((path) => !chosen.has(path));
  if (skipped.length > 0)
    console.log(
      `Runs ${chosen.size} of ${all.size} test files that the change affects. npm run validate runs ` +
        `the others, first ${skipped.slice(0, NAMED_TESTS).join(', ')}.`,
    );
  return [...chosen, ...(addsImports ? [IMPORT_RULES] : [])];
}

/** Prints some reasons of each failed step, and the slowest steps. */
function printSummary(steps: readonly StepResult[]): void {
  const rows = steps.flatMap(({ name, reasons }) =>
    reasons.map((reason, rank) => ({ rank, line: `${name}: ${reason}`.slice(0, LONGEST_REASON) })),
  );
  // Each step shows its first reason before any step shows its second.
  const shown = rows.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_REASONS);
  console.log('');
  for (const { line } of shown) console.log(line);
  if (rows.length > shown.length)
    console.log(`and ${rows.length - shown.length} other reasons, above`);
  const slowest = steps
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 3)
    .map(({ name, seconds }) => `${name} ${seconds.toFixed(0)} s`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const outcome = rows.length > 0 ? 'Failed' : 'Passed';
  console.log(`${outcome} in ${seconds} s. Slowest steps: ${slowest.join(', ')}.`);
}

// Clones of other branches have only `origin/main`.
const since = findMergeBase(['main', 'origin/main', 'HEAD']);
if (since === undefined) throw new Error('This is not a git checkout.');
const untracked = git(['ls-files', '--others', '--exclude-standard']);
const changed = [...git(['diff', '--name-only', '--diff-filter=d', since]), ...untracked];
const change = describeChange(since, untracked);
const chosen = chooseTests(changed, change);
const [tests, checks] = await Promise.all([
  runStep('tests', () => runTests(chosen)),
  staticChecks(changed, change),
]);
const steps = [tests, ...checks];
printSummary(steps);
process.exitCode = steps.every(({ reasons }) => reasons.length === 0) ? 0 : 1;
