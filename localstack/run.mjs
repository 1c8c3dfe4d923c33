import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodePath, runToEnd } from './setup.mjs';

/**
 * `node localstack/run.mjs FILE ARGS…` is `node FILE ARGS…` after the set-up and under the
 * project's Node. FILE runs in this very process, so signals, streams and the exit code are its
 * own. Only where another Node runs this, as in the command that installs the dependencies, is a
 * second one started.
 */

const [, , file, ...args] = process.argv;
if (realpathSync(process.execPath) === nodePath) {
  const path = resolve(file);
  process.argv = [process.execPath, path, ...args];
  await import(pathToFileURL(path).href);
} else {
  const command = [...process.execArgv, file, ...args];
  process.exitCode = await runToEnd(nodePath, command, { stdio: 'inherit' });
}
