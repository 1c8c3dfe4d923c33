import { accountRoutes } from '../../../shared/contract/account.ts';
import { login } from '../login.ts';
import { clock, ids, secrets } from '../../platform/context.ts';
import { accounts, apiKeys, limits, sessions } from '../../access/context.ts';
import { captcha, passwords, registrations } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.login,
  { accounts, apiKeys, captcha, clock, ids, limits, passwords, registrations, secrets, sessions },
  async ({ body, sourceIp }, deps) => ({ data: await login(deps, { ...body, sourceIp }) }),
);
