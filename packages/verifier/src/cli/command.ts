#!/usr/bin/env node
import { writeLine } from './lines.ts';

/** The commands of the package `@tamis/verifier`. Importing a module runs its command. */
const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  check: () => import('./verify.ts'),
  classify: () => import('./classify.ts'),
  parse: () => import('./parse.ts'),
};

const HELP = `Verifies email addresses without sending mail, from this machine.

  npx @tamis/verifier check ADDRESS…    checks addresses by asking their mail servers
  npx @tamis/verifier classify          classifies replies of mail servers
  npx @tamis/verifier parse             finds syntax errors in addresses

Each command has a --help. check --sandbox uses a simulated mail internet.`;

const [name] = process.argv.splice(2, 1);
const run = COMMANDS[name ?? ''];
if (run) {
  await run();
} else if (name === undefined || name === '--help' || name === '-h') {
  await writeLine(process.stdout, HELP);
} else {
  process.stderr.write(`There is no command "${name}"; see --help.\n`);
  process.exitCode = 2;
}
