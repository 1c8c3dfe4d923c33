import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `npm test`: runs the suites that need Node and npm alone, one after the other, and prints one line
 * that sums them up. A suite that ends without a report counts as one failure. Names of suites as
 * arguments choose others: `node tests/run.ts ci`.
 */

interface Tally {
  passed: number;
  failed: number;
}

const DEFAULT = ['unit', 'stack', 'browser'];
const SUITES = [...DEFAULT, 'ci', 'parallel', 'emulator'];

/** Every test file loads the libraries anew; compiled once, they take a tenth of the CPU less. */
const NODE_COMPILE_CACHE = resolve('node_modules/.cache/compiled');

function readTally(report: string): Tally {
  const { numPassedTests, numFailedTests, success } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    success: boolean;
  };
  // A file that fails outside its tests has no failed test to count.
  return { passed: numPassedTests, failed: success ? 0 : Math.max(1, numFailedTests) };
}

async function run(suite: string, folder: string): Promise<Tally> {
  const report = join(folder, `${suite}.json`);
  console.log(`\n── ${suite}`);
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=tests/vitest.config.ts',
      `--project=${suite}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { stdio: 'inherit', env: { ...process.env, NODE_COMPILE_CACHE } },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  try {
    const tally = readTally(report);
    return code === 0 || tally.failed > 0 ? tally : { ...tally, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tamis-tests-'));
const total: Tally = { passed: 0, failed: 0 };
for (const suite of process.argv.length > 2 ? process.argv.slice(2) : DEFAULT) {
  if (!SUITES.includes(suite)) {
    throw new Error(`there is no suite ${suite}: ${SUITES.join(', ')}`);
  }
  const { passed, failed } = await run(suite, folder);
  total.passed += passed;
  total.failed += failed;
}
rmSync(folder, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
