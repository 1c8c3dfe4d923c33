import { accountRoutes } from '../../../shared/contract/account.ts';
import { register } from '../register.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, ids, log, secrets } from '../../platform/context.ts';
import { accounts, limits } from '../../access/context.ts';
import { captcha, passwords, registrations } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.register,
  { accounts, captcha, clock, ids, limits, log, mailQueue, passwords, registrations, secrets },
  async ({ body, sourceIp }, deps) => ({ data: await register(deps, body, sourceIp) }),
);
