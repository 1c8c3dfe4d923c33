import { secondFactorRoutes } from '../../../shared/contract/second-factor.ts';
import { removeFactor } from '../change-factors.ts';
import { accountQueue } from '../../account/context.ts';
import { accounts, sessions } from '../../access/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, ids, log } from '../../platform/context.ts';
import { factors } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  secondFactorRoutes.removeFactor,
  { accountQueue, accounts, clock, factors, ids, log, mailQueue, sessions },
  async ({ caller, params, sourceIp }, deps) => {
    await removeFactor(deps, { ...caller, sourceIp }, params.id);
    return { data: {} };
  },
);
