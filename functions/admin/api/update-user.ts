import { adminRoutes } from '../../../shared/contract/admin.ts';
import { updateUser } from '../update-user.ts';
import { accounts, sessions } from '../../access/context.ts';
import { billingQueue } from '../../billing/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { lists, queues } from '../../lists/context.ts';
import { clock, log } from '../../platform/context.ts';

export const handler = serveRoute(
  adminRoutes.updateUser,
  { accounts, billingQueue, clock, lists, log, queues, sessions },
  async ({ body, caller, sourceIp }, deps) => ({
    data: await updateUser(deps, { ...body, by: caller.user.id, sourceIp }),
  }),
);
