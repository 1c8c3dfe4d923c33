import { ROLE } from '../../shared/model/account.ts';
import { acceptTerms } from '../app/accept-terms.ts';
import { createAccount } from '../app/create-account.ts';
import { grantCredits } from '../app/grant-credits.ts';
import { context } from '../context.ts';

/**
 * Makes the demo accounts of the embedded stack; run again it changes nothing. Their passwords
 * are printed at every start, so it refuses to run anywhere else.
 */
const CREDITS = 5_000_000;

const deps = context();
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
