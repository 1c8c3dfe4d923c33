import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  findAffectedTests,
  importersOf,
  readSources,
  type Sources,
} from './support/affected-tests.ts';
import { findCommentedFiles } from './support/commented-files.ts';
import { findMergeBase, git, listSources } from './support/git.ts';
import { projectOf } from './support/project-of.ts';
import { TEST_CPU_SECONDS } from './support/stop-tests.ts';
import { readTestReport, secondsOfLastRuns } from './support/test-report.ts';

/**
 * `npm run check`: the checks that a small change needs. Runs the static checks one after another,
 * in parallel with the tests that the change affects. Formats and lints only the changed files, and
 * lints the files that import them. If only comments or pages changed, checks their format and the
 * tests that read them. Skips tests that need a stack, a browser or the whole product, and tests
 * for which `MAX_SECONDS` is too short. Its last lines are the distinct reasons of all failures,
 * and the slowest steps.
 */

/**
 * Maximum total duration of the chosen tests, according to their last runs. With the static checks,
 * a change of ten files takes at most half a minute on two cores that do nothing else.
 */
const MAX_SECONDS = 20;
/**
 * CPU time after which the tests stop if they are slower than in their last runs, or have not run
 * yet. One or two files need less lint, which leaves more time for their tests.
 */
const maxCpuSeconds = (changedFiles: number): number => (changedFiles > 2 ? 24 : 40);
/** Time to import a test file, which Vitest does not count as its duration. */
const IMPORT_SECONDS = 0.2;
/** Assumed time of a test file that has not run yet. */
const USUAL_SECONDS = 1;
/** Vitest projects of the tests that run. */
const PROJECTS = ['unit', 'web'];
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

/**
 * Runs a Node program. Prints its output if it fails, and returns the reasons that the output
 * contains.
 */
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

/** Formats the changed files. If code changed, also lints it, and checks types and unused code. */
async function staticChecks(
  { files, code, changesCode, changesExports }: Change,
  sources: Sources,
): Promise<StepResult[]> {
  const linted = code.filter((path) => sources.has(path));
  const lintPaths = code.some((path) => LINT_SETTINGS.test(path))
    ? ['.']
    : [...new Set([...linted, ...importersOf(code, sources)])];
  const prettier = 'node_modules/prettier/bin/prettier.cjs';
  const unformatted = (output: string): string[] =>
    output.split('\n').flatMap((path) => (path ? [`npx prettier --write ${path}`] : []));
  const results: StepResult[] = [];
  if (files.length > 0)
    results.push(
      await runStep('format', () =>
        findReasonsIn([prettier, '--list-different', '--ignore-unknown', ...files], unformatted),
      ),
    );
  if (lintPaths.length > 0)
    results.push(await runScript('lint', ['--format=unix', ...lintPaths], linesWith(/:\d+:\d+: /)));
  if (changesCode) results.push(await runScript('types', [], linesWith(/error TS/)));
  if (changesExports) results.push(await runScript('unused', ['--no-config-hints'], paragraphs));
  return results;
}

/** The test of the rules for imports, which reads all files, so it runs only if imports changed. */
const IMPORT_RULES = 'tests/architecture/imports.test.ts';

/** Matches a changed line of an import or an export, or of a list of their names. */
const EXPORTED = /^[+-](?:.*\b(?:import|export|from)\b|\s*(?:type )?\w+(?: as \w+)?,$)/;
const isCode = (path: string): boolean => /\.tsx?$/.test(path);
const isPage = (path: string): boolean => path.endsWith('.md');

interface Change {
  /** The changed and new files, without deleted ones. */
  readonly files: readonly string[];
  /** The sources in which only comments changed. */
  readonly commented: readonly string[];
  /** The other files, except pages of documentation, which no compiler or linter reads. */
  readonly code: readonly string[];
  /** Whether code or settings changed, or such a file was deleted. */
  readonly changesCode: boolean;
  readonly addsImports: boolean;
  /** Whether an export, a file or a dependency may have become unused. */
  readonly changesExports: boolean;
}

function findChange(since: string): Change {
  const untracked = git(['ls-files', '--others', '--exclude-standard']);
  const commented = findCommentedFiles(since);
  const needsNoCompiler = (path: string): boolean => isPage(path) || commented.includes(path);
  const states = git(['diff', '--name-status', '--no-renames', since])
    .map((line) => line.split('\t'))
    .map(([state = '', path = '']) => ({
      isDeleted: state === 'D',
      isEdited: state === 'M',
      path,
    }));
  const files = [...states.flatMap(({ isDeleted, path }) => (isDeleted ? [] : path)), ...untracked];
  const code = files.filter((path) => !needsNoCompiler(path));
  const others = states.filter(({ path }) => !needsNoCompiler(path));
  const sources = code.filter(isCode);
  const lines = sources.length > 0 ? git(['diff', '-U0', since, '--', ...sources]) : [];
  const newFiles = untracked.filter((path) => !isPage(path));
  return {
    files,
    commented,
    code,
    changesCode: others.length > 0 || newFiles.length > 0,
    addsImports:
      newFiles.some(isCode) || lines.some((line) => /^\+.*(?:\bfrom |import\()'\./.test(line)),
    changesExports:
      newFiles.length > 0 ||
      others.some(({ isEdited, path }) => !isEdited || !isCode(path)) ||
      lines.some((line) => EXPORTED.test(line)),
  };
}

/** Runs these test files for this CPU time, and returns the reasons of their failures. */
async function runTests(chosen: readonly string[], cpuSeconds: number): Promise<readonly string[]> {
  if (chosen.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'tamis-check-'));
  const report = join(folder, 'report.json');
  const projects = PROJECTS.map((name) => `--project=${name}`);
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--reporter=tests/support/stop-tests.ts',
  ];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config=tests/vitest.config.ts'];
  try {
    const child = spawn(
      process.execPath,
      [...vitest, ...projects, ...reporters, '--passWithNoTests', ...chosen],
      {
        stdio: 'inherit',
        env: {
          ...process.env,
          NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
          [TEST_CPU_SECONDS]: String(cpuSeconds),
        },
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

/** Returns the distinct messages, the most frequent first, each with its first test. */
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
 * Chooses the nearest test of each changed file, then the second nearest, and so on, until the time
 * is used up. The first always runs. Prints how many it skips, and the nearest of them.
 */
function chooseTests(
  { files, commented, addsImports }: Change,
  sources: Sources,
): readonly string[] {
  const projects = [...PROJECTS, 'product'];
  const affected = findAffectedTests(files, sources, { commented, projects });
  const seconds = secondsOfLastRuns();
  const chosen = new Set<string>();
  let left = MAX_SECONDS;
  for (const path of affected) {
    if (!PROJECTS.includes(projectOf(path) ?? '')) continue;
    const needed = (seconds.get(path) ?? USUAL_SECONDS) + IMPORT_SECONDS;
    if (chosen.size > 0 && needed > left) continue;
    left -= needed;
    chosen.add(path);
  }
  const skipped = affected.filter((path) => !chosen.has(path));
  if (skipped.length > 0)
    console.log(
      `Runs ${chosen.size} of ${affected.length} test files that the change affects. npm run validate runs ` +
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
const change = findChange(since);
const sources = readSources(listSources());
const chosen = chooseTests(change, sources);
const [tests, checks] = await Promise.all([
  runStep('tests', () => runTests(chosen, maxCpuSeconds(change.files.length))),
  staticChecks(change, sources),
]);
const steps = [tests, ...checks];
printSummary(steps);
process.exitCode = steps.every(({ reasons }) => reasons.length === 0) ? 0 : 1;
