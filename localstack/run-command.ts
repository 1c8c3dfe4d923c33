import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openHome } from './embedded/supervisor/home.ts';
import { readStackFile } from './embedded/supervisor/stack-file.ts';

/**
 * `node localstack/run-command.ts NAME ARGS…` runs functions/admin/commands/NAME.ts against the stack
 * that runs in TAMIS_HOME; with TABLE_NAME set, against the cloud the environment describes.
 */

const [, , name = '', ...args] = process.argv;
const environment = process.env['TABLE_NAME'] ? process.env : stackEnvironment();

if (environment === undefined) {
  console.error(
    'No stack runs here: start one by npm start, or set TAMIS_HOME to the home of one that runs.',
  );
  process.exitCode = 1;
} else {
  const command = fileURLToPath(new URL(`../functions/admin/commands/${name}.ts`, import.meta.url));
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
