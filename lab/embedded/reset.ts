import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { acquirePidFile } from './services/pid-file.ts';
import { StartError } from './services/start-error.ts';
import { openHome } from './supervisor/home.ts';

/** `npm run reset`: deletes the stack's data, logs and caches, unless the stack is running. */

/** Paths to delete. TAMIS_HOME may contain other files, which must be kept. */
const RESET_PATHS = ['data', 'log', 'cache', 'stack.json'];

try {
  const home = openHome();
  const pids = await acquirePidFile(home.pidFile);
  for (const name of RESET_PATHS) rmSync(join(home.folder, name), { recursive: true, force: true });
  pids.release();
  console.log(`${home.folder} is empty; the next start creates new data.`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
