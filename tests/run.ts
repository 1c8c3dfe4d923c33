import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm test`: the suites that need Node and npm alone, in turn, each with its own output, then one
 * line that sums them up. A suite that dies without a report counts as one failure. Names of
 * suites as arguments choose others: `node tests/run.ts ci`.
 */

interface Tally {
  passed: number;
  failed: number;
}

interface Suite {
  name: string;
  command: (report: string) => readonly string[];
}

const vitest = (project: string): Suite => ({
  name: project,
  command: (report) => [
    'vitest',
    'run',
    '--config=tests/vitest.config.ts',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
});

const DEFAULT = ['unit', 'stack', 'browser'];
const SUITES = new Map([...DEFAULT, 'ci'].map((name) => [name, vitest(name)]));

function readTally(report: string): Tally {
  const { numPassedTests, numFailedTests, success } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    success: boolean;
  };
  // A file that fails outside its tests has no failed test to count.
  return { passed: numPassedTests, failed: success ? 0 : Math.max(1, numFailedTests) };
}

async function run({ name, command }: Suite, folder: string): Promise<Tally> {
  const report = join(folder, `${name}.json`);
  const [program = '', ...args] = command(report);
  console.log(`\n── ${name}`);
  const child = spawn(program, args, { stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  try {
    const tally = readTally(report);
    return code === 0 || tally.failed > 0 ? tally : { ...tally, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tamis-tests-'));
const total: Tally = { passed: 0, failed: 0 };
for (const name of process.argv.length > 2 ? process.argv.slice(2) : DEFAULT) {
  const suite = SUITES.get(name);
  if (!suite) throw new Error(`there is no suite ${name}: ${[...SUITES.keys()].join(', ')}`);
  const { passed, failed } = await run(suite, folder);
  total.passed += passed;
  total.failed += failed;
}
rmSync(folder, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
