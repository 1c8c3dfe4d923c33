import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useSharedStack } from '../integration/shared-stack.ts';
import { fetchTestKey } from '../support/guide-runs.ts';

/** Installs the wheel of packages/python into an empty environment, and uses it with a stack. */

const run = promisify(execFile);
const stack = useSharedStack();
const tools = resolve('.tamis/python');
const home = resolve('packages/python');
const folder = mkdtempSync(join(tmpdir(), 'tamis-python-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Failure messages by test function, one for each failed case. */
const failures: Record<string, string[]> = {};
let output = '';

/** Runs a command. Returns its output, even if it fails. */
const outputOf = (command: string, args: string[], env = process.env): Promise<string> =>
  run(command, args, { cwd: home, env, maxBuffer: 1e8 }).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );

beforeAll(async () => {
  await run(process.execPath, ['packages/build-python.ts']);
  const python = join(folder, 'venv/bin/python');
  await run(join(tools, 'bin/python'), ['-m', 'venv', '--without-pip', join(folder, 'venv')]);
  const wheels = globSync(join(home, 'dist/wheels/*.whl'));
  const [pip, from] = [join(tools, 'bin/pip'), join(tools, 'wheels')];
  const offline = ['--quiet', '--disable-pip-version-check', '--no-index', `--find-links=${from}`];
  await run(pip, ['--python', python, 'install', ...offline, 'pytest', ...wheels]);
  const report = join(folder, 'report.xml');
  output = await outputOf(
    python,
    ['-m', 'pytest', '-p', 'no:cacheprovider', `--junitxml=${report}`],
    {
      ...process.env,
      PYTHONDONTWRITEBYTECODE: '1',
      TAMIS_URL: stack.url,
      TAMIS_API_KEY: await fetchTestKey(stack),
    },
  );
  const cases = /<testcase [^>]*?name="(test_\w+)[^>]*?(?:\/>|>([^]*?)<\/testcase>)/g;
  for (const [, name = '', more = ''] of readFileSync(report, 'utf8').matchAll(cases))
    (failures[name] ??= []).push(...(more === '' ? [] : [more]));
});

describe('the Python package', () => {
  const tests = globSync(join(home, 'tests/test_*.py')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^def (test_\w+)/gm)].map(([, name = '']) => name),
  );

  it.each(tests)('%s', (name) => {
    expect(failures[name] ?? [output]).toEqual([]);
  });

  it('runs exactly its test functions', () => {
    expect(Object.keys(failures).toSorted()).toEqual(tests.toSorted());
  });

  it.each([
    ['mypy', [], /^Success: no issues found/],
    ['ruff', ['check', '--no-cache'], /^All checks passed!/],
    ['ruff', ['format', '--check', '--no-cache'], /^\d+ files already formatted$/],
  ])('%s %j finds nothing', async (tool, args, nothing) => {
    expect((await outputOf(join(tools, 'bin', tool), args)).trim()).toMatch(nothing);
  });
});
