import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { projectOf } from './support/project-of.ts';
import { readTestReport } from './support/test-report.ts';
import { findSkippedTests } from './support/unchanged-tests.ts';

/**
 * `npm test`: runs the suites that need only Node and npm, and prints the failures and totals. A
 * suite that exits without a report counts as one failure. Arguments select other suites, as in
 * `node tests/run.ts compute,engine parallel`: the suites of one argument run in sequence, and the
 * arguments in parallel. Suites joined by + share a stack and run one after another in the same
 * workers. Tests of doubles, such as the fake Stripe, and of third-party tools are skipped if the
 * change since the merge base with main does not affect them.
 */

interface SuiteResult {
  readonly passed: number;
  /** One line per failure: file, test name and message. */
  readonly failed: readonly string[];
}

/**
 * Suites that run in parallel, because unit tests are idle for a third of their time, and tests on
 * a stack for half of it. Neither runs at a lower priority, because both have tests with time
 * limits. Both lanes take about as long.
 */
const DEFAULT = ['unit', 'stack+browser,web'];
const SUITES = [
  'unit',
  'web',
  'stack',
  'routes',
  'browser',
  'ci',
  'tools',
  'programs',
  'fuzz',
  'compute',
  'product',
  'screens',
  'views',
  'outages',
  'engine',
  'emulator',
  'night',
];

/** Each test file loads its libraries again, so a compile cache saves 10 % of the CPU time. */
const NODE_COMPILE_CACHE = resolve('node_modules/.cache/compiled');

/** Forces colors, which programs omit if their output is a pipe. */
const COLOR = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};

const LONGEST_LINE = 300;
const firstLine = (text: string): string => text.split('\n', 1).join('').slice(0, LONGEST_LINE);

/** In `.ci/run`, the file with the times of suites, installs and slow test files. */
const TIMES = process.env['TAMIS_TIMES'];
/** Test files that take at least this long get a row in the file of times. */
const SLOW_SECONDS = 20;

function readSuiteResult(path: string): SuiteResult {
  const { passed, success, failures, seconds } = readTestReport(path);
  const slow = [...seconds]
    .filter(([, time]) => time >= SLOW_SECONDS)
    .toSorted(([, a], [, b]) => b - a);
  if (TIMES) appendFileSync(TIMES, slow.map(([file, time]) => `  ${file}\t${time}\n`).join(''));
  const failed = failures.map(({ file, test, messages: [message = ''] }) =>
    [file, test, firstLine(message)].filter((part) => part !== '').join(': '),
  );
  return { passed, failed: success || failed.length > 0 ? failed : ['no test'] };
}

/** Skipped tests, by folder. */
const unchanged = findSkippedTests();
/** The same tests, which tests/vitest.config.ts excludes. */
const TAMIS_UNCHANGED_TESTS = [...unchanged.values()].flat().join(' ');

async function run(suite: string, folder: string): Promise<SuiteResult> {
  const report = join(folder, `${suite}.json`);
  const [command = '', ...args] = TIMES
    ? ['.ci/timed', suite, process.execPath]
    : [process.execPath];
  const child = spawn(
    command,
    [
      ...args,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=tests/vitest.config.ts',
      ...suite.split('+').map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Temporary files that tests leave behind, such as CDK templates, are deleted with this
      // folder.
      env: { ...process.env, ...COLOR, NODE_COMPILE_CACHE, TAMIS_UNCHANGED_TESTS, TMPDIR: folder },
    },
  );
  // Prefixes each line with its suite, because the output of parallel suites is interleaved.
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => console.log(`${suite.padEnd(WIDTH)} ${line}`));
  const [code] = (await once(child, 'close')) as [number | null];
  try {
    const result = readSuiteResult(report);
    if (code === 0 || result.failed.length > 0) return result;
    return { ...result, failed: [`${suite}: exited with code ${code}`] };
  } catch {
    return { passed: 0, failed: [`${suite}: wrote no report`] };
  }
}

const lanes = (process.argv.length > 2 ? process.argv.slice(2) : DEFAULT).map((lane) =>
  lane.split(','),
);
const WIDTH = Math.max(...lanes.flat().map(({ length }) => length));
const chosenSuites = lanes.flat().flatMap((joined) => joined.split('+'));
for (const suite of chosenSuites)
  if (!SUITES.includes(suite)) throw new Error(`there is no suite ${suite}: ${SUITES.join(', ')}`);

const folder = mkdtempSync(join(tmpdir(), 'tamis-tests-'));
// Servers under test run as other users, and use this folder as they use /tmp.
chmodSync(folder, 0o1777);
const results: SuiteResult[] = [];
await Promise.all(
  lanes.map(async (suites) => {
    for (const suite of suites) results.push(await run(suite, folder));
  }),
);
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.flatMap((result) => result.failed);
for (const [name, tests] of unchanged) {
  const { length } = tests.filter((path) => chosenSuites.includes(projectOf(path) ?? ''));
  if (length > 0)
    console.log(
      `skipped ${length} test files of ${name}: nothing that they import differs from main`,
    );
}
for (const name of failed) console.log(`\nfailed: ${name}`);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 && passed > 0 ? 0 : 1;
