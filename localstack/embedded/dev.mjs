import { fileURLToPath } from 'node:url';
import { runToEnd } from '../setup.mjs';
import { START_AGAIN } from './supervisor/options.ts';

/** `npm run dev`: starts the stack, and restarts it whenever it requests a restart. */
const START = fileURLToPath(new URL('start.ts', import.meta.url));
const args = [START, '--watch', ...process.argv.slice(2)];

do process.exitCode = await runToEnd(process.execPath, args, { stdio: 'inherit' });
while (process.exitCode === START_AGAIN);
