import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { passwords } from '../../functions/account/context.ts';
import { depsOf } from '../../functions/platform/container.ts';
import { clock, db } from '../../functions/platform/context.ts';
import { readEnv } from '../../functions/platform/env.ts';
import { stackEnvironment } from '../../localstack/stack-environment.ts';
import { randomFrom } from '../support/random.ts';
import { makeCustomers } from './customers/make-customers.ts';

/**
 * `npm run seed` makes the demo accounts of the stack that runs. With `--users N` it makes customers
 * who do not exist instead, always the same for a `--seed S`.
 */
const USAGE = 'Usage: npm run seed -- [--users N] [--seed S]';

const PASSWORD = 'Demo1234';
const MAX_USERS = 1_000_000;
/** A line of progress for so many customers. */
const STEP = 10_000;

/**
 * What a command line asks for; no users: the demo accounts.
 * @throws {Error} with one sentence that says what is wrong
 */
export function readSeed(args: readonly string[]): { users: number; seed: number } {
  const { values } = parseArgs({
    args: [...args],
    options: { users: { type: 'string', default: '0' }, seed: { type: 'string', default: '1' } },
  });
  const [users, seed] = [Number(values.users), Number(values.seed)];
  if (!Number.isSafeInteger(users) || users < 0 || users > MAX_USERS || !Number.isSafeInteger(seed))
    throw new Error(`N is a number up to ${MAX_USERS}, S a whole number. ${USAGE}`);
  return { users, seed };
}

async function makeManyCustomers(count: number, seed: number): Promise<void> {
  Object.assign(process.env, stackEnvironment());
  if (readEnv().STAGE !== 'local') throw new Error('Demo accounts are for the stage local alone.');
  const deps = depsOf({ clock, db, passwords });
  const passwordHash = await deps.passwords.hash(PASSWORD);
  const started = deps.clock.now();
  await makeCustomers(deps, { count, random: randomFrom(seed), passwordHash }, (made) => {
    if (made % STEP !== 0 && made < count) return;
    const seconds = Math.max(1, deps.clock.now() - started) / 1000;
    process.stdout.write(`${made} of ${count} customers, ${Math.round(made / seconds)} a second\n`);
  });
  process.stdout.write(`The password of each is ${PASSWORD}.\n`);
}

function makeDemoAccounts(): void {
  const command = fileURLToPath(new URL('../../localstack/run-command.ts', import.meta.url));
  process.exitCode =
    spawnSync(process.execPath, [command, 'seed'], { stdio: 'inherit' }).status ?? 1;
}

// Also where localstack/run.mjs has imported it as the program.
if (process.argv[1] === fileURLToPath(import.meta.url))
  try {
    const { users, seed } = readSeed(process.argv.slice(2));
    if (users > 0) await makeManyCustomers(users, seed);
    else makeDemoAccounts();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
