import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Home } from './home.ts';

const COMMAND = fileURLToPath(
  new URL('../../../functions/admin/commands/seed.ts', import.meta.url),
);

/** Raise it when the seed changes, so that data that was seeded before gets the rest. */
const VERSION = '1';

/** The accounts of the embedded stack, and of no other. */
export const DEMO_ACCOUNTS = [
  { who: 'customer', email: 'demo@tamis.test', password: 'Demo1234' },
  { who: 'administrator', email: 'admin@tamis.test', password: 'Admin1234' },
] as const;

/** Seeds the data of a home and remembers it: a hash of two passwords takes a second. */
export async function seedOnce(home: Home, env: Readonly<Record<string, string>>): Promise<void> {
  await seed(home, env);
  mkdirSync(dirname(home.seedFile), { recursive: true });
  writeFileSync(home.seedFile, VERSION);
}

export const isSeeded = ({ seedFile }: Home): boolean =>
  existsSync(seedFile) && readFileSync(seedFile, 'utf8') === VERSION;

/**
 * Makes the demo accounts by the application's own command; those that are there stay.
 * @param env environment in which a command reaches the stack
 * @throws when the command fails; its words are in the log
 */
export async function seed(home: Home, env: Readonly<Record<string, string>>): Promise<void> {
  const log = openSync(home.log('seed'), 'a');
  const child = spawn(process.execPath, [COMMAND], { env, stdio: ['ignore', log, log] });
  closeSync(log);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The demo data could not be written (log: ${home.log('seed')}).`);
}
