import { ROLE } from '../../../shared/model/account.ts';
import { acceptTerms } from '../../account/accept-terms.ts';
import { createAccount } from '../../account/create-account.ts';
import { grantCredits } from '../grant-credits.ts';
import { accounts, apiKeys, passwords } from '../../account/context.ts';
import { ledger } from '../../credits/context.ts';
import { queues } from '../../lists/context.ts';
import { clock, env, ids } from '../../platform/context.ts';
import { makeParts } from '../../platform/parts.ts';

/**
 * Makes the demo accounts of the embedded stack; run again it changes nothing. Their passwords
 * are printed at every start, so it refuses to run anywhere else.
 */
const CREDITS = 5_000_000;

const deps = makeParts({ accounts, apiKeys, clock, env, ids, ledger, passwords, queues });
if (deps.env.STAGE !== 'local') throw new Error('Demo accounts are for the stage local alone.');

const demo = await createAccount(deps, {
  email: 'demo@tamis.test',
  password: 'Demo1234',
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
