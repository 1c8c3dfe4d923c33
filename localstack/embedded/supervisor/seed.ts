import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { replaceFile } from '../services/replace-file.ts';
import type { Home } from './home.ts';
import { runNode } from './run-node.ts';

type Environment = Readonly<Record<string, string>>;

/** Raise it when the seed changes, so that data that was seeded before gets the rest. */
const VERSION = '1';

/** The accounts of the embedded stack, and of no other. */
export const DEMO_ACCOUNTS = [
  { who: 'customer', email: 'demo@tamis.test', password: 'Demo1234' },
  { who: 'administrator', email: 'admin@tamis.test', password: 'Admin1234' },
] as const;

/** Seeds the data of a home and remembers it: a hash of two passwords takes a second. */
export async function seedOnce(home: Home, env: Environment): Promise<void> {
  await seed(home, env);
  replaceFile(home.seedFile, VERSION);
}

export const isSeeded = ({ seedFile }: Home): boolean =>
  existsSync(seedFile) && readFileSync(seedFile, 'utf8') === VERSION;

/**
 * Makes the demo accounts by the application's own command; those that are there stay.
 * @param env environment in which a command reaches the stack
 * @throws with the command's message when it fails
 */
export const seed = (home: Home, env: Environment): Promise<void> =>
  run(home, env, 'admin/commands/seed');

/** Makes at the fake of Stripe what the product sells by, as `npm run stripe:setup` does. */
export const setUpStripe = (home: Home, env: Environment): Promise<void> =>
  run(home, env, 'billing/commands/setup-stripe');

const run = (home: Home, env: Environment, path: string): Promise<void> =>
  runNode(fileURLToPath(new URL(`../../../functions/${path}.ts`, import.meta.url)), [], {
    ...env,
    NODE_COMPILE_CACHE: home.compiledFolder,
  });
