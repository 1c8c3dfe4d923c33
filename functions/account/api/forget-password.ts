import { accountRoutes } from '../../../shared/contract/account.ts';
import { forgetPassword } from '../forget-password.ts';
import { clock, ids } from '../../platform/context.ts';
import { accountQueue } from '../context.ts';
import { limits } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.forgetPassword,
  { accountQueue, clock, ids, limits },
  async ({ body }, deps) => {
    await forgetPassword(deps, body.email);
    return { data: {} };
  },
);
