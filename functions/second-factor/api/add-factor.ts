import { secondFactorRoutes } from '../../../shared/contract/second-factor.ts';
import { addFactor } from '../change-factors.ts';
import { accountQueue } from '../../account/context.ts';
import { accounts, sessions } from '../../access/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, ids, log, secrets } from '../../platform/context.ts';
import { factors, webAuthn } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  secondFactorRoutes.addFactor,
  { accountQueue, accounts, clock, factors, ids, log, mailQueue, secrets, sessions, webAuthn },
  async ({ body, caller, sourceIp }, deps) => ({
    data: { recovery_codes: await addFactor(deps, { ...caller, sourceIp }, body) },
  }),
);
