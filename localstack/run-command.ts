import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openHome } from './embedded/supervisor/home.ts';
import { readStackFile } from './embedded/supervisor/stack-file.ts';

/**
 * `node localstack/run-command.ts FEATURE/NAME ARGS…` runs functions/FEATURE/commands/NAME.ts, of
 * the feature admin where none is named, against the stack that runs in TAMIS_HOME; with TABLE_NAME
 * set, against the cloud the environment describes.
 */

const [, , name = '', ...args] = process.argv;
const environment = process.env['TABLE_NAME'] ? process.env : stackEnvironment();

if (environment === undefined) {
  console.error(
    'No stack runs here: start one by npm start, or set TAMIS_HOME to the home of one that runs.',
  );
  process.exitCode = 1;
} else {
  const [feature, verb] = name.includes('/') ? name.split('/', 2) : ['admin', name];
  const file = `../functions/${feature}/commands/${verb}.ts`;
  const command = fileURLToPath(new URL(file, import.meta.url));
  const { status } = spawnSync(process.execPath, [command, ...args], {
    env: environment,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

function stackEnvironment(): NodeJS.ProcessEnv | undefined {
  const stack = readStackFile(openHome());
  return stack && { ...process.env, ...stack.env };
}
