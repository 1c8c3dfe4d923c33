import { realpathSync } from 'node:fs';
import Module from 'node:module';
import { resolve } from 'node:path';
import { nodePath, runToEnd } from './setup.mjs';

/**
 * `node localstack/run.mjs FILE ARGS…` runs `node FILE ARGS…` with the project's Node after the
 * setup. FILE runs in this process, which keeps signals, streams and the exit code the same. A
 * second process is started only if this one runs under a different Node, as during the command
 * that installs the dependencies.
 */

const [, , file, ...args] = process.argv;
if (realpathSync(process.execPath) === nodePath) {
  const path = resolve(file);
  process.argv = [process.execPath, path, ...args];
  // Unlike an import, this sets `import.meta.main`, without which some scripts do nothing.
  Module.runMain();
} else {
  const command = [...process.execArgv, file, ...args];
  process.exitCode = await runToEnd(nodePath, command, { stdio: 'inherit' });
}
