import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { PLANTED_FAULTS } from './planted-faults.ts';
import { git } from './support/git.ts';

/**
 * `npm run plant [-- --finders] [WORD…]`: plants each fault whose name contains one of the words,
 * or every fault, in a clone of HEAD, and prints which test finds it: `npm run check`, or otherwise
 * the finder of the fault. With `--finders`, only runs the finders, which takes seconds instead of
 * a minute. Exits with 1 if a fault is missed, or if `check` finds too few of all faults.
 */

/** Faults that `npm run check` may miss, because it runs only the nearest tests. */
const MAX_MISSED_BY_CHECK = 2;

const { values, positionals } = parseArgs({
  options: { finders: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const chosen = PLANTED_FAULTS.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
);
if (chosen.length === 0) throw new Error('No fault has such a name.');

const folder = mkdtempSync(join(tmpdir(), 'tamis-plant-'));
const clone = join(folder, 'clone');

/** Runs a command in the clone, and returns its exit code and output. */
function run(command: string, args: readonly string[]): { code: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: clone,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (error) throw error;
  return { code: status, output: stdout + stderr };
}

/** Whether the finder of a fault rejects it, rather than being unable to run. */
function isFoundBy({ file, finder }: (typeof PLANTED_FAULTS)[number]): boolean {
  const [{ code, output }, reason] =
    finder === 'lint'
      ? [run('npm', ['run', '--silent', 'lint', '--', file]), /no-floating-promises/]
      : [run(process.execPath, ['tests/test-file.ts', finder]), /Tests .*\d+ failed/];
  return code !== 0 && reason.test(stripVTControlCharacters(output));
}

function plant({ name, file, edits }: (typeof PLANTED_FAULTS)[number]): void {
  const path = join(clone, file);
  let text = readFileSync(path, 'utf8');
  for (const [search, replacement] of edits) {
    const parts = text.split(search);
    if (parts.length !== 2)
      throw new Error(`${name}: ${file} contains ${parts.length - 1} times: ${search}`);
    text = parts.join(replacement);
  }
  writeFileSync(path, text);
}

/** Returns the test that finds the planted fault; undefined if it is missed. */
function finderOf(fault: (typeof PLANTED_FAULTS)[number]): string | undefined {
  if (!values.finders) {
    const { code, output } = run('npm', ['run', '--silent', 'check']);
    if (code !== 0) return `check, ${output.trim().split('\n').at(-2) ?? ''}`;
  }
  return isFoundBy(fault) ? fault.finder : undefined;
}

try {
  git(['clone', '--quiet', '--shared', '.', clone]);
  // `check` compares with `main`, so that only the fault counts as changed.
  git(['checkout', '--quiet', '-B', 'main'], clone);
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
  const found = { check: 0, others: 0 };
  for (const fault of chosen) {
    plant(fault);
    const finder = finderOf(fault);
    if (finder?.startsWith('check')) found.check += 1;
    else if (finder !== undefined) found.others += 1;
    console.log(`${finder === undefined ? 'MISSED' : 'found'} ${fault.name} – ${finder ?? ''}`);
    git(['checkout', '--quiet', '--', '.'], clone);
  }
  const missed = chosen.length - found.check - found.others;
  console.log(
    `${chosen.length} faults: check found ${found.check}, others ${found.others}, missed ${missed}`,
  );
  const tooFew = !values.finders && positionals.length === 0 && found.others > MAX_MISSED_BY_CHECK;
  process.exitCode = missed > 0 || tooFew ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
