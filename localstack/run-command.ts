import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readStageEnvironment } from '../infra/stage/stage-environment.ts';
import { openHome } from '../lab/embedded/supervisor/home.ts';
import { readStackFile } from '../lab/embedded/supervisor/stack-file.ts';

/**
 * `node localstack/run-command.ts FEATURE/NAME ARGS…` runs functions/FEATURE/commands/NAME.ts;
 * FEATURE defaults to admin. The command uses the stack that is running in TAMIS_HOME; with
 * `--stage NAME`, that stage in its account; with TABLE_NAME set, the cloud that the environment
 * describes.
 */

const [, , name = '', ...given] = process.argv;
const { stage, args } = stageOf(given);

try {
  const environment = stage === undefined ? stackEnvironment() : await readStageEnvironment(stage);
  const [feature, verb] = name.includes('/') ? name.split('/', 2) : ['admin', name];
  const file = `../functions/${feature}/commands/${verb}.ts`;
  const command = fileURLToPath(new URL(file, import.meta.url));
  const { status } = spawnSync(process.execPath, [command, ...args], {
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * Returns the environment of the running stack, or an empty one if TABLE_NAME is set.
 * @throws an Error of one sentence if no stack is running
 */
function stackEnvironment(): NodeJS.ProcessEnv {
  if (process.env['TABLE_NAME']) return {};
  const stack = readStackFile(openHome());
  if (stack) return stack.env;
  throw new Error(
    'No stack is running here: start one with npm start, set TAMIS_HOME to the home of a running stack, ' +
      'or select a stage with --stage.',
  );
}

/** Extracts `--stage NAME` or `--stage=NAME`. All other arguments belong to the command. */
function stageOf(all: readonly string[]): { stage?: string; args: readonly string[] } {
  const at = all.findIndex((argument) => /^--stage(=|$)/.test(argument));
  if (at === -1) return { args: all };
  const inline = all[at]?.split('=')[1];
  return {
    stage: inline ?? all[at + 1] ?? '',
    args: all.toSpliced(at, inline === undefined ? 2 : 1),
  };
}
