import { secondFactorRoutes } from '../../../shared/contract/second-factor.ts';
import { describeSecurity } from '../describe-security.ts';
import { clock } from '../../platform/context.ts';
import { factors } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  secondFactorRoutes.getSecurity,
  { clock, factors },
  async ({ caller }, deps) => ({ data: await describeSecurity(deps, caller.user) }),
);
