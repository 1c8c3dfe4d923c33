import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Home } from './home.ts';

const command = (path: string): string =>
  fileURLToPath(new URL(`../../../functions/${path}.ts`, import.meta.url));

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
export const seed = (home: Home, env: Readonly<Record<string, string>>): Promise<void> =>
  run(home, env, 'admin/commands/seed');

/** Makes at the fake of Stripe what the product sells by, as `npm run stripe:setup` does. */
export const setUpStripe = (home: Home, env: Readonly<Record<string, string>>): Promise<void> =>
  run(home, env, 'billing/commands/setup-stripe');

async function run(home: Home, env: Readonly<Record<string, string>>, path: string): Promise<void> {
  const log = openSync(home.log('seed'), 'a');
  const child = spawn(process.execPath, [command(path)], {
    env: { ...env, NODE_COMPILE_CACHE: home.compiledFolder },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${path} failed (log: ${home.log('seed')}).`);
}
