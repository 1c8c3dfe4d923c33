import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import config from './vitest.config.ts';

/** `npm run test:file -- FILE…` runs each test file in the first project that includes it. */

const root = fileURLToPath(new URL('..', import.meta.url));
const isIn = (globs: string | string[] = [], file: string): boolean =>
  [globs].flat().some((glob) => matchesGlob(file, glob));

function projectOf(file: string): string | undefined {
  const path = relative(root, file);
  for (const project of config.test?.projects ?? []) {
    const test = typeof project === 'object' && 'test' in project ? project.test : undefined;
    if (test && isIn(test.include, path) && !isIn(test.exclude, path)) return String(test.name);
  }
  return undefined;
}

const args = process.argv.slice(2);
const projects = new Set(args.flatMap((file) => projectOf(file) ?? []));
if (projects.size === 0) {
  console.error('npm run test:file -- FILE: no project of tests/vitest.config.ts includes it.');
  process.exitCode = 1;
} else {
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
  const options = [...projects].map((name) => `--project=${name}`);
  const command = [vitest, 'run', '--config=tests/vitest.config.ts', ...options, ...args];
  const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
}
