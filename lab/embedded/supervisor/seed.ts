import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { replaceFile } from '../services/replace-file.ts';
import type { Home } from './home.ts';
import { runNode } from './run-node.ts';

type Environment = Readonly<Record<string, string>>;

/** Increment this when the seed changes, so that existing homes are seeded again. */
const SEED_VERSION = '1';

/** Accounts that exist only in the stage `local`. */
export const DEMO_ACCOUNTS = [
  { who: 'customer', email: 'demo@tamis.test', password: 'Demo1234' },
  { who: 'administrator', email: 'admin@tamis.test', password: 'Admin1234' },
] as const;

/** Seeds a home only once, because hashing two passwords takes a second. */
export async function seedHome(home: Home, env: Environment): Promise<void> {
  await createDemoAccounts(home, env);
  replaceFile(home.seedFile, SEED_VERSION);
}

export const isSeeded = ({ seedFile }: Home): boolean =>
  existsSync(seedFile) && readFileSync(seedFile, 'utf8') === SEED_VERSION;

/**
 * Creates the demo accounts with the application's own command, and keeps existing accounts.
 * @param env environment variables with which a command reaches the stack
 * @throws an Error with the command's message if it fails
 */
export const createDemoAccounts = (home: Home, env: Environment): Promise<void> =>
  run(home, env, 'admin/commands/seed');

/** Creates the products and prices in the fake Stripe, as `npm run stripe:setup` does. */
export const setUpFakeStripe = (home: Home, env: Environment): Promise<void> =>
  run(home, env, 'billing/commands/setup-stripe');

const run = (home: Home, env: Environment, path: string): Promise<void> =>
  runNode(fileURLToPath(new URL(`../../../functions/${path}.ts`, import.meta.url)), [], {
    ...env,
    NODE_COMPILE_CACHE: home.compiledFolder,
  });
