import { openHome } from './embedded/supervisor/home.ts';
import { readStackFile } from './embedded/supervisor/stack-file.ts';

/**
 * The environment in which a command reaches the stack that runs in TAMIS_HOME; nothing where
 * TABLE_NAME is set, and the environment describes a cloud itself.
 * @throws {Error} with one sentence when none runs
 */
export function stackEnvironment(): NodeJS.ProcessEnv {
  if (process.env['TABLE_NAME']) return {};
  const stack = readStackFile(openHome());
  if (stack === undefined)
    throw new Error(
      'No stack runs here: start one by npm start, set TAMIS_HOME to the home of one that runs, ' +
        'or name a stage by --stage.',
    );
  return stack.env;
}
