import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export type Home = ReturnType<typeof openHome>;

const LARGE_LOG_BYTES = 50 * 1024 * 1024;

/**
 * Opens the home of a stack: TAMIS_HOME, or `.tamis` in the current folder. Creates its folders,
 * accessible only to this user, because they contain codes, links and password hashes.
 */
export function openHome(given = process.env['TAMIS_HOME'] || '.tamis') {
  const folder = resolve(given);
  const inside = (...parts: string[]): string => join(folder, ...parts);
  for (const name of ['log', 'cache']) mkdirSync(inside(name), { recursive: true });
  chmodSync(folder, 0o700);
  return {
    folder,
    /** Process ids of the running stack and its children. */
    pidFile: inside('pids.json'),
    /** Connection details of the running stack. */
    stackFile: inside('stack.json'),
    /** Connection details of the deployment to an emulator. */
    deploymentFile: inside('deployment.json'),
    /** Version of the seed data that was loaded. */
    seedFile: inside('data/seed'),
    secretsFile: inside('data/secrets.json'),
    mailFile: inside('data/mails.ndjson'),
    stripeFile: inside('data/stripe.json'),
    database: inside('data/dynamodb/dynamodb.db'),
    queueFolder: inside('data/sqs'),
    objectFolder: inside('data/s3'),
    /** Folder for the synthesized template and other files that can be generated again. */
    cacheFolder: inside('cache'),
    /** Node's compile cache; stacks with the same NODE_COMPILE_CACHE share it. */
    compiledFolder: process.env['NODE_COMPILE_CACHE'] ?? inside('cache/compiled'),
    log: (name: string) => inside('log', `${name}.log`),
  };
}

/** Deletes large logs. Must be called before the stack starts, because it keeps its logs open. */
export function removeLargeLogs({ folder }: Home): void {
  for (const name of readdirSync(join(folder, 'log'))) {
    const file = join(folder, 'log', name);
    if (statSync(file).size > LARGE_LOG_BYTES) rmSync(file);
  }
}
