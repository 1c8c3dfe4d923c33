import { parseArgs } from 'node:util';
import { ROLE } from '../../../shared/model/account.ts';
import { acceptTerms } from '../../account/accept-terms.ts';
import { createAccount } from '../../account/create-account.ts';
import { grantCredits } from '../grant-credits.ts';
import { makeCustomers } from '../make-customers.ts';
import { accounts, apiKeys, bulkAccounts } from '../../access/context.ts';
import { passwords } from '../../account/context.ts';
import { adjustments, bulkPurchases } from '../../billing/context.ts';
import { bulkLedger, ledger } from '../../credits/context.ts';
import { lists, queues } from '../../lists/context.ts';
import { clock, env, ids } from '../../platform/context.ts';
import { readEnv } from '../../platform/env.ts';
import { depsOf } from '../../platform/container.ts';
import { randomFrom } from '../random-from.ts';

/**
 * `npm run seed` makes the demo accounts of the embedded stack; run again it changes nothing. With
 * `--users N` it makes customers who do not exist instead, always the same for a `--seed S`. The
 * passwords are no secret, so it refuses to run anywhere else.
 */
const USAGE = 'Usage: npm run seed -- [--users N] [--seed S]';

const CREDITS = 5_000_000;
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

async function makeDemoAccounts(): Promise<void> {
  const deps = depsOf({
    accounts,
    adjustments,
    apiKeys,
    clock,
    env,
    ids,
    ledger,
    lists,
    passwords,
    queues,
  });
  const demo = await createAccount(deps, {
    email: 'demo@tamis.test',
    password: PASSWORD,
    firstName: 'Demo',
    lastName: 'Customer',
    language: 'en',
    role: ROLE.customer,
  });
  await acceptTerms(deps, { userId: demo.id, sourceIp: '127.0.0.1' });
  await deps.apiKeys.setPaid(demo.id, true);
  await grantCredits(deps, {
    email: demo.email,
    credits: CREDITS,
    why: 'demo credits',
    grantId: 'seed',
  });

  await createAccount(deps, {
    email: 'admin@tamis.test',
    password: 'Admin1234',
    firstName: 'Ada',
    lastName: 'Admin',
    language: 'en',
    role: ROLE.admin,
  });
}

async function makeManyCustomers(count: number, seed: number): Promise<void> {
  const deps = depsOf({ bulkAccounts, bulkLedger, bulkPurchases, clock, passwords });
  const passwordHash = await deps.passwords.hash(PASSWORD);
  const started = deps.clock.now();
  await makeCustomers(deps, { count, random: randomFrom(seed), passwordHash }, (made) => {
    if (made % STEP !== 0 && made < count) return;
    const seconds = Math.max(1, deps.clock.now() - started) / 1000;
    process.stdout.write(`${made} of ${count} customers, ${Math.round(made / seconds)} a second\n`);
  });
  process.stdout.write(`The password of each is ${PASSWORD}.\n`);
}

async function main(args: readonly string[]): Promise<void> {
  const { users, seed } = readSeed(args);
  if (readEnv().STAGE !== 'local') throw new Error('Demo accounts are for the stage local alone.');
  await (users > 0 ? makeManyCustomers(users, seed) : makeDemoAccounts());
}

if (import.meta.main)
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
