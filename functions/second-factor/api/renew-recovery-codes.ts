import { secondFactorRoutes } from '../../../shared/contract/second-factor.ts';
import { renewRecoveryCodes } from '../change-factors.ts';
import { accountQueue } from '../../account/context.ts';
import { accounts, sessions } from '../../access/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, ids, log } from '../../platform/context.ts';
import { factors } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  secondFactorRoutes.renewRecoveryCodes,
  { accountQueue, accounts, clock, factors, ids, log, mailQueue, sessions },
  async ({ caller, sourceIp }, deps) => ({
    data: { recovery_codes: await renewRecoveryCodes(deps, { ...caller, sourceIp }) },
  }),
);
