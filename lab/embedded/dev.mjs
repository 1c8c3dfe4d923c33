import { fileURLToPath } from 'node:url';
import { runToEnd } from '../../localstack/setup.mjs';
import { RESTART_EXIT_CODE } from './supervisor/options.ts';

/** `npm run dev`: runs the stack, and restarts it whenever its exit code requests this. */
const START = fileURLToPath(new URL('start.ts', import.meta.url));
const args = [START, '--watch', ...process.argv.slice(2)];

do process.exitCode = await runToEnd(process.execPath, args, { stdio: 'inherit' });
while (process.exitCode === RESTART_EXIT_CODE);
