import { secondFactorRoutes } from '../../../shared/contract/second-factor.ts';
import { completeLogin } from '../complete-login.ts';
import { accounts, apiKeys, limits, sessions } from '../../access/context.ts';
import { clock, ids, log, secrets } from '../../platform/context.ts';
import { factors, webAuthn } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  secondFactorRoutes.completeLogin,
  { accounts, apiKeys, clock, factors, ids, limits, log, secrets, sessions, webAuthn },
  async ({ body, sourceIp }, deps) => ({ data: await completeLogin(deps, { ...body, sourceIp }) }),
);
