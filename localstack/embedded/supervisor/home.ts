import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where a stack keeps everything: data, logs and what it tells about itself. */
export type Home = ReturnType<typeof openHome>;

const LARGE_LOG_BYTES = 50 * 1024 * 1024;

/**
 * The home of a stack: TAMIS_HOME, or `.tamis` in the current folder. Creates its folders, for this
 * user alone: they hold codes, links and hashes.
 */
export function openHome(given = process.env['TAMIS_HOME'] || '.tamis') {
  const folder = resolve(given);
  const inside = (...parts: string[]): string => join(folder, ...parts);
  for (const name of ['log', 'cache']) mkdirSync(inside(name), { recursive: true });
  chmodSync(folder, 0o700);
  dropLargeLogs(inside('log'));
  return {
    folder,
    /** The owner and its children, while a stack runs. */
    pidFile: inside('pids.json'),
    /** How to reach the running stack; see stack-file.ts. */
    stackFile: inside('stack.json'),
    /** What was deployed to an emulator on another port; see emulator/deployment.ts. */
    deploymentFile: inside('deployment.json'),
    /** Says which seed the data has. */
    seedFile: inside('data/seed'),
    secretsFile: inside('data/secrets.json'),
    mailFile: inside('data/mails.ndjson'),
    /** What the fake of Stripe knows. */
    stripeFile: inside('data/stripe.json'),
    database: inside('data/dynamodb/dynamodb.db'),
    queueFolder: inside('data/sqs'),
    objectFolder: inside('data/s3'),
    /** The synthesized template: may be lost at any time. */
    cacheFolder: inside('cache'),
    /** What Node has compiled; stacks that start with one NODE_COMPILE_CACHE share it. */
    compiledFolder: process.env['NODE_COMPILE_CACHE'] ?? inside('cache/compiled'),
    log: (name: string) => inside('log', `${name}.log`),
  };
}

/** Logs only grow while a stack runs; one that has become large begins anew. */
function dropLargeLogs(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (statSync(file).size > LARGE_LOG_BYTES) rmSync(file);
  }
}
