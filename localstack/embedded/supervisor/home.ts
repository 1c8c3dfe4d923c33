import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where a stack keeps everything: data, logs and what it tells about itself. */
export interface Home {
  readonly folder: string;
  /** The owner and its children, while a stack runs. */
  readonly pidFile: string;
  /** How to reach the running stack; see stack-file.ts. */
  readonly stackFile: string;
  /** What was deployed to an emulator on another port; see emulator/deployment.ts. */
  readonly deploymentFile: string;
  /** Says which seed the data has. */
  readonly seedFile: string;
  readonly secretsFile: string;
  readonly mailFile: string;
  /** What the fake of Stripe knows. */
  readonly stripeFile: string;
  readonly database: string;
  readonly queueFolder: string;
  readonly objectFolder: string;
  /** The synthesized template: may be lost at any time. */
  readonly cacheFolder: string;
  /** What Node has compiled; stacks that start with one NODE_COMPILE_CACHE share it. */
  readonly compiledFolder: string;
  log(name: string): string;
}

const LARGE_LOG_BYTES = 50 * 1024 * 1024;

/**
 * The home of a stack: TAMIS_HOME, or `.tamis` in the current folder. Creates its folders, for this
 * user alone: they hold codes, links and hashes.
 */
export function openHome(given = process.env['TAMIS_HOME'] || '.tamis'): Home {
  const folder = resolve(given);
  const inside = (...parts: string[]): string => join(folder, ...parts);
  for (const name of ['log', 'cache']) mkdirSync(inside(name), { recursive: true });
  chmodSync(folder, 0o700);
  dropLargeLogs(inside('log'));
  return {
    folder,
    pidFile: inside('pids.json'),
    stackFile: inside('stack.json'),
    deploymentFile: inside('deployment.json'),
    seedFile: inside('data/seed'),
    secretsFile: inside('data/secrets.json'),
    mailFile: inside('data/mails.ndjson'),
    stripeFile: inside('data/stripe.json'),
    database: inside('data/dynamodb/dynamodb.db'),
    queueFolder: inside('data/sqs'),
    objectFolder: inside('data/s3'),
    cacheFolder: inside('cache'),
    compiledFolder: process.env['NODE_COMPILE_CACHE'] ?? inside('cache/compiled'),
    log: (name) => inside('log', `${name}.log`),
  };
}

/** Logs only grow while a stack runs; one that has become large begins anew. */
function dropLargeLogs(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (statSync(file).size > LARGE_LOG_BYTES) rmSync(file);
  }
}
