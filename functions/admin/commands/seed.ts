import { ROLE } from '../../../shared/model/account.ts';
import { recordAcceptedTerms } from '../../account/accept-terms.ts';
import { createAccount } from '../../account/create-account.ts';
import { accounts, apiKeys } from '../../access/context.ts';
import { passwords } from '../../account/context.ts';
import { ledger } from '../../credits/context.ts';
import { clock, env, ids } from '../../platform/context.ts';
import { readEnv } from '../../platform/env.ts';
import { depsOf } from '../../platform/container.ts';
import { runCommand } from '../run-command.ts';

const CREDITS = 5_000_000;
const PASSWORD = 'Demo1234';

/**
 * `npm run seed`: creates the demo accounts of the embedded stack. Idempotent. Refuses to run at a
 * stage other than `local`, because the passwords are public.
 */
async function createDemoAccounts(): Promise<void> {
  if (readEnv().STAGE !== 'local')
    throw new Error('Demo accounts may only be created at the stage local.');
  const deps = depsOf({ accounts, apiKeys, clock, env, ids, ledger, passwords });
  const demo = await createAccount(deps, {
    email: 'demo@tamis.test',
    password: PASSWORD,
    firstName: 'Demo',
    lastName: 'Customer',
    language: 'en',
    role: ROLE.customer,
  });
  await recordAcceptedTerms(deps, { userId: demo.id, sourceIp: '127.0.0.1' });
  await deps.apiKeys.setPaid(demo.id, true);
  await deps.ledger.grant(demo.id, { source: 'adm:seed', amount: CREDITS, why: 'demo credits' });

  await createAccount(deps, {
    email: 'admin@tamis.test',
    password: 'Admin1234',
    firstName: 'Ada',
    lastName: 'Admin',
    language: 'en',
    role: ROLE.admin,
  });
}

if (import.meta.main) await runCommand(createDemoAccounts);
