import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectOf } from './support/project-of.ts';

/** `npm run test:file -- FILE…` runs each test file in the first project that includes it. */

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const projects = new Set(args.flatMap((file) => projectOf(relative(root, file)) ?? []));
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
